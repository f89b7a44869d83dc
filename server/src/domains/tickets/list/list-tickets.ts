import { limits } from "@deskhand/contract/limits";
import { timestamp } from "@deskhand/contract/page";
import type { TicketCard, TicketFilter, TicketList } from "@deskhand/contract/tickets";
import type { TicketSort } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Read } from "../../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../../platform/list-cursor.ts";
import {
  foundCountQuery,
  foundTicketsQuery,
  type PageRow,
  recentTicketsQuery,
  type TicketCursor,
  ticketPageQuery,
} from "./list.queries.ts";
import { type CardRow, toTicketCard } from "./ticket-card.ts";

type Page = TicketFilter & { sort: TicketSort; cursor?: string | undefined; limit: number };

/** The filters that are counted as tickets change (ticket_kind_matches); for any other what is found is counted, to a cap. */
const countedFilters = ["status", "priority", "category"];

/** Before every ticket: none is so urgent. */
const beginning: TicketCursor = { urgency: 9, createdAt: "infinity", id: "00000000-0000-0000-0000-000000000000" };

const cursorSchema = z
  .tuple([z.number().int().min(0).max(7), timestamp, z.uuid()])
  .transform(([urgency, createdAt, id]): TicketCursor => ({ urgency, createdAt, id }));

/** One page of a view's tickets in the list's order, with the counts that stand beside it (docs/product.md#the-list). */
export async function listTickets(
  read: Read,
  { userId: reader }: { userId: string },
  { cursor, limit, view, sort: _, search = "", ...filters }: Page,
): Promise<TicketList> {
  const after = readCursor(cursor, cursorSchema);
  // Several values of one filter become one text, separated by commas.
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    value !== undefined && value !== "" && String(value) !== "" ? [[name, String(value)] as const] : [],
  );
  const found = { search, filter: JSON.stringify(Object.fromEntries(chosen)), isArchived: view === "archive" };
  const returned = await read(
    search === "" && chosen.length === 0
      ? ticketPageQuery({ ...(after ?? beginning), reader, isArchived: found.isArchived, limit: limit + 1 })
      : foundTicketsQuery({ ...found, reader, ...after, limit: limit + 1 }),
  );
  const rows = returned.filter(isTicket);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const { active = 0, archived = 0, snoozed = 0, matching = 0 } = returned[0] ?? {};
  const isCounted = search === "" && chosen.every(([name]) => countedFilters.includes(name));
  // A first page that is not full is all there is; otherwise the search runs again to count.
  const isWhole = !after && rows.length <= limit;
  const total = isCounted ? matching : isWhole ? rows.length : ((await read(foundCountQuery(found)))[0]?.count ?? 0);
  const isCapped = !isCounted && total > limits.searchCountCap;
  return {
    items: rows.slice(0, limit).map(({ active, archived, snoozed, matching, urgency, ...row }) => toTicketCard(row)),
    nextCursor: last ? writeCursor([last.urgency, last.createdAt, last.id]) : null,
    total: isCapped ? limits.searchCountCap : total,
    totalIsCapped: isCapped,
    activeCount: active,
    archivedCount: archived,
    snoozedCount: snoozed,
  };
}

/** The tickets that were updated last, the latest first, as the dashboard lists them. */
export async function readRecentTickets(read: Read, reader: string): Promise<TicketCard[]> {
  return (await read(recentTicketsQuery(reader))).map(toTicketCard);
}

function isTicket(row: PageRow): row is Extract<PageRow, CardRow> {
  return row.id !== null;
}
