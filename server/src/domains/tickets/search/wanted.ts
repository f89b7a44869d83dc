import { dayMeant } from "@deskhand/contract/search/day-meant";
import { readSearch, type SearchFilterName, statusesMeant } from "@deskhand/contract/search/grammar";

/** A typed search as the database's functions read it (search_asked, search_condition): lists of texts by what they are, none of them empty. */
export type Wanted = Partial<Record<"words" | "phrases" | SearchFilterName, string[]>>;

/** What a typed search asks of tickets; empty where it asks for nothing. A value that means nothing finds nothing. */
export function wantedOf(typed: string): Wanted {
  const { words, phrases, filters } = readSearch(typed);
  const wanted: Wanted = {};
  if (words.length > 0) wanted.words = words.slice(0, mostWords);
  if (phrases.length > 0) wanted.phrases = phrases;
  for (const { name, value } of filters) wanted[name] = [...(wanted[name] ?? []), ...valuesOf(name, value)];
  return wanted;
}

/** Ten words narrow down enough, whatever was pasted. */
const mostWords = 10;

function valuesOf(name: SearchFilterName, value: string): string[] {
  if (name === "status") return statusesMeant(value);
  if (name === "before" || name === "after") return [dayMeant(value) ?? neverIsIt[name]];
  return [value];
}

/** Days that no ticket is before or after. */
const neverIsIt = { before: "0001-01-01", after: "9999-12-31" };
