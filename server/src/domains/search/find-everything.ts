import { limits } from "@deskhand/contract/limits";
import type { SearchResult } from "@deskhand/contract/search";
import { foundPlaces } from "@deskhand/contract/search/found-places";
import { readSearch } from "@deskhand/contract/search/grammar";
import type { Read } from "../../platform/db/tenant.ts";
import { findMeant } from "../customers/index.ts";
import { correctSearch, parseSearch, toTicketCard, unknownFilters } from "../tickets/index.ts";
import { everythingQuery } from "./search.queries.ts";

/** Tickets, customers and orders that a search finds, each the best first (docs/product.md#the-palette). */
export async function findEverything(read: Read, reader: string, typed: string): Promise<SearchResult> {
  const found = await withMeant(read, reader, typed, await findTyped(read, reader, typed));
  if (found.tickets.items.length + found.customers.items.length + found.orders.items.length > 0) return found;
  const shownFor = await correctSearch(read, typed);
  if (shownFor === null) return { ...found, unknown: await unknownFilters(read, typed) };
  return { ...(await findTyped(read, reader, shownFor)), shownFor };
}

/** What was found, and of each kind of which nothing was what a number means, where one was typed. */
async function withMeant(read: Read, reader: string, typed: string, found: SearchResult): Promise<SearchResult> {
  const kinds = (["orders", "customers", "tickets"] as const).filter((kind) => found[kind].items.length === 0);
  const meant = kinds.length === 0 ? null : await findMeant(read, typed);
  if (meant === null) return found;
  const others = { ...found };
  for (const kind of kinds) {
    for (const text of meant[kind]) {
      const group = await findTyped(read, reader, text);
      if (others[kind].items.length === 0) Object.assign(others, { [kind]: group[kind] });
    }
  }
  return others;
}

async function findTyped(read: Read, reader: string, typed: string): Promise<SearchResult> {
  const { words: free, phrases } = readSearch(typed);
  const words = [...free, ...phrases].join(" ");
  const rows = await read(everythingQuery({ wanted: JSON.stringify(parseSearch(typed)), words, reader }));
  const tickets = rows.flatMap(({ customers, orders, ...row }) => {
    if (row.id === null) return [];
    const { foundText, ...ticket } = row;
    return [{ ...toTicketCard(ticket), excerpt: foundText && excerptAround(foundText, words) }];
  });
  const [{ customers, orders } = { customers: [], orders: [] }] = rows;
  const groups = { tickets: firstOf(tickets), customers: firstOf(customers), orders: firstOf(orders) };
  return { ...groups, shownFor: null, unknown: [] };
}

function firstOf<Hit>(hits: Hit[]): { items: Hit[]; hasMore: boolean } {
  return { items: hits.slice(0, limits.searchHits), hasMore: hits.length > limits.searchHits };
}

/** Few, because a phone shows little more than forty. */
const before = 20;
const length = 160;

/** The part of a text around the first of the typed words, on one line, with "…" where something was left out. */
export function excerptAround(text: string, typed: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = foundPlaces(line, typed)[0]?.start ?? 0;
  const from = at <= before * 2 ? 0 : line.indexOf(" ", at - before) + 1;
  const start = Math.min(from, at);
  const wanted = line.slice(start, start + length);
  const isCut = start + length < line.length;
  const lastSpace = wanted.lastIndexOf(" ");
  const shown = isCut && lastSpace > length / 2 ? wanted.slice(0, lastSpace) : wanted;
  return `${start > 0 ? "…" : ""}${shown}${isCut ? "…" : ""}`;
}
