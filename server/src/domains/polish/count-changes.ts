import { diffArrays } from "diff";

/** Words taken out and put in; beyond it every word counts as changed, so that counting takes some 20 ms at most. */
const mostChanges = 400;

/** How many groups of words differ between two texts: one word that became two is one. */
export function countChanges(before: string, after: string, most = mostChanges): number {
  if (before === after) return 0;
  const words = wordsOf(after);
  const parts = diffArrays(wordsOf(before), words, { maxEditLength: most });
  if (!parts) return Math.ceil(words.length / 2);
  const signs = parts.map(({ removed, added, value }) => {
    if (removed) return "-";
    if (added) return "+";
    return value.join("").trim() === "" ? " " : "=";
  });
  // A word replaced, a blank kept, and a word put in or taken out beside it.
  return signs.join("").match(/-\+(?: [-+](?![-+]))?|[-+]+/g)?.length ?? 0;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}
