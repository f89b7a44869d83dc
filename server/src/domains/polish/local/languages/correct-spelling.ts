import type { PolishLanguage } from "@deskhand/contract/polish";
import { protectedSpans, wordsOfNames } from "../../protect/protected-spans.ts";
import { allowedEdits, applyEdits, countChanges, type Edit, listSuggestions, type Suggestion } from "../edit.ts";
import type { Dictionary } from "../open-dictionary.ts";
import type { PolishedText } from "../polish-text.ts";
import { slipCost } from "../spelling/slip-cost.ts";

const shortestWord = 4;
const shortestCapitalised = 6;
const longestWord = 24;
/** A lookup of suggestions takes up to half a second; after this time the rest of the text stays unchanged. */
const maxMs = 6_000;
const maxChanges = 4_000;
/** The highest cost of a certain correction, and its lead over the next candidate. */
const maxCost = 1.2;
const lead = 0.25;
/** The highest cost of an offered correction, and how many are offered. */
const [maxOfferedCost, maxChoices] = [2, 3];
/** Below this length a changed letter may make another word, or one that the dictionary does not have: "moka". */
const shortestCertain = 6;
/** The cost of two accents. */
const accentCost = 0.6;
/** The dictionary's suggestions are sorted by likelihood; each place costs this part of a slip. */
const placeCost = 0.12;

/** Corrects misspelled words by the dictionary of the text's language if the correction is certain, and offers choices otherwise. */
export function correctSpelling(
  text: string,
  names: readonly string[],
  dictionary: Dictionary,
  language: PolishLanguage,
): PolishedText {
  const nameWords = wordsOfNames(names);
  const deadline = performance.now() + maxMs;
  const edits: Edit[] = [];
  const doubtful: Suggestion[] = [];
  for (const { 0: word, index } of text.matchAll(
    /(?<![\p{L}\p{N}'’._@#/-])\p{L}[\p{Ll}\p{M}]+(?![\p{L}\p{N}_@#/-]|['’.]\p{L})|(?<=['’])\p{Ll}+(?![\p{L}\p{N}_@#/-]|['’.]\p{L})/gu,
  )) {
    if (performance.now() > deadline) break;
    if (nameWords.has(word.toLowerCase()) || !mayBeMisspelled(text, word, index, language)) continue;
    const [best, ...others] = meantBy(word, dictionary);
    if (best === undefined) continue;
    const place = { start: index, end: index + word.length };
    if (best.isCertain) edits.push({ ...place, replacement: best.meant });
    else doubtful.push({ ...place, choices: [best, ...others].map(({ meant }) => meant), why: "Unknown word" });
  }
  const spans = protectedSpans(text, names, "any");
  const applied = allowedEdits(edits, spans);
  const corrected = applyEdits(text, applied);
  const shift = (index: number) =>
    applied.reduce(
      (sum, { start, end, replacement }) => (end <= index ? sum + replacement.length - (end - start) : sum),
      0,
    );
  const suggestions = doubtful
    .filter(({ start, end }) => !spans.some((span) => start < span.end && end > span.start))
    .map((suggestion) => ({
      ...suggestion,
      start: suggestion.start + shift(suggestion.start),
      end: suggestion.end + shift(suggestion.start),
    }));
  return {
    text: corrected,
    corrections: countChanges(text, corrected, maxChanges),
    suggestions: listSuggestions(corrected, suggestions),
  };
}

/** Whether a word may be misspelled: a capitalised one counts as a name, unless it opens a sentence or the language is German. */
function mayBeMisspelled(text: string, word: string, index: number, language: PolishLanguage): boolean {
  if (word.length > longestWord) return false;
  if (/^\p{Ll}/u.test(word)) return word.length >= shortestWord;
  const isSentenceStart = /(?:^|[.!?¿¡]\s*|\n\s*)$/u.test(text.slice(Math.max(0, index - 20), index));
  return word.length >= shortestCapitalised && (isSentenceStart || language === "de");
}

/** Returns possible corrections of a word, likeliest first; none if it is spelled correctly. */
function meantBy(word: string, dictionary: Dictionary): { meant: string; isCertain: boolean }[] {
  if (dictionary.isWord(word) || dictionary.isWord(word.toLowerCase())) return [];
  const ranked = dictionary
    .suggest(word)
    .filter(
      (meant) =>
        /^[\p{L}\p{M}]+$/u.test(meant) && isCapitalised(meant) === isCapitalised(word) && !isOtherNorm(word, meant),
    )
    .map((meant, place) => {
      const cost = slipCost(word.toLowerCase(), meant.toLowerCase(), maxOfferedCost);
      return { meant, cost, score: cost + place * placeCost };
    })
    .filter(({ cost }) => cost <= maxOfferedCost)
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
    best.cost <= maxCost &&
    (!next || next.cost > maxCost || next.score - best.score >= lead || best.cost < next.cost);
  return ranked.slice(0, maxChoices).map(({ meant }, place) => ({ meant, isCertain: isPlain && place === 0 }));
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Whether two words are European and Brazilian Portuguese spellings of each other: "incómodo" and "incômodo", "bebé" and "bebê". */
function isOtherNorm(word: string, meant: string): boolean {
  const tilted = (text: string) => text.replaceAll("ó", "ô").replaceAll("é", "ê");
  return word !== meant && tilted(word) === tilted(meant);
}
