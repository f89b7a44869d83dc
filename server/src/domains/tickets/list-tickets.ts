import { limits } from "@deskhand/contract/limits";
import type { TicketFilter, TicketList } from "@deskhand/contract/tickets";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { countTickets, findCustomerId, searchTicketIds, selectTicketPage, selectTicketsById } from "./list.queries.ts";
import { toTicketCard } from "./ticket-card.ts";
import { readCursor, writeCursor } from "./ticket-cursor.ts";

type Page = TicketFilter & { cursor?: string | undefined; limit: number };

/** One page of a view's tickets in the list's order, with the counts that stand beside it (spec part 1, section 2.7). */
export async function listTickets(tx: TenantTx, { cursor, limit, customer, ...filter }: Page): Promise<TicketList> {
  const customerId = customer ? await findCustomerId(tx, customer) : undefined;
  const counts = await countTickets(tx, filter);
  const about = { activeCount: counts.active, archivedCount: counts.archived };
  if (customerId === null) return { items: [], nextCursor: null, total: 0, totalIsCapped: false, ...about };

  const query = { ...filter, customerId, after: readCursor(cursor), limit: limit + 1 };
  const isSearch = Boolean(filter.search) || customerId !== undefined;
  const rows = isSearch
    ? await selectTicketsById(tx, await searchTicketIds(tx, query))
    : await selectTicketPage(tx, query);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const total = isSearch
    ? (await searchTicketIds(tx, { ...query, after: null, limit: limits.searchCountCap + 1 })).length
    : counts.matching;
  return {
    items: page.map(toTicketCard),
    nextCursor: rows.length > limit && last ? writeCursor(last) : null,
    total: Math.min(total, isSearch ? limits.searchCountCap : total),
    totalIsCapped: isSearch && total > limits.searchCountCap,
    ...about,
  };
}
