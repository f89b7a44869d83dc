import { diffArrays } from "diff";

/** A stretch of two texts: in both, only in the first, or only in the second. */
export interface WordChange {
  kind: "same" | "removed" | "added";
  text: string;
}

// Beyond it the whole text counts as changed, so that the screen never stands still.
const timeLimitMs = 300;

/** What differs between two texts, word by word; blanks and punctuation stand for themselves. */
export function wordChanges(before: string, after: string): WordChange[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { timeout: timeLimitMs });
  if (parts === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return parts.map(({ removed, added, value }) => {
    const kind = removed ? "removed" : added ? "added" : "same";
    return { kind, text: value.join("") };
  });
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}]/gu) ?? [];
}
