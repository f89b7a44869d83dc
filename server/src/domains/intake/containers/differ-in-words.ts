/** What is compared of each. */
const mostLength = 200_000;
/** Words that may be missing of a hundred: programs leave out what a picture is called, and write lists otherwise. */
const mayMiss = 5;

/**
 * Whether a mail says something else as text than as HTML, both as text. Addresses, names of pictures and signs do not count; nor
 * does it in which order the words stand.
 */
export function differInWords(one: string, other: string): boolean {
  const [ones, others] = [countWords(one), countWords(other)];
  return isMissing(ones, others) || isMissing(others, ones);
}

function isMissing(words: Map<string, number>, among: Map<string, number>): boolean {
  let [all, missing] = [0, 0];
  for (const [word, count] of words) {
    all += count;
    // How often it stands there does not matter: programs repeat a heading.
    if (!among.has(word)) missing += count;
  }
  return missing * 100 > all * mayMiss;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = text
    .slice(0, mostLength)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?:https?:\/\/|www\.|mailto:|cid:)[^\s<>"')\]]{1,3000}/g, " ")
    .replace(/\[(?:image|bild|cid|inline|immagine|imagen|afbeelding)\b[^\]\n]{0,300}\]/g, " ");
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]{1,100}/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
