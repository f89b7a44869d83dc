import { cheapest, slipCost } from "./slip-cost.ts";
import { lettersOf, type WordFrequencies } from "./word-frequencies.ts";

/** What correcting one word needs to know of its language. */
export type WordKnowledge = {
  isWord(word: string): boolean;
  frequencies: WordFrequencies;
};

/** In a word that is no longer, another letter makes another word, or a name that no dictionary has: "bpost" is no boost. */
const shortest = 5;
/** Longer ones are codes or compounds of another language. */
const longestWord = 20;
/** Whoever is said as often as this in films is a word, whatever the dictionary says: "gonna", "lemme". */
const oftenEnough = 40;
/** How much rarer a word may be for each whole slip that it is nearer: a factor of ten to this power. */
const weight = 2.6;
/** How much better the best has to be than the next, in the same measure. */
const lead = 0.1;
/** What must be said how often to be what was meant: by a word, by a short one, and by one with a capital, which may be a name. */
const [rare, known, common] = [8, 200, 4_000];

/**
 * The word that was certainly meant by a misspelled one; null where that is not certain, or it is none. One that was written with a
 * capital may be a name: it is given in lower case too.
 */
export function correctWord(
  word: string,
  { isWord, frequencies }: WordKnowledge,
  isCapitalised: boolean,
): string | null {
  if (word.length < 4 || word.length > longestWord || isWord(word)) return null;
  if (frequencies.of(word) >= oftenEnough) return null;
  const most = isCapitalised ? 1.1 : mostCost(word.length);
  const least = isCapitalised ? common : word.length <= 5 ? known : rare;
  const [best, next] = firstTwo(candidates(word, frequencies, most, least), ({ meant }) => isWord(meant));
  if (!best || (next && best.score - next.score < lead)) return null;
  if (word.length <= shortest && word.length === best.meant.length && !isRearranged(word, best.meant)) return null;
  if (best.cost > 1 && isCompound(word, isWord, frequencies)) return null;
  return best.meant;
}

type Candidate = { meant: string; cost: number; score: number };

function candidates(word: string, frequencies: WordFrequencies, most: number, least: number): Candidate[] {
  const found: Candidate[] = [];
  const letters = lettersOf(word);
  for (let length = word.length - 2; length <= word.length + 2; length += 1) {
    for (const { word: meant, count, letters: others } of frequencies.ofLength(length)) {
      if (count < least || bitsOf(letters ^ others) > (2 * most) / cheapest) continue;
      const cost = slipCost(word, meant, most);
      if (cost <= most) found.push({ meant, cost, score: Math.log10(count) - weight * cost });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

function firstTwo<One>(all: readonly One[], isWanted: (one: One) => boolean): One[] {
  const wanted: One[] = [];
  for (const one of all) {
    if (isWanted(one)) wanted.push(one);
    if (wanted.length === 2) break;
  }
  return wanted;
}

function bitsOf(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

function isRearranged(word: string, other: string): boolean {
  return [...word].sort().join("") === [...other].sort().join("");
}

/** How much a slip in a word of some length may cost. */
function mostCost(length: number): number {
  if (length === 4) return 1.1;
  if (length <= 6) return 1.2;
  return length <= 8 ? 1.9 : 2.3;
}

/** Two whole words in one: a compound that the dictionary has not, as languages and shops make them every day. */
function isCompound(word: string, isWord: (word: string) => boolean, frequencies: WordFrequencies): boolean {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => isWord(part) && frequencies.of(part) > 200)) return true;
  }
  return false;
}
