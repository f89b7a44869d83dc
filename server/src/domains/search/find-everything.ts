import { limits } from "@deskhand/contract/limits";
import type { SearchResult } from "@deskhand/contract/search";
import { foundPlaces } from "@deskhand/contract/search/found-places";
import { readSearch } from "@deskhand/contract/search/grammar";
import type { Read } from "../../platform/db/tenant.ts";
import { resolveNumber } from "../orders/index.ts";
import { correctSearch, parseSearch, toTicketCard, unknownFilters } from "../tickets/index.ts";
import { everythingQuery } from "./search.queries.ts";

/** Finds tickets, customers and orders by a typed search, best matches first (docs/product.md#the-palette). */
export async function findEverything(read: Read, reader: string, typed: string): Promise<SearchResult> {
  const found = await addMeantByNumber(read, reader, typed, await findTyped(read, reader, typed));
  if (found.tickets.items.length + found.customers.items.length + found.orders.items.length > 0) return found;
  const shownFor = await correctSearch(read, typed);
  if (shownFor === null) return { ...found, unknown: await unknownFilters(read, typed) };
  return { ...(await findTyped(read, reader, shownFor)), shownFor };
}

/** Fills the kinds without results with what a typed number may mean. */
async function addMeantByNumber(read: Read, reader: string, typed: string, found: SearchResult): Promise<SearchResult> {
  const emptyKinds = (["orders", "customers", "tickets"] as const).filter((kind) => found[kind].items.length === 0);
  const meant = emptyKinds.length === 0 ? null : await resolveNumber(read, typed);
  if (meant === null) return found;
  const completed = { ...found };
  for (const kind of emptyKinds) {
    for (const text of meant[kind]) {
      const group = await findTyped(read, reader, text);
      if (completed[kind].items.length === 0) Object.assign(completed, { [kind]: group[kind] });
    }
  }
  return completed;
}

async function findTyped(read: Read, reader: string, typed: string): Promise<SearchResult> {
  const { words: singleWords, phrases } = readSearch(typed);
  const words = [...singleWords, ...phrases].join(" ");
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

/** Characters before the match; few, as a phone shows only about forty. */
const contextLength = 20;
const excerptLength = 160;

/** Returns the part of a text around the first typed word, on one line, with "…" where it was cut. */
export function excerptAround(text: string, typed: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = foundPlaces(line, typed)[0]?.start ?? 0;
  const from = at <= contextLength * 2 ? 0 : line.indexOf(" ", at - contextLength) + 1;
  const start = Math.min(from, at);
  const excerpt = line.slice(start, start + excerptLength);
  const isCut = start + excerptLength < line.length;
  const lastSpace = excerpt.lastIndexOf(" ");
  const trimmed = isCut && lastSpace > excerptLength / 2 ? excerpt.slice(0, lastSpace) : excerpt;
  return `${start > 0 ? "…" : ""}${trimmed}${isCut ? "…" : ""}`;
}
