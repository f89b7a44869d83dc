import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const unzip = promisify(gunzip);

/** How often words follow each other in books, by Google's counts (the lists of SymSpell, MIT). */
export type WordPairs = {
  /** The logarithm of how often the second word follows the first; estimated from both words if the pair is not listed. */
  pair(first: string, second: string): number;
  /** Whether the pair is listed, that is, common. */
  isKnown(first: string, second: string): boolean;
  /** The logarithm of a word's frequency. */
  word(word: string): number;
  /** All listed words, some 80,000. */
  words(): Iterable<string>;
  /** The logarithm of how much more often than by chance the second word follows the first. */
  bond(first: string, second: string): number;
};

/** The limit of the estimate for an unlisted pair, which is rarer than the rarest listed one. */
const maxUnlisted = 2_000_000;
/** Cached answers: twice what a long text needs. */
const maxCached = 20_000;

/** Reads both lists, which takes some 0.5 s of one core and 30 MB. */
export async function readWordPairs(): Promise<WordPairs> {
  const [words, counts] = await Promise.all([
    readList("word-counts.txt.gz").then(countsOf),
    readList("pair-counts.txt.gz").then(pairCounts),
  ]);
  let total = 0;
  for (const count of words.values()) total += count;
  const ofWord = (word: string) => Math.log(words.get(word) ?? 1);
  const pair = (first: string, second: string) => {
    const count = counts(first, second);
    if (count !== null) return Math.log(count);
    const byChance = ((words.get(first) ?? 1) * (words.get(second) ?? 1)) / total;
    return Math.log(Math.max(1, Math.min(maxUnlisted, byChance)));
  };
  return {
    pair,
    isKnown: (first, second) => counts(first, second) !== null,
    word: ofWord,
    words: () => words.keys(),
    bond: (first, second) => pair(first, second) + Math.log(total) - ofWord(first) - ofWord(second),
  };
}

async function readList(name: string): Promise<string> {
  return (await unzip(await readFile(new URL(name, import.meta.url)))).toString();
}

function countsOf(list: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of list.split("\n")) {
    const end = line.indexOf(" ");
    if (end > 0) counts.set(line.slice(0, end), Number(line.slice(end + 1)));
  }
  return counts;
}

/** Looks pairs up in the list's text, with an index of the first words only, as parsing all of it would take 1 s. */
function pairCounts(list: string): (first: string, second: string) => number | null {
  const places = new Map<string, { start: number; end: number }>();
  for (let [at, start, first] = [0, 0, ""]; at < list.length; at = list.indexOf("\n", at) + 1) {
    if (list[at + first.length] !== " " || !list.startsWith(first, at)) {
      places.set(first, { start, end: at });
      [first, start] = [list.slice(at, list.indexOf(" ", at)), at];
    }
    if (list.indexOf("\n", at) + 1 === list.length) places.set(first, { start, end: list.length });
  }
  const cache = new Map<string, number | null>();
  return (first, second) => {
    const prefix = `${first} ${second} `;
    const answer = cache.get(prefix);
    if (answer !== undefined) return answer;
    if (cache.size > maxCached) cache.clear();
    const { start, end } = places.get(first) ?? { start: 0, end: 0 };
    const lines = list.slice(start, end);
    const found = lines.startsWith(prefix) ? 0 : lines.indexOf(`\n${prefix}`) + 1;
    const isThere = found > 0 || lines.startsWith(prefix);
    const count = isThere ? Number.parseInt(lines.slice(found + prefix.length, found + prefix.length + 20), 10) : null;
    cache.set(prefix, count);
    return count;
  };
}

/** Contractions and their second words, so that each neighbour is judged by the nearer of the two words. */
const contractions: readonly (readonly [RegExp, string])[] = [
  [/n't$/, " not"],
  [/'re$/, " are"],
  [/'ve$/, " have"],
  [/'ll$/, " will"],
  [/'m$/, " am"],
  [/'d$/, " would"],
  [/(?<=^(?:it|that|there|here|he|she|what|who|where|how))'s$/, " is"],
];

/** Returns a word in lower case, or the words that it is short for: "it's" is "it" and "is". */
export function wordsIn(written: string): string[] {
  const word = written.toLowerCase().replace("’", "'");
  if (word === "can't" || word === "cannot") return ["can", "not"];
  if (word === "won't") return ["will", "not"];
  const [ending, full = ""] = contractions.find(([pattern]) => pattern.test(word)) ?? [];
  return ending ? word.replace(ending, full).split(" ") : [word];
}

/** The words directly before and after a span; null if there is none, or a sign is between them. */
export type Neighbours = { before: string | null; after: string | null };

/** Returns the words beside a span, separated from it only by blanks. */
export function neighboursOf(text: string, start: number, end: number): Neighbours {
  const [, before] = /([A-Za-z][A-Za-z'’]*)[ \t]+$/.exec(text.slice(Math.max(0, start - 40), start)) ?? [];
  const [, after] = /^[ \t]+([A-Za-z][A-Za-z'’]*)/.exec(text.slice(end, end + 40)) ?? [];
  return { before: (before && wordsIn(before).at(-1)) ?? null, after: (after && wordsIn(after)[0]) ?? null };
}
