import { dayMeant } from "@deskhand/contract/search/day-meant";
import { readSearch, type SearchFilterName, statusesMeant } from "@deskhand/contract/search/grammar";
import type { SearchNews } from "@deskhand/contract/search/news";
import type { Read } from "../../../platform/db/tenant.ts";
import { isAnythingFoundQuery, nearWordsQuery } from "./search.queries.ts";

/** A parsed search as the database's functions take it (search_asked, search_condition): lists of texts, none of them empty. */
type ParsedSearch = Partial<Record<"words" | "phrases" | SearchFilterName, string[]>>;

/** Parses a typed search; empty if it asks for nothing. A filter with an unknown value finds nothing. */
export function parseSearch(typed: string): ParsedSearch {
  const { words, phrases, filters } = readSearch(typed);
  const parsed: ParsedSearch = {};
  if (words.length > 0) parsed.words = words.slice(0, maxWords);
  if (phrases.length > 0) parsed.phrases = phrases;
  for (const { name, value } of filters) parsed[name] = [...(parsed[name] ?? []), ...valuesOf(name, value)];
  return parsed;
}

/** Ten words are enough, however long the pasted text is. */
const maxWords = 10;

function valuesOf(name: SearchFilterName, value: string): string[] {
  if (name === "status") return statusesMeant(value);
  if (name === "rating") return scoresMeant(value);
  if (name === "before" || name === "after") return [dayMeant(value) ?? impossibleDays[name]];
  return [value];
}

/** What ratings are called, with the scores meant: 0 for who was asked and did not rate, -1 for who was not asked. */
const namedScores: Readonly<Record<string, readonly number[]>> = {
  good: [4, 5],
  high: [4, 5],
  bad: [1, 2],
  low: [1, 2],
  unanswered: [0],
  "not-asked": [-1],
};

/** The scores that a filter names by number or name, finished or not; none if it names none. */
function scoresMeant(value: string): string[] {
  if (/^[1-5]$/.test(value)) return [value];
  const typed = value.toLowerCase().replaceAll(/[\s_]/g, "-");
  const name = Object.keys(namedScores).find((known) => known.startsWith(typed));
  return (name === undefined ? [] : (namedScores[name] ?? [])).map(String);
}

/** Days before and after all tickets, for a date that cannot be read. */
const impossibleDays = { before: "0001-01-01", after: "9999-12-31" };

/** Lists the filters that find nothing even alone, to point out a mistyped one, which hides all tickets. */
export async function unknownFilters(read: Read, typed: string): Promise<SearchNews["unknown"]> {
  const unknown: SearchNews["unknown"] = [];
  for (const { name, value, start, end } of readSearch(typed).filters.slice(0, 5)) {
    const alone = parseSearch(typed.slice(start, end));
    const [answer] = await read(isAnythingFoundQuery(JSON.stringify(alone)));
    if (!answer?.isFound) unknown.push({ name, value });
  }
  return unknown;
}

/**
 * Corrects the spelling of a search that finds nothing by the words that tickets have; null if none is similar. Phrases and filters stay
 * as they are, as they are meant exactly.
 */
export async function correctSearch(read: Read, typed: string): Promise<string | null> {
  const words = readSearch(typed).words.filter((word) => /^\p{L}{4,30}$/u.test(word));
  if (words.length === 0) return null;
  const found = await read(nearWordsQuery(words));
  let corrected = typed;
  for (const [place, word] of words.entries()) {
    const { folded, near } = found[place] ?? { folded: "", near: [] };
    const better = closestWord(folded, near);
    if (better !== null) corrected = corrected.replace(word, () => better);
  }
  return corrected === typed ? null : corrected;
}

/**
 * Picks the word that was most likely meant by `typed`: the one with the fewest slips, at most one in up to five letters, two in longer
 * words with the same first letter ("müller" is no "keller"). Among equals it prefers the same first letter, then the nearest length.
 * Null if none is near.
 */
export function closestWord(typed: string, words: readonly string[]): string | null {
  const maxSlips = typed.length <= 5 ? 1 : 2;
  const candidates = words.flatMap((word) => {
    const slips = Math.abs(word.length - typed.length) > maxSlips ? maxSlips + 1 : slipsBetween(typed, word);
    const beginsAlike = word[0] === typed[0];
    if (slips > (beginsAlike ? maxSlips : 1)) return [];
    return [{ word, cost: slips * 100 + (beginsAlike ? 0 : 50) + Math.abs(word.length - typed.length) }];
  });
  candidates.sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1));
  return candidates[0]?.word ?? null;
}

/** Counts letters left out, added, mistaken or swapped with their neighbour (Damerau-Levenshtein). */
function slipsBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[to.length] ?? 0;
}
