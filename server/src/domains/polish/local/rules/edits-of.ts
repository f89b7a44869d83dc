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

/**
 * Where a clause begins, so that the next word is its subject: at the start of a sentence, or after a word that opens a clause. "Does
 * it fit" and "let it dry" have their subject elsewhere.
 */
export const clauseStart = String.raw`(?<=^[\s>*•-]*|[.!?:;(]\s+|\n\s*|,\s+|\b(?:but|because|if|when|since|while|though|although|as|so|which|until|once|where|unless|whenever|sorry|yes|no|fine|afraid|sure|think|thinks|thought|hope|hopes|believe|know|knows|see|seems|says|said|says|means|that),?\s+)`;

const mood =
  /\b(?:suggest|recommend|ask|insist|important|requir|propos|request|demand|essential|necessary|prefer|vital|crucial|wish|let|make|lest|help|watch|would rather)/i;

/** Whether a sentence asks for something to be done, where "that he return it" is right. */
export function isWish(text: string, index: number): boolean {
  return mood.test(/[^.!?\n]*$/.exec(text.slice(Math.max(0, index - 200), index))?.[0] ?? "");
}
