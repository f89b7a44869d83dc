import { limits } from "@deskhand/contract/limits";
import type { TicketSort } from "@deskhand/contract/vocabulary";
import { type CompiledQuery, sql } from "kysely";
import { compose, statement } from "../../../platform/db/statement.ts";
import { type CardRow, cardColumns, cardText } from "./ticket-card.queries.ts";

/** The cursor of the list: after the ticket with this id and the time that the order goes by, and in the order by priority this urgency. */
export type TicketCursor = { urgency?: number; at: string; id: string };
type Page = Required<TicketCursor> & { reader: string; isArchived: boolean; limit: number };
type View = { filter: string; isArchived: boolean; sort: TicketSort };
/** `wanted` is what a search asks for, as `wantedOf` makes it. */
type Found = View & { wanted: string };
type Asked = { reader: string; limit: number } & Partial<TicketCursor>;

type Counts = {
  active: number;
  archived: number;
  /** Those that are put off, which are among neither. */
  snoozed: number;
  /** How many of the view the filters fit; null where no counter knows it. */
  matching: number | null;
};
/** The counts come with each row, and alone in one row where the page is empty. */
export type PageRow = Counts & Partial<FoundCounts> & ((CardRow & { urgency: number }) | { id: null });
/** How many a search finds of a view, and how many of the other one, each counted to one more than the limit. */
type FoundCounts = { here: number | null; elsewhere: number | null };

const pageFile = new URL("./ticket-page.sql", import.meta.url);
const pageOfDefaultSize = statement<Page, PageRow>(pageFile, { card: cardText, limit: limits.defaultPageSize + 1 });
const pageOfAnySize = statement<Page, PageRow>(pageFile, { card: cardText });

/** Up to `limit` tickets of a view after a cursor. The usual limit is written out, because only then PostgreSQL keeps its plan. */
export function ticketPageQuery(page: Page): CompiledQuery<PageRow> {
  return page.limit === limits.defaultPageSize + 1 ? pageOfDefaultSize(page) : pageOfAnySize(page);
}

/** Up to `limit` of the tickets that are found, after a cursor or from the beginning, and how many there are, up to `countLimit`; null counts nothing. */
export const foundTicketsQuery = statement<Found & Asked & { countLimit: number | null }, PageRow & FoundCounts>(
  new URL("./found-tickets.sql", import.meta.url),
  { card: cardText },
);

/** The same without a text. */
export const pagedTicketsQuery = statement<View & Asked, PageRow>(new URL("./paged-tickets.sql", import.meta.url), {
  card: cardText,
});

/** How many tickets of a view the filters fit: exact where a counter knows it, else counted to one more than the limit. */
export function viewedCountQuery(
  { filter, isArchived }: Omit<View, "sort">,
  limit: number = limits.searchCountCap,
): CompiledQuery<{ here: number }> {
  return compose.selectNoFrom(sql<number>`count_tickets(${filter}, ${isArchived}, ${limit + 1})`.as("here")).compile();
}

/** How many tickets a search finds, without a page of them. */
export function foundCountQuery(
  { wanted, filter, isArchived }: Omit<Found, "sort">,
  limit: number,
): CompiledQuery<FoundCounts> {
  const counted = sql<FoundCounts>`count_found(
    ${wanted}, ${filter}, ${isArchived}, ${limit + 1})`;
  return compose.selectFrom(counted.as("counted")).select(["here", "elsewhere"]).compile();
}

/** The tickets that were updated last, the latest first. */
export function recentTicketsQuery(reader: string): CompiledQuery<CardRow> {
  const latest = compose
    .selectFrom("ticket_places")
    .select(["ticket_id", "updated_at"])
    .orderBy("updated_at", "desc")
    .orderBy("ticket_id", "desc")
    .limit(limits.dashboardRecentTickets);
  return compose
    .selectFrom(latest.as("latest"))
    .innerJoin("support_tickets as t", "t.id", "latest.ticket_id")
    .leftJoin("customers as c", "c.id", "t.customer_id")
    .leftJoin("ticket_reads as r", (join) =>
      join.onRef("r.client_id", "=", "t.client_id").onRef("r.ticket_id", "=", "t.id").on("r.user_id", "=", reader),
    )
    .select(cardColumns)
    .orderBy("latest.updated_at", "desc")
    .orderBy("latest.ticket_id", "desc")
    .compile();
}
