import type { Neighbours, WordPairs } from "../words-beside/word-pairs.ts";
import { cheapest, slipCost } from "./slip-cost.ts";
import { lettersOf, type WordFrequencies } from "./word-frequencies.ts";

export type WordKnowledge = {
  isWord(word: string): boolean;
  frequencies: WordFrequencies;
  pairs: WordPairs;
  /** Whether a word is a past participle. */
  isParticiple(word: string): boolean;
};

/** A certain correction of a misspelled word, or possible ones, likeliest first. */
export type Correction = { right: string } | { choices: string[] };

/** Up to this length, a changed letter may make another word, or a name that no dictionary has: "bpost" is not "boost". */
const shortest = 5;
/** Longer words are codes, or compounds of another language. */
const longestWord = 20;
/** A word this frequent in films counts as a word, whatever the dictionary says: "gonna", "lemme". */
const wordFrequency = 40;
/** How much rarer a word may be for each slip that it is nearer, as a power of ten. */
const weight = 2.6;
/** In the same measure: how far the best must lead to be certain, how near others must be to be offered, and how many are offered. */
const [lead, near, maxChoices] = [0.5, 1.6, 3];
/** The weight of the neighbouring words in the same measure, and its limit. */
const [besideWeight, maxBeside] = [0.25, 1.2];
/** Costs of a non-participle after "have" or a participle after "will", and of a non-participle after "be". */
const [formCost, otherFormCost] = [4, 1];
/** Candidates within this cost count as equally near: a changed vowel costs less than a missing letter, but is no likelier. */
const asNear = 0.5;
/** The lead needed over an equally near candidate, or another form of the same verb. */
const leadOfAsNear = 1.6;
/** Below this frequency, a word needs this larger lead over an equally near one. */
const [seldom, leadOfSeldom] = [1_000, 2.2];
/** The minimum frequency of a correction, for a long word, a short word, and a capitalised one, which may be a name. */
const [minLong, minShort, minCapitalised] = [8, 200, 4_000];
const maxWeighed = 12;

/**
 * Returns what a misspelled word, in lower case, was meant to be, given the words beside it; null if nothing is near, or it is no
 * mistake. One that was capitalised may be a name, so it gets only certain corrections.
 */
export function correctWord(
  word: string,
  knowledge: WordKnowledge,
  isCapitalised: boolean,
  neighbours: Neighbours,
): Correction | null {
  const { isWord, frequencies } = knowledge;
  if (word.length < 3 || word.length > longestWord || isWord(word)) return null;
  if (frequencies.of(word) >= wordFrequency) return null;
  const maxCost = isCapitalised ? 1.1 : maxCostFor(word.length);
  const minCount = isCapitalised ? minCapitalised : word.length <= 5 ? minShort : minLong;
  const ranked = candidates(word, frequencies, maxCost, minCount)
    .slice(0, maxWeighed)
    .filter(({ meant }) => isWord(meant))
    .map((candidate) => ({ ...candidate, score: candidate.score + fitOf(candidate.meant, neighbours, knowledge) }))
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  const splits = isCapitalised
    ? []
    : [splitWord(word, knowledge), addApostrophe(word, isWord)].filter((split) => split !== null);
  if (splits.length > 0) return { choices: [...splits, ...ranked.map(({ meant }) => meant)].slice(0, maxChoices) };
  if (!best) return null;
  const leadOverAsNear = frequencies.of(best.meant) < seldom ? leadOfSeldom : leadOfAsNear;
  const isDoubtful = others.some(
    ({ meant, cost, score }) =>
      best.score - score < (cost <= best.cost + asNear || isOtherForm(best.meant, meant) ? leadOverAsNear : lead),
  );
  const isTooShort =
    word.length < 4 ||
    (word.length <= shortest && word.length === best.meant.length && !isRearranged(word, best.meant));
  const maybeCompound = best.cost > 1 && isCompound(word, isWord, frequencies);
  if (maybeCompound || (isCapitalised && isTooShort)) return null;
  if (!isTooShort && !isDoubtful) return { right: best.meant };
  if (isCapitalised) return null;
  return {
    choices: ranked
      .filter(({ score }) => best.score - score < near)
      .slice(0, maxChoices)
      .map(({ meant }) => meant),
  };
}

type Candidate = { meant: string; cost: number; score: number };

function candidates(word: string, frequencies: WordFrequencies, maxCost: number, minCount: number): Candidate[] {
  const found: Candidate[] = [];
  const letters = lettersOf(word);
  for (let length = word.length - 2; length <= word.length + 2; length += 1) {
    for (const { word: meant, count, letters: others } of frequencies.ofLength(length)) {
      if (count < minCount || bitsOf(letters ^ others) > (2 * maxCost) / cheapest) continue;
      const cost = slipCost(word, meant, maxCost);
      if (cost <= maxCost) found.push({ meant, cost, score: Math.log10(count) - weight * cost });
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

/** Scores how well a word fits between its neighbours. */
function fitOf(word: string, { before, after }: Neighbours, { pairs, isParticiple }: WordKnowledge): number {
  const bonds = (before ? pairs.bond(before, word) : 0) + (after ? pairs.bond(word, after) : 0);
  const fit = Math.max(-maxBeside, Math.min(maxBeside, besideWeight * bonds));
  if (before === null) return fit;
  if (/^(?:be|been|being|is|are|was|were|am)$/.test(before) && !isParticiple(word)) return fit - otherFormCost;
  if (/^(?:have|has|had)$/.test(before) && !isParticiple(word)) return fit - formCost;
  if (/^(?:will|can|could|would|should|must|may|might|to|not)$/.test(before) && isParticiple(word))
    return fit - formCost;
  return fit;
}

/** Splits a word into two that often follow each other: "thatthe"; null if there are none. */
function splitWord(word: string, { isWord, pairs }: Pick<WordKnowledge, "isWord" | "pairs">): string | null {
  const parts = Array.from(
    { length: word.length - 3 },
    (_, index) => [word.slice(0, index + 2), word.slice(index + 2)] as const,
  );
  const [likeliest] = parts
    .filter(([first, second]) => isWord(first) && isWord(second) && pairs.isKnown(first, second))
    .sort((first, other) => pairs.pair(...other) - pairs.pair(...first));
  return likeliest ? likeliest.join(" ") : null;
}

/** Adds the apostrophe of a possessive: "todays"; null if it is none. */
function addApostrophe(word: string, isWord: (word: string) => boolean): string | null {
  const owner = word.slice(0, -1);
  return word.endsWith("s") && owner.length > 3 && isWord(owner) ? `${owner}'s` : null;
}

/** Whether two words are forms of the same verb, such as "upgrade" and "upgraded"; a slip does not tell which was meant. */
function isOtherForm(first: string, second: string): boolean {
  const stemOf = (word: string) => word.replace(/(?:ed|ing|e|s|d)$/, "");
  return stemOf(first) === stemOf(second);
}

function bitsOf(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

function isRearranged(word: string, other: string): boolean {
  return [...word].sort().join("") === [...other].sort().join("");
}

/** Returns the highest cost of a correction for a word of this length. */
function maxCostFor(length: number): number {
  if (length <= 4) return 1.1;
  if (length <= 6) return 1.2;
  return length <= 8 ? 1.9 : 2.3;
}

/** Whether a word consists of two whole words: a compound that no dictionary has. */
function isCompound(word: string, isWord: (word: string) => boolean, frequencies: WordFrequencies): boolean {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => isWord(part) && frequencies.of(part) > 200)) return true;
  }
  return false;
}
