/** Beginnings of addresses that differ from place to place. */
const schemes = /https?:\/\/(?:www\.)?|\bwww\.|\b(?:mailto|tel):(?=\S)/gi;

/**
 * The words of a text without punctuation, blanks and invisible characters; ignores case, accents and the beginning of
 * addresses.
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
