import type { PolishLanguage } from "@deskhand/contract/polish";
import { countChanges } from "../../count-changes.ts";
import { wordsOfNames } from "../../protect/find-names.ts";
import { protectedSpans } from "../../protect/protected-spans.ts";
import { allowedEdits, applyEdits, type Edit } from "../edit.ts";
import type { Dictionary } from "../open-dictionary.ts";
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
/** The dictionary knows what is likelier: each place down its list counts like a part of a slip. */
const placeCost = 0.12;

/** A text's misspelled words corrected by a dictionary of its language, where what was meant is plain. */
export function correctSpelling(
  text: string,
  names: readonly string[],
  dictionary: Dictionary,
  language: PolishLanguage,
): { text: string; corrections: number } {
  const nameWords = wordsOfNames(names);
  const until = performance.now() + mostMs;
  const edits: Edit[] = [];
  for (const { 0: word, index } of text.matchAll(
    /(?<![\p{L}\p{N}'’._@#/-])\p{L}[\p{Ll}\p{M}]+(?![\p{L}\p{N}_@#/-]|['’.]\p{L})|(?<=['’])\p{Ll}+(?![\p{L}\p{N}_@#/-]|['’.]\p{L})/gu,
  )) {
    if (performance.now() > until) break;
    if (nameWords.has(word.toLowerCase()) || !mayBeMisspelled(text, word, index, language)) continue;
    const right = correctionOf(word, dictionary);
    if (right !== null) edits.push({ start: index, end: index + word.length, replacement: right });
  }
  const corrected = applyEdits(text, allowedEdits(edits, protectedSpans(text, names, "any")));
  return { text: corrected, corrections: countChanges(text, corrected, mostChanges) };
}

/** A capital makes a name of a word, unless it opens a sentence, or every noun has one. */
function mayBeMisspelled(text: string, word: string, index: number, language: PolishLanguage): boolean {
  if (word.length > longestWord) return false;
  if (/^\p{Ll}/u.test(word)) return word.length >= shortestWord;
  const opens = /(?:^|[.!?¿¡]\s*|\n\s*)$/u.test(text.slice(Math.max(0, index - 20), index));
  return word.length >= shortestCapitalised && (opens || language === "de");
}

function correctionOf(word: string, dictionary: Dictionary): string | null {
  if (dictionary.isWord(word) || dictionary.isWord(word.toLowerCase())) return null;
  const ranked = dictionary
    .suggest(word)
    .filter(
      (meant) =>
        /^[\p{L}\p{M}]+$/u.test(meant) && isCapitalised(meant) === isCapitalised(word) && !isOtherNorm(word, meant),
    )
    .map((meant, place) => {
      const cost = slipCost(word.toLowerCase(), meant.toLowerCase(), mostCost);
      return { meant, cost, score: cost + place * placeCost };
    })
    .filter(({ cost }) => cost <= mostCost)
    .sort((a, b) => a.score - b.score);
  const [best, next] = ranked;
  return best && (!next || next.score - best.score >= lead || best.cost < next.cost) ? best.meant : null;
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** "incómodo" and "incômodo", "bebé" and "bebê": Portuguese of two countries. */
function isOtherNorm(word: string, meant: string): boolean {
  const tilted = (text: string) => text.replaceAll("ó", "ô").replaceAll("é", "ê");
  return word !== meant && tilted(word) === tilted(meant);
}
