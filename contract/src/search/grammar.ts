import { limits } from "../limits.ts";
import { type TicketStatus, ticketStatuses } from "../vocabulary.ts";
import { dayMeant } from "./day-meant.ts";

/** The names of filters, which are typed before a colon. */
export const searchFilterNames = ["from", "tag", "team", "status", "rating", "order", "before", "after"] as const;
export type SearchFilterName = (typeof searchFilterNames)[number];

export type SearchFilter = {
  name: SearchFilterName;
  /** As typed, without its quotes. */
  value: string;
  /** Where it begins in the typed text. */
  start: number;
  end: number;
};

/** What a typed search asks for: all parts have to fit, but only one of two filters with the same name, except for days. */
export type SearchQuery = {
  /** In typed order; each may be unfinished. */
  words: string[];
  /** Words that have to stand side by side, exactly like this. */
  phrases: string[];
  filters: SearchFilter[];
};

type Token = { name?: SearchFilterName; text: string; isQuoted: boolean; start: number; end: number };

/** The marks that close each quotation mark. */
const closing: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "”": "”" };

/**
 * Reads what a person types to search tickets (docs/product.md#how-a-search-is-written). Nothing is an error: an unclosed quote
 * is read as words, a filter without a value asks for nothing yet, and text before any other colon is a word.
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

/** Whether a search asks for nothing. */
export function isBlankSearch({ words, phrases, filters }: SearchQuery): boolean {
  return words.length + phrases.length + filters.length === 0;
}

/** The statuses that a filter names by name or label, finished or not; none if it names none. */
export function statusesMeant(value: string): TicketStatus[] {
  const wanted = squeezed(value);
  const same = ticketStatuses.filter((status) => squeezed(status) === wanted);
  return same.length > 0 || wanted === ""
    ? same
    : ticketStatuses.filter((status) => squeezed(status).startsWith(wanted));
}

/** Returns the typed text without one of its filters. */
export function withoutFilter(typed: string, { start, end }: Pick<SearchFilter, "start" | "end">): string {
  return `${typed.slice(0, start).trimEnd()} ${typed.slice(end).trimStart()}`.trim();
}

/** Writes a filter as people type it, in quotes where needed. */
export function writtenFilter({ name, value }: Pick<SearchFilter, "name" | "value">): string {
  if (!/\s/.test(value) && closing[value.charAt(0)] === undefined) return `${name}:${value}`;
  const marks = Object.entries(closing).find(([, ends]) => ![...ends].some((end) => value.includes(end)));
  // Its own quotation marks only enclosed it and do not belong to it.
  const [begin, end] = marks ?? ['"', '"'];
  return `${name}:${begin}${value}${end.charAt(0)}`;
}

function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** A day that is still being typed means nothing yet. */
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
    // A quotation mark without an end; in a filter it reaches to the end of the text.
    const isOpen = typed[at] !== undefined && closing[typed[at] as string] !== undefined;
    if (isOpen) at += 1;
    let stop = at;
    while (stop < typed.length && !(isSpace(typed[stop]) && !(isOpen && name !== undefined))) stop += 1;
    const text = typed.slice(at, stop).trim();
    at = stop;
    if (name !== undefined || text !== "") yield { ...(name && { name }), text, isQuoted: false, start, end: stop };
  }
}

/** Returns the filter whose name and colon stand here. */
function filterNameAt(typed: string, at: number): SearchFilterName | undefined {
  const rest = typed.slice(at, at + 8).toLowerCase();
  return searchFilterNames.find((name) => rest.startsWith(`${name}:`));
}

/** Returns where the quote that opens here ends. */
function quoteEnd(typed: string, at: number): number | undefined {
  const marks = closing[typed[at] ?? ""];
  if (marks === undefined) return undefined;
  for (let end = at + 1; end < typed.length; end += 1) if (marks.includes(typed[end] as string)) return end;
  return undefined;
}

function isSpace(sign: string | undefined): boolean {
  return sign !== undefined && /\s/.test(sign);
}
