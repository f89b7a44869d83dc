/** What an address begins with in one place and not in another. */
const schemes = /https?:\/\/(?:www\.)?|\bwww\.|\b(?:mailto|tel):(?=\S)/gi;

/**
 * The words of a text alone: signs, blanks and what cannot be seen divide them, whatever they are; upper and lower case, accents
 * and the beginning of an address do not matter.
 */
export function foldedWords(text: string): string[] {
  return (text.replace(schemes, " ").match(/[^\s\p{P}\p{S}]+/gu) ?? []).flatMap(folded);
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
