import { limits } from "@deskhand/contract/limits";
import type { TicketFilter, TicketList } from "@deskhand/contract/tickets";
import type { Read } from "../../../platform/db/tenant.ts";
import {
  customerIdQuery,
  isSearch,
  type PageQuery,
  type PageRow,
  searchCountQuery,
  type TicketRow,
  ticketPageQuery,
} from "./list.queries.ts";
import { toTicketCard } from "./ticket-card.ts";
import { readTicketCursor, writeTicketCursor } from "./ticket-cursor.ts";

type Page = TicketFilter & { cursor?: string | undefined; limit: number };

/** No customer has it: the nil UUID, which no row does. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** One page of a view's tickets in the list's order, with the counts that stand beside it (spec part 1, section 2.7). */
export async function listTickets(read: Read, { cursor, limit, customer, ...filter }: Page): Promise<TicketList> {
  const customerId = customer ? ((await read(customerIdQuery(customer)))[0]?.id ?? nobody) : null;
  const query: PageQuery = { ...filter, customerId, after: readTicketCursor(cursor), limit: limit + 1 };
  const answered = await read(ticketPageQuery(query));
  const rows = answered.filter(isTicket);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const { active = 0, archived = 0, matching = 0 } = answered[0] ?? {};
  const total = isSearch(query) ? await countFound(read, query, rows) : matching;
  return {
    items: page.map(toTicketCard),
    nextCursor: rows.length > limit && last ? writeTicketCursor(last) : null,
    total: Math.min(total, isSearch(query) ? limits.searchCountCap : total),
    totalIsCapped: isSearch(query) && total > limits.searchCountCap,
    activeCount: active,
    archivedCount: archived,
  };
}

/** A first page that is not full is all there is; otherwise the search runs again to count. */
async function countFound(read: Read, query: PageQuery, rows: TicketRow[]): Promise<number> {
  if (!query.after && rows.length < query.limit) return rows.length;
  return (await read(searchCountQuery(query)))[0]?.count ?? 0;
}

function isTicket(row: PageRow): row is PageRow & TicketRow {
  return row.id !== null;
}
