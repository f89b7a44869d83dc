import { limits } from "@deskhand/contract/limits";
import type { TicketSort } from "@deskhand/contract/vocabulary";
import { type CompiledQuery, sql } from "kysely";
import { compose, statement } from "../../../platform/db/statement.ts";
import { type CardRow, cardColumns, cardText } from "./ticket-card.queries.ts";

/** A place in the list: the ticket's id, the time that the list is sorted by, and, when sorted by priority, its urgency. */
export type TicketCursor = { urgency?: number; at: string; id: string };
type Page = Required<TicketCursor> & { reader: string | null; isArchived: boolean; limit: number };
type View = { filter: string; isArchived: boolean; sort: TicketSort };
/** `wanted` is a search as `parseSearch` returns it. */
type Found = View & { wanted: string };
type PageOf = { reader: string | null; limit: number } & Partial<TicketCursor>;

type Counts = {
  active: number;
  archived: number;
  /** Counted neither as active nor as archived. */
  snoozed: number;
  /** The number of the view's tickets that fit the filters; null if no counter has it. */
  matching: number | null;
};
/** Each row carries the counts; an empty page is one row with the counts alone. */
export type PageRow = Counts & Partial<FoundCounts> & ((CardRow & { urgency: number }) | { id: null });
/** The number of tickets that a search finds in the view and in the other one, each counted up to the limit plus one. */
type FoundCounts = { here: number | null; elsewhere: number | null };

const pageFile = new URL("./ticket-page.sql", import.meta.url);
const pageOfDefaultSize = statement<Page, PageRow>(pageFile, { card: cardText, limit: limits.defaultPageSize + 1 });
const pageOfAnySize = statement<Page, PageRow>(pageFile, { card: cardText });

/** Selects up to `limit` tickets of a view after a cursor. The usual limit is a literal, as PostgreSQL keeps its plan only then. */
export function ticketPageQuery(page: Page): CompiledQuery<PageRow> {
  return page.limit === limits.defaultPageSize + 1 ? pageOfDefaultSize(page) : pageOfAnySize(page);
}

/** Selects up to `limit` found tickets, after a cursor or from the start, and counts them up to `countLimit` (null: not at all). */
export const foundTicketsQuery = statement<Found & PageOf & { countLimit: number | null }, PageRow & FoundCounts>(
  new URL("./found-tickets.sql", import.meta.url),
  { card: cardText },
);

/** Selects up to `limit` tickets that fit the filters, without a search. */
export const pagedTicketsQuery = statement<View & PageOf, PageRow>(new URL("./paged-tickets.sql", import.meta.url), {
  card: cardText,
});

/** Counts the view's tickets that fit the filters: exact where a counter has it, else up to the limit plus one. */
export function viewedCountQuery(
  { filter, isArchived }: Omit<View, "sort">,
  limit: number = limits.searchCountCap,
): CompiledQuery<{ here: number }> {
  return compose.selectNoFrom(sql<number>`count_tickets(${filter}, ${isArchived}, ${limit + 1})`.as("here")).compile();
}

/** Counts the tickets of several lists, each up to a limit plus one, in one row with the lists' names. */
export function eachCountQuery<Name extends string>(
  lists: Record<Name, Omit<View, "sort">>,
  limit: number,
): CompiledQuery<Record<Name, number>> {
  const counts = Object.entries<Omit<View, "sort">>(lists).map(([name, { filter, isArchived }]) =>
    sql<number>`count_tickets(${filter}, ${isArchived}, ${limit + 1})`.as(name),
  );
  return compose.selectNoFrom(counts).$castTo<Record<Name, number>>().compile();
}

/** Counts the tickets that a search finds, without selecting them. */
export function foundCountQuery(
  { wanted, filter, isArchived }: Omit<Found, "sort">,
  limit: number,
): CompiledQuery<FoundCounts> {
  const counted = sql<FoundCounts>`count_found(
    ${wanted}, ${filter}, ${isArchived}, ${limit + 1})`;
  return compose.selectFrom(counted.as("counted")).select(["here", "elsewhere"]).compile();
}

/** Selects the last updated tickets, latest first. */
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
