import type { PolishLanguage } from "@deskhand/contract/polish";
import { protectedSpans, wordsOfNames } from "../../protect/protected-spans.ts";
import { allowedEdits, applyEdits, countChanges, type Edit, listSuggestions, type Suggestion } from "../edit.ts";
import type { Dictionary } from "../open-dictionary.ts";
import type { PolishedText } from "../polish-text.ts";
import { slipCost } from "../spelling/slip-cost.ts";

const shortestWord = 4;
const shortestCapitalised = 6;
const longestWord = 24;
/** A search for what a word may be takes up to half a second: what is left then stays as it is. */
const mostMs = 6_000;
const mostChanges = 4_000;
/** What a slip may cost at most, and how much less than the next likely one. */
const mostCost = 1.2;
const lead = 0.25;
/** What a slip may cost for its word to be offered, and how many are. */
const [mostOfferedCost, mostChoices] = [2, 3];
/** In a word that is no longer another letter makes another word, or one that the dictionary has not: "moka". */
const shortestCertain = 6;
/** Two accents. */
const accentCost = 0.6;
/** The dictionary knows what is likelier: each place down its list counts like a part of a slip. */
const placeCost = 0.12;

/** A text's misspelled words corrected by a dictionary of its language where what was meant is plain, and else its choices offered. */
export function correctSpelling(
  text: string,
  names: readonly string[],
  dictionary: Dictionary,
  language: PolishLanguage,
): PolishedText {
  const nameWords = wordsOfNames(names);
  const until = performance.now() + mostMs;
  const edits: Edit[] = [];
  const doubtful: Suggestion[] = [];
  for (const { 0: word, index } of text.matchAll(
    /(?<![\p{L}\p{N}'’._@#/-])\p{L}[\p{Ll}\p{M}]+(?![\p{L}\p{N}_@#/-]|['’.]\p{L})|(?<=['’])\p{Ll}+(?![\p{L}\p{N}_@#/-]|['’.]\p{L})/gu,
  )) {
    if (performance.now() > until) break;
    if (nameWords.has(word.toLowerCase()) || !mayBeMisspelled(text, word, index, language)) continue;
    const [best, ...others] = meantBy(word, dictionary);
    if (best === undefined) continue;
    const place = { start: index, end: index + word.length };
    if (best.isCertain) edits.push({ ...place, replacement: best.meant });
    else doubtful.push({ ...place, choices: [best, ...others].map(({ meant }) => meant), why: "Unknown word" });
  }
  const spans = protectedSpans(text, names, "any");
  const made = allowedEdits(edits, spans);
  const corrected = applyEdits(text, made);
  const shift = (index: number) =>
    made.reduce(
      (sum, { start, end, replacement }) => (end <= index ? sum + replacement.length - (end - start) : sum),
      0,
    );
  const suggestions = doubtful
    .filter(({ start, end }) => !spans.some((span) => start < span.end && end > span.start))
    .map((one) => ({ ...one, start: one.start + shift(one.start), end: one.end + shift(one.start) }));
  return {
    text: corrected,
    corrections: countChanges(text, corrected, mostChanges),
    suggestions: listSuggestions(corrected, suggestions),
  };
}

/** A capital makes a name of a word, unless it opens a sentence, or every noun has one. */
function mayBeMisspelled(text: string, word: string, index: number, language: PolishLanguage): boolean {
  if (word.length > longestWord) return false;
  if (/^\p{Ll}/u.test(word)) return word.length >= shortestWord;
  const opens = /(?:^|[.!?¿¡]\s*|\n\s*)$/u.test(text.slice(Math.max(0, index - 20), index));
  return word.length >= shortestCapitalised && (opens || language === "de");
}

/** What may have been meant by a word, the likeliest first; nothing where it is one. */
function meantBy(word: string, dictionary: Dictionary): { meant: string; isCertain: boolean }[] {
  if (dictionary.isWord(word) || dictionary.isWord(word.toLowerCase())) return [];
  const ranked = dictionary
    .suggest(word)
    .filter(
      (meant) =>
        /^[\p{L}\p{M}]+$/u.test(meant) && isCapitalised(meant) === isCapitalised(word) && !isOtherNorm(word, meant),
    )
    .map((meant, place) => {
      const cost = slipCost(word.toLowerCase(), meant.toLowerCase(), mostOfferedCost);
      return { meant, cost, score: cost + place * placeCost };
    })
    .filter(({ cost }) => cost <= mostOfferedCost)
    .sort((a, b) => a.score - b.score);
  const [best, next] = ranked;
  const isAnotherLetter =
    best !== undefined &&
    word.length < shortestCertain &&
    best.meant.length === word.length &&
    best.cost > accentCost &&
    [...word.toLowerCase()].sort().join("") !== [...best.meant.toLowerCase()].sort().join("");
  const isPlain =
    best !== undefined &&
    !isAnotherLetter &&
    best.cost <= mostCost &&
    (!next || next.cost > mostCost || next.score - best.score >= lead || best.cost < next.cost);
  return ranked.slice(0, mostChoices).map(({ meant }, place) => ({ meant, isCertain: isPlain && place === 0 }));
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** "incómodo" and "incômodo", "bebé" and "bebê": Portuguese of two countries. */
function isOtherNorm(word: string, meant: string): boolean {
  const tilted = (text: string) => text.replaceAll("ó", "ô").replaceAll("é", "ê");
  return word !== meant && tilted(word) === tilted(meant);
}
