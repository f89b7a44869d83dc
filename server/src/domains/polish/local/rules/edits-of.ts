import type { Edit } from "../edit.ts";

/** What replaces a match, or null where it stays as it is. */
type Correct = (match: RegExpExecArray, text: string) => string | null;

/** A pattern of what may be wrong, and what is done about each match. */
export type Rule = readonly [pattern: RegExp, correct: Correct];

/** The changes that some rules would make to a text. */
export function editsOf(rules: readonly Rule[], text: string): Edit[] {
  return rules.flatMap(([pattern, correct]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const replacement = correct(match, text);
      const start = match.index;
      return replacement === null || replacement === match[0]
        ? []
        : [{ start, end: start + match[0].length, replacement }];
    }),
  );
}
