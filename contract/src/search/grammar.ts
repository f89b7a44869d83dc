import { limits } from "../limits.ts";
import { type TicketStatus, ticketStatuses } from "../vocabulary.ts";
import { dayMeant } from "./day-meant.ts";

/** What narrows a search down, as it is typed before a colon. */
export const searchFilterNames = ["from", "tag", "status", "order", "before", "after"] as const;
export type SearchFilterName = (typeof searchFilterNames)[number];

export type SearchFilter = {
  name: SearchFilterName;
  /** As it was typed, without its quotes. */
  value: string;
  /** Where it stands in what was typed. */
  start: number;
  end: number;
};

/** What a typed search asks for: everything has to fit, but of two filters of one name either, two days aside. */
export type SearchQuery = {
  /** In the order in which they were typed; each may be unfinished. */
  words: string[];
  /** Words that stand side by side, exactly so. */
  phrases: string[];
  filters: SearchFilter[];
};

type Token = { name?: SearchFilterName; text: string; isQuoted: boolean; start: number; end: number };

/** By what each quotation mark is closed. */
const closing: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "”": "”" };

/**
 * Reads what somebody types to search tickets (docs/product.md#how-a-search-is-written). Nothing is an error: a quote that is still open
 * is words, a filter without its value asks for nothing yet, and what comes before any other colon is a word.
 */
export function readSearch(typed: string): SearchQuery {
  const query: SearchQuery = { words: [], phrases: [], filters: [] };
  for (const { name, text, isQuoted, start, end } of tokensOf(typed.slice(0, limits.searchLength).toWellFormed())) {
    if (name === undefined) {
      if (isQuoted) query.phrases.push(text);
      else query.words.push(text);
    } else if (text !== "" && !isHalfDay(name, text)) query.filters.push({ name, value: text, start, end });
  }
  return query;
}

/** Whether anything is asked for. */
export function isBlankSearch({ words, phrases, filters }: SearchQuery): boolean {
  return words.length + phrases.length + filters.length === 0;
}

/** The statuses that a filter names, unfinished or whole, by the name or the label; none where it names none. */
export function statusesMeant(value: string): TicketStatus[] {
  const wanted = squeezed(value);
  const same = ticketStatuses.filter((status) => squeezed(status) === wanted);
  return same.length > 0 || wanted === ""
    ? same
    : ticketStatuses.filter((status) => squeezed(status).startsWith(wanted));
}

/** What was typed without one of its filters. */
export function withoutFilter(typed: string, { start, end }: Pick<SearchFilter, "start" | "end">): string {
  return `${typed.slice(0, start).trimEnd()} ${typed.slice(end).trimStart()}`.trim();
}

/** A filter as it is typed, in quotes where it has to be. */
export function writtenFilter({ name, value }: Pick<SearchFilter, "name" | "value">): string {
  if (!/\s/.test(value) && closing[value.charAt(0)] === undefined) return `${name}:${value}`;
  const marks = Object.entries(closing).find(([, ends]) => ![...ends].some((end) => value.includes(end)));
  // Its own quotes held it, and are no part of it.
  const [begin, end] = marks ?? ['"', '"'];
  return `${name}:${begin}${value}${end.charAt(0)}`;
}

function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** Of a day that is being typed nothing is known yet. */
function isHalfDay(name: SearchFilterName, text: string): boolean {
  return (name === "before" || name === "after") && /^\d{1,3}$/.test(text) && dayMeant(text) === null;
}

function* tokensOf(typed: string): Generator<Token> {
  let at = 0;
  while (at < typed.length) {
    if (isSpace(typed[at])) {
      at += 1;
      continue;
    }
    const start = at;
    const name = filterNameAt(typed, at);
    if (name !== undefined) at += name.length + 1;
    const end = quoteEnd(typed, at);
    if (end !== undefined) {
      const text = typed.slice(at + 1, end).trim();
      at = end + 1;
      if (name !== undefined || text !== "") yield { ...(name && { name }), text, isQuoted: true, start, end: at };
      continue;
    }
    // A quote that nothing closes yet; of a filter it goes on to the end.
    const isOpen = typed[at] !== undefined && closing[typed[at] as string] !== undefined;
    if (isOpen) at += 1;
    let stop = at;
    while (stop < typed.length && !(isSpace(typed[stop]) && !(isOpen && name !== undefined))) stop += 1;
    const text = typed.slice(at, stop).trim();
    at = stop;
    if (name !== undefined || text !== "") yield { ...(name && { name }), text, isQuoted: false, start, end: stop };
  }
}

/** The filter that begins here, if its name stands before a colon. */
function filterNameAt(typed: string, at: number): SearchFilterName | undefined {
  const rest = typed.slice(at, at + 8).toLowerCase();
  return searchFilterNames.find((name) => rest.startsWith(`${name}:`));
}

/** Where the quote that opens here is closed: at the end of a word. */
function quoteEnd(typed: string, at: number): number | undefined {
  const marks = closing[typed[at] ?? ""];
  if (marks === undefined) return undefined;
  for (let end = at + 1; end < typed.length; end += 1) if (marks.includes(typed[end] as string)) return end;
  return undefined;
}

function isSpace(sign: string | undefined): boolean {
  return sign !== undefined && /\s/.test(sign);
}
