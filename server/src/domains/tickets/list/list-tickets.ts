import { limits } from "@deskhand/contract/limits";
import { timestamp } from "@deskhand/contract/page";
import type { TicketCard, TicketFilter, TicketList } from "@deskhand/contract/tickets";
import type { TicketSort } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Read } from "../../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../../platform/http/list-cursor.ts";
import { findMeant } from "../../customers/index.ts";
import { correctSearch, unknownFilters, wantedOf } from "../search/wanted.ts";
import {
  foundCountQuery,
  foundTicketsQuery,
  type PageRow,
  pagedTicketsQuery,
  recentTicketsQuery,
  type TicketCursor,
  ticketPageQuery,
  viewedCountQuery,
} from "./list.queries.ts";
import { type CardRow, toTicketCard } from "./ticket-card.queries.ts";

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
export async function listTickets(read: Read, actor: { userId: string }, page: Page): Promise<TicketList> {
  const listed = await listPage(read, actor, page);
  const { search = "" } = page;
  if (search === "" || page.cursor || listed.items.length + (listed.elsewhereCount ?? 0) > 0) return listed;
  for (const shownFor of (await findMeant(read, search))?.tickets ?? []) {
    const meant = await listPage(read, actor, { ...page, search: shownFor });
    if (meant.items.length + (meant.elsewhereCount ?? 0) > 0) return { ...meant, shownFor };
  }
  const shownFor = await correctSearch(read, search);
  if (shownFor === null) return { ...listed, unknown: await unknownFilters(read, search) };
  return { ...(await listPage(read, actor, { ...page, search: shownFor })), shownFor };
}

async function listPage(
  read: Read,
  { userId: reader }: { userId: string },
  { cursor, limit, view, sort, search = "", ...filters }: Page,
): Promise<TicketList> {
  const after = readCursor(cursor, cursors[sort]);
  const chosen = chosenFilters(filters, reader);
  const isArchived = view === "archive";
  const wanted = wantedOf(search);
  const isSearched = Object.keys(wanted).length > 0;
  const asked = {
    wanted: JSON.stringify(wanted),
    filter: JSON.stringify(chosen),
    isArchived,
    sort,
    reader,
    ...after,
    limit: limit + 1,
  };
  const isPlain = sort === "priority" && !isSearched && Object.keys(chosen).length === 0;
  const found = isSearched ? await read(foundTicketsQuery(asked)) : undefined;
  const returned =
    found ??
    (await read(
      isPlain
        ? ticketPageQuery({ ...beginning, ...after, reader, isArchived, limit: limit + 1 })
        : pagedTicketsQuery(asked),
    ));
  const rows = returned.filter(isTicket);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const { active = 0, archived = 0, snoozed = 0, matching = 0 } = returned[0] ?? {};
  const isCounted = !isSearched && areCounted(chosen);
  // A first page that is not full is all there is.
  const isWhole = !after && rows.length <= limit;
  const counted = found?.[0];
  const total = isCounted
    ? matching
    : isWhole
      ? rows.length
      : (counted?.here ?? (await read(viewedCountQuery(asked)))[0]?.here ?? 0);
  const elsewhere = counted && Math.min(counted.elsewhere, limits.searchCountCap);
  const isCapped = !isCounted && total > limits.searchCountCap;
  return {
    items: rows
      .slice(0, limit)
      .map(({ active, archived, snoozed, matching, here, elsewhere, urgency, ...row }) => toTicketCard(row)),
    nextCursor: last ? writeCursor(placeOf(last, sort, isArchived)) : null,
    total: isCapped ? limits.searchCountCap : total,
    totalIsCapped: isCapped,
    activeCount: active,
    archivedCount: archived,
    snoozedCount: snoozed,
    elsewhereCount: elsewhere ?? null,
    shownFor: null,
    unknown: [],
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
  const wanted = wantedOf(search);
  const isSearched = Object.keys(wanted).length > 0;
  if (!isSearched && areCounted(chosen)) return (await listTickets(read, actor, { ...listed, limit: 1 })).total;
  const asked = { wanted: JSON.stringify(wanted), filter: JSON.stringify(chosen), isArchived: view === "archive" };
  const [counted] = await read(isSearched ? foundCountQuery(asked, cap) : viewedCountQuery(asked, cap));
  return counted?.here ?? 0;
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

/** The filters as the database's functions read them (ticket_matches): several values of one become one text, tags a list. */
type ChosenFilters = Partial<Record<DatabaseFilter, string | string[]>>;
type Filters = Omit<TicketFilter, "view" | "search">;
type DatabaseFilter = Exclude<keyof Filters, "assignee"> | "assignee" | "unassigned";

/** Those that are counted as tickets change, by three counters; for any other what is found is counted, to a cap. */
const countedTogether: readonly DatabaseFilter[][] = [
  ["status", "priority", "category", "snoozed"],
  ["needsReply", "assignee", "unassigned", "snoozed"],
  ["tag", "snoozed"],
];
/** The filters that are set, as the database reads them, of whoever asks for their own. */
function chosenFilters({ assignee, tag, ...rest }: Filters, userId: string): ChosenFilters {
  const chosen: [string, string | string[]][] = Object.entries(rest).flatMap(([name, value]) => {
    const text = value === undefined ? "" : String(value);
    return text === "" ? [] : [[name, text]];
  });
  if (assignee === "nobody") chosen.push(["unassigned", "true"]);
  else if (assignee) chosen.push(["assignee", assignee === "me" ? userId : assignee]);
  const tags = tag?.filter((one) => one !== "") ?? [];
  if (tags.length > 0) chosen.push(["tag", tags]);
  return Object.fromEntries(chosen);
}

/** Whether one of the counters knows how many tickets these fit. */
function areCounted(chosen: ChosenFilters): boolean {
  const names = Object.keys(chosen);
  // Each tag by itself: a ticket may have several.
  if (chosen.tag && chosen.tag.length > 1) return false;
  return countedTogether.some((counted) => names.every((name) => counted.some((known) => known === name)));
}
