import { limits } from "@deskhand/contract/limits";
import type { SearchResult } from "@deskhand/contract/search";
import type { Read } from "../../platform/db/tenant.ts";
import { toTicketCard } from "../tickets/index.ts";
import { excerptAround } from "./excerpt-around.ts";
import { everythingQuery } from "./search.queries.ts";

/** Tickets, customers and orders that a text finds, each the best first (docs/product.md#the-palette). */
export async function findEverything(read: Read, reader: string, typed: string): Promise<SearchResult> {
  const rows = await read(everythingQuery({ typed, reader }));
  const tickets = rows.flatMap(({ customers, orders, ...row }) => {
    if (row.id === null) return [];
    const { foundText, ...ticket } = row;
    return [{ ...toTicketCard(ticket), excerpt: foundText && excerptAround(foundText, typed) }];
  });
  const [{ customers, orders } = { customers: [], orders: [] }] = rows;
  return { tickets: firstOf(tickets), customers: firstOf(customers), orders: firstOf(orders) };
}

function firstOf<Hit>(hits: Hit[]): { items: Hit[]; hasMore: boolean } {
  return { items: hits.slice(0, limits.searchHits), hasMore: hits.length > limits.searchHits };
}
