import { limits } from "@deskhand/contract/limits";
import type { SearchResult } from "@deskhand/contract/search";
import type { Read } from "../../platform/db/tenant.ts";
import { excerptAround } from "./excerpt-around.ts";
import { everythingQuery } from "./search.queries.ts";

/** Tickets, customers and orders that a text finds, each the best first (spec part 1, section 2.4). */
export async function findEverything(read: Read, typed: string): Promise<SearchResult> {
  const [found] = await read(everythingQuery(typed, ticketNumberIn(typed)));
  const { tickets = [], customers = [], orders = [] } = found ?? {};
  return {
    tickets: firstOf(
      tickets.map(({ foundText, ...ticket }) => ({ ...ticket, excerpt: foundText && excerptAround(foundText, typed) })),
    ),
    customers: firstOf(customers),
    orders: firstOf(orders),
  };
}

/** The ticket meant by "42", "#42", "0042" or "Ticket: 0042"; null for any other text. */
function ticketNumberIn(typed: string): number | null {
  const digits = /^(?:ticket:?\s*)?#?0*(\d{1,9})$/i.exec(typed)?.[1];
  return digits === undefined ? null : Number(digits);
}

function firstOf<Hit>(hits: Hit[]): { items: Hit[]; hasMore: boolean } {
  return { items: hits.slice(0, limits.searchHits), hasMore: hits.length > limits.searchHits };
}
