/** A word of a text as it is compared, and where it stands there. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** What an address begins with in one place and not in another. */
const schemes = /https?:\/\/(?:www\.)?|\bwww\.|\b(?:mailto|tel):(?=\S)/gi;

/**
 * The words of a text alone: signs, blanks and what cannot be seen divide them, whatever they are; upper and lower case, accents
 * and the beginning of an address do not matter.
 */
export function wordsOf(text: string): Word[] {
  const bare = text.replace(schemes, (scheme) => " ".repeat(scheme.length));
  return [...bare.matchAll(/[^\s\p{P}\p{S}]+/gu)].flatMap(({ 0: run, index }) =>
    folded(run).map((word) => ({ word, start: index, end: index + run.length })),
  );
}

/** The words of a text without their places. */
export function foldedWords(text: string): string[] {
  return wordsOf(text).map(({ word }) => word);
}

function folded(run: string): string[] {
  return run
    .normalize("NFKD")
    .replace(/\p{Cf}|\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\s\p{P}\p{S}]+/gu, " ")
    .split(" ")
    .filter(Boolean);
}
