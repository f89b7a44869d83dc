import { limits } from "@deskhand/contract/limits";
import { timestamp } from "@deskhand/contract/page";
import type { TicketCard, TicketFilter, TicketList } from "@deskhand/contract/tickets";
import type { TicketSort } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Read } from "../../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../../platform/list-cursor.ts";
import { areCounted, chosenFilters } from "./chosen-filters.ts";
import {
  foundCountQuery,
  foundTicketsQuery,
  type PageRow,
  pagedTicketsQuery,
  recentTicketsQuery,
  type TicketCursor,
  ticketPageQuery,
} from "./list.queries.ts";
import { type CardRow, toTicketCard } from "./ticket-card.ts";

type Page = TicketFilter & { sort: TicketSort; cursor?: string | undefined; limit: number };

/** Before every ticket: none is so urgent. */
const beginning = { urgency: 9, at: "infinity", id: "00000000-0000-0000-0000-000000000000" };

/** A cursor says of which order it is; one of another is none of this list. Nobody waits since 'infinity'. */
const cursors: Record<TicketSort, z.ZodType<TicketCursor>> = {
  priority: z
    .tuple([z.number().int().min(0).max(7), timestamp, z.uuid()])
    .transform(([urgency, at, id]) => ({ urgency, at, id })),
  activity: z.tuple([z.literal("activity"), timestamp, z.uuid()]).transform(([, at, id]) => ({ at, id })),
  waiting: z
    .tuple([z.literal("waiting"), z.union([timestamp, z.literal("infinity")]), z.uuid()])
    .transform(([, at, id]) => ({ at, id })),
};

/** One page of a view's tickets in one of the list's orders, with the counts that stand beside it (docs/product.md#the-list). */
export async function listTickets(
  read: Read,
  { userId: reader }: { userId: string },
  { cursor, limit, view, sort, search = "", ...filters }: Page,
): Promise<TicketList> {
  const after = readCursor(cursor, cursors[sort]);
  const chosen = chosenFilters(filters, reader);
  const isArchived = view === "archive";
  const found = { search, filter: JSON.stringify(chosen), isArchived };
  const asked = { ...found, sort, reader, ...after, limit: limit + 1 };
  const isPlain = sort === "priority" && search === "" && Object.keys(chosen).length === 0;
  const returned = await read(
    isPlain
      ? ticketPageQuery({ ...beginning, ...after, reader, isArchived, limit: limit + 1 })
      : search === ""
        ? pagedTicketsQuery(asked)
        : foundTicketsQuery(asked),
  );
  const rows = returned.filter(isTicket);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const { active = 0, archived = 0, snoozed = 0, matching = 0 } = returned[0] ?? {};
  const isCounted = search === "" && areCounted(chosen);
  // A first page that is not full is all there is; otherwise the search runs again to count.
  const isWhole = !after && rows.length <= limit;
  const total = isCounted ? matching : isWhole ? rows.length : ((await read(foundCountQuery(found)))[0]?.count ?? 0);
  const isCapped = !isCounted && total > limits.searchCountCap;
  return {
    items: rows.slice(0, limit).map(({ active, archived, snoozed, matching, urgency, ...row }) => toTicketCard(row)),
    nextCursor: last ? writeCursor(placeOf(last, sort, isArchived)) : null,
    total: isCapped ? limits.searchCountCap : total,
    totalIsCapped: isCapped,
    activeCount: active,
    archivedCount: archived,
    snoozedCount: snoozed,
  };
}

/** How many tickets a list would show: exact where the counters know, else counted to one more than a cap. */
export async function countTickets(
  read: Read,
  actor: { userId: string },
  listed: Omit<Page, "cursor" | "limit">,
  cap: number,
): Promise<number> {
  const { view, sort: _, search = "", ...filters } = listed;
  const chosen = chosenFilters(filters, actor.userId);
  if (search === "" && areCounted(chosen)) return (await listTickets(read, actor, { ...listed, limit: 1 })).total;
  const found = { search, filter: JSON.stringify(chosen), isArchived: view === "archive" };
  return (await read(foundCountQuery(found, cap)))[0]?.count ?? 0;
}

function placeOf(
  { id, urgency, createdAt, updatedAt, waitingSince }: CardRow & { urgency: number },
  sort: TicketSort,
  isArchived: boolean,
): (string | number)[] {
  if (sort === "activity") return [sort, updatedAt, id];
  // Nobody waits in an archive.
  if (sort === "waiting") return [sort, (!isArchived && waitingSince) || "infinity", id];
  return [urgency, createdAt, id];
}

/** The tickets that were updated last, the latest first, as the dashboard lists them. */
export async function readRecentTickets(read: Read, reader: string): Promise<TicketCard[]> {
  return (await read(recentTicketsQuery(reader))).map(toTicketCard);
}

function isTicket(row: PageRow): row is Extract<PageRow, CardRow> {
  return row.id !== null;
}
