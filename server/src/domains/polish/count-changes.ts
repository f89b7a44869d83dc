import { diffArrays } from "diff";

/** Words taken out and put in; beyond it every word counts as changed, so that counting takes some 20 ms at most. */
const mostChanges = 400;

/** How many groups of words differ between two texts, as the screen shows them. */
export function countChanges(before: string, after: string, most = mostChanges): number {
  if (before === after) return 0;
  const words = wordsOf(after);
  const parts = diffArrays(wordsOf(before), words, { maxEditLength: most });
  if (!parts) return Math.ceil(words.length / 2);
  return parts.filter((part, index) => isChange(part) && !(index > 0 && isChange(parts[index - 1]))).length;
}

function isChange(part: { added: boolean; removed: boolean } | undefined): boolean {
  return part !== undefined && (part.added || part.removed);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? [];
}
