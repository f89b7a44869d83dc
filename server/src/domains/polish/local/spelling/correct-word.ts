import type { Neighbours, WordPairs } from "../words-beside/word-pairs.ts";
import { cheapest, slipCost } from "./slip-cost.ts";
import { lettersOf, type WordFrequencies } from "./word-frequencies.ts";

/** What correcting one word needs to know of its language. */
export type WordKnowledge = {
  isWord(word: string): boolean;
  frequencies: WordFrequencies;
  pairs: WordPairs;
  /** Whether a word is a verb's form that follows "have". */
  isParticiple(word: string): boolean;
};

/** What was meant by a misspelled word: certainly, or else perhaps, the likeliest first. */
export type Meant = { right: string } | { choices: string[] };

/** In a word that is no longer, another letter makes another word, or a name that no dictionary has: "bpost" is no boost. */
const shortest = 5;
/** Longer ones are codes or compounds of another language. */
const longestWord = 20;
/** Whoever is said as often as this in films is a word, whatever the dictionary says: "gonna", "lemme". */
const oftenEnough = 40;
/** How much rarer a word may be for each whole slip that it is nearer: a factor of ten to this power. */
const weight = 2.6;
/** How much better the best has to be than the next, in the same measure, and how near to it others are worth a choice. */
const [lead, near, mostChoices] = [0.5, 1.6, 3];
/** How much the words beside it say, in the same measure, and at most. */
const [besideWeight, mostBeside] = [0.25, 1.2];
/** After "have" a word is a participle, after "will" it is none; after "be" it is often one. */
const [formCost, otherFormCost] = [4, 1];
/** What is hardly further away is as near: a vowel for another costs less than a letter too few, and is made as easily. */
const asNear = 0.5;
/** How much better one has to be than another that is as near, or than another form of the same verb. */
const leadOfAsNear = 1.6;
/** A word that is said less often needs more of a lead over one that is as near. */
const [seldom, leadOfSeldom] = [1_000, 2.2];
/** What must be said how often to be what was meant: by a word, by a short one, and by one with a capital, which may be a name. */
const [rare, known, common] = [8, 200, 4_000];
const mostWeighed = 12;

/**
 * What was meant by a misspelled word between the words beside it; null where nothing is near, or it is none. One that was written with a
 * capital may be a name: it is given in lower case too, and offered nothing for.
 */
export function correctWord(
  word: string,
  knowledge: WordKnowledge,
  isCapitalised: boolean,
  beside: Neighbours,
): Meant | null {
  const { isWord, frequencies } = knowledge;
  if (word.length < 3 || word.length > longestWord || isWord(word)) return null;
  if (frequencies.of(word) >= oftenEnough) return null;
  const most = isCapitalised ? 1.1 : mostCost(word.length);
  const least = isCapitalised ? common : word.length <= 5 ? known : rare;
  const all = candidates(word, frequencies, most, least)
    .slice(0, mostWeighed)
    .filter(({ meant }) => isWord(meant))
    .map((one) => ({ ...one, score: one.score + fitOf(one.meant, beside, knowledge) }))
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = all;
  const parted = isCapitalised ? [] : [apart(word, knowledge), ofOwner(word, isWord)].filter((one) => one !== null);
  if (parted.length > 0) return { choices: [...parted, ...all.map(({ meant }) => meant)].slice(0, mostChoices) };
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
    choices: all
      .filter(({ score }) => best.score - score < near)
      .slice(0, mostChoices)
      .map(({ meant }) => meant),
  };
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

/** How well a word fits between those beside it. */
function fitOf(word: string, { before, after }: Neighbours, { pairs, isParticiple }: WordKnowledge): number {
  const bonds = (before ? pairs.bond(before, word) : 0) + (after ? pairs.bond(word, after) : 0);
  const fit = Math.max(-mostBeside, Math.min(mostBeside, besideWeight * bonds));
  if (before === null) return fit;
  if (/^(?:be|been|being|is|are|was|were|am)$/.test(before) && !isParticiple(word)) return fit - otherFormCost;
  if (/^(?:have|has|had)$/.test(before) && !isParticiple(word)) return fit - formCost;
  if (/^(?:will|can|could|would|should|must|may|might|to|not)$/.test(before) && isParticiple(word))
    return fit - formCost;
  return fit;
}

/** "thatthe": two words that often follow each other, without the blank between them; null where it is none such. */
function apart(word: string, { isWord, pairs }: Pick<WordKnowledge, "isWord" | "pairs">): string | null {
  const parts = Array.from(
    { length: word.length - 3 },
    (_, nth) => [word.slice(0, nth + 2), word.slice(nth + 2)] as const,
  );
  const [likeliest] = parts
    .filter(([first, second]) => isWord(first) && isWord(second) && pairs.isKnown(first, second))
    .sort((one, other) => pairs.pair(...other) - pairs.pair(...one));
  return likeliest ? likeliest.join(" ") : null;
}

/** "todays": a word with the s of an owner that has no plural, without its apostrophe; null where it is none such. */
function ofOwner(word: string, isWord: (word: string) => boolean): string | null {
  const owner = word.slice(0, -1);
  return word.endsWith("s") && owner.length > 3 && isWord(owner) ? `${owner}'s` : null;
}

/** "upgrade" and "upgraded": which form it is, the slip does not tell. */
function isOtherForm(one: string, other: string): boolean {
  const stemOf = (word: string) => word.replace(/(?:ed|ing|e|s|d)$/, "");
  return stemOf(one) === stemOf(other);
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
  if (length <= 4) return 1.1;
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
