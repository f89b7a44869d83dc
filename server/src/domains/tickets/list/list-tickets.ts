import { limits } from "@deskhand/contract/limits";
import { timestamp } from "@deskhand/contract/page";
import { readFigureFilter } from "@deskhand/contract/reports/figure-filter";
import { figures } from "@deskhand/contract/reports/figures";
import type { TicketCard, TicketFilter, TicketList } from "@deskhand/contract/tickets";
import { archivedStatuses, type TicketSort } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Read } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { readCursor, writeCursor } from "../../../platform/http/list-cursor.ts";
import { resolveNumber } from "../../orders/index.ts";
import { correctSearch, parseSearch, unknownFilters } from "../search/parse-search.ts";
import {
  eachCountQuery,
  foundCountQuery,
  foundTicketsQuery,
  type PageRow,
  pagedTicketsQuery,
  recentTicketsQuery,
  type TicketCursor,
  ticketPageQuery,
  viewedCountQuery,
} from "./list.queries.ts";
import { narrowedBy } from "./narrowed-by.ts";
import { type CardRow, toDue, toTicketCard } from "./ticket-card.queries.ts";

type Page = TicketFilter & { sort: TicketSort; cursor?: string | undefined; limit: number };
/** Whoever asks; null for a program, which has read nothing and is nobody's assignee. */
type Reader = { userId: string | null };
/** With `isCounted` false only the tickets are returned, without counts. */
type Wanted = Page & { isCounted?: boolean };
/** The number of results here and in the other view, each counted up to the cap plus one. */
type Counted = { here: number; elsewhere: number };

/** A cursor before every ticket. */
const start = { urgency: 9, at: "infinity", id: "00000000-0000-0000-0000-000000000000" };

const counts = z.number().int().min(0).array().max(2);
const countsOf = ([here, elsewhere = 0]: number[]) => (here === undefined ? undefined : { here, elsewhere });

/**
 * A cursor names its order, and one of another order is refused. 'infinity' stands for a ticket that nobody waits on, or that is never due. The counts of the
 * first page are kept in the cursors of the next ones.
 */
const cursors: Record<TicketSort, z.ZodType<TicketCursor & { counted: Counted | undefined }>> = {
  priority: z
    .tuple([z.number().int().min(0).max(7), timestamp, z.uuid()], z.number())
    .transform(([urgency, at, id, ...counted]) => ({ urgency, at, id, counted: countsOf(counts.parse(counted)) })),
  activity: z
    .tuple([z.literal("activity"), timestamp, z.uuid()], z.number())
    .transform(([, at, id, ...counted]) => ({ at, id, counted: countsOf(counts.parse(counted)) })),
  waiting: z
    .tuple([z.literal("waiting"), z.union([timestamp, z.literal("infinity")]), z.uuid()], z.number())
    .transform(([, at, id, ...counted]) => ({ at, id, counted: countsOf(counts.parse(counted)) })),
  due: z
    .tuple([z.literal("due"), z.union([timestamp, z.literal("infinity")]), z.uuid()], z.number())
    .transform(([, at, id, ...counted]) => ({ at, id, counted: countsOf(counts.parse(counted)) })),
};

/** Lists a page of a view's tickets in one of the list's orders, with the counts beside it (docs/product.md#the-list). */
export async function listTickets(read: Read, actor: Reader, page: Wanted): Promise<TicketList> {
  const listed = await listPage(read, actor, page);
  const { search = "", isCounted = true } = page;
  // Without results in the other view either, the search may be misspelled.
  if (search !== "" && !isCounted && listed.items.length === 0)
    return listTickets(read, actor, { ...page, isCounted: true });
  if (search === "" || page.cursor || listed.items.length + (listed.elsewhereCount ?? 0) > 0) return listed;
  for (const shownFor of (await resolveNumber(read, search))?.tickets ?? []) {
    const corrected = await listPage(read, actor, { ...page, search: shownFor });
    if (corrected.items.length + (corrected.elsewhereCount ?? 0) > 0) return { ...corrected, shownFor };
  }
  const shownFor = await correctSearch(read, search);
  if (shownFor === null) return { ...listed, unknown: await unknownFilters(read, search) };
  return { ...(await listPage(read, actor, { ...page, search: shownFor })), shownFor };
}

async function listPage(
  read: Read,
  { userId: reader }: Reader,
  { cursor, limit, isCounted = true, view, sort, search = "", ...filters }: Wanted,
): Promise<TicketList> {
  const after = readCursor(cursor, cursors[sort]);
  const filter = chosenFilters(filters, reader);
  const isArchived = view === "archive";
  const wanted = parseSearch(search);
  const isSearched = Object.keys(wanted).length > 0;
  const params = {
    wanted: JSON.stringify(wanted),
    filter,
    isArchived,
    sort,
    reader,
    ...after,
    limit: limit + 1,
  };
  const isPlain = sort === "priority" && !isSearched && filter === "{}";
  const countLimit = isCounted && !after?.counted ? limits.searchCountCap + 1 : null;
  const found = isSearched ? await read(foundTicketsQuery({ ...params, countLimit })) : undefined;
  const allRows =
    found ??
    (await read(
      isPlain
        ? ticketPageQuery({ ...start, ...after, reader, isArchived, limit: limit + 1 })
        : pagedTicketsQuery(params),
    ));
  const rows = allRows.filter(isTicket);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const { active = 0, archived = 0, snoozed = 0, matching = null } = allRows[0] ?? {};
  const exact = isSearched ? null : matching;
  // A first page that is not full holds all results.
  const isWhole = !after && rows.length <= limit;
  const isCountNeeded = countLimit !== null && exact === null && !(isWhole && !isSearched);
  const counted =
    after?.counted ?? (isCountNeeded ? countedOf(found ?? (await read(viewedCountQuery(params)))) : undefined);
  const total = exact ?? (isWhole ? rows.length : (counted?.here ?? 0));
  const isCapped = exact === null && total > limits.searchCountCap;
  return {
    items: rows
      .slice(0, limit)
      .map(({ active, archived, snoozed, matching, here, elsewhere, urgency, ...row }) => toTicketCard(row)),
    nextCursor: last
      ? writeCursor([...cursorOf(last, sort), ...(counted ? [counted.here, counted.elsewhere] : [])])
      : null,
    total: isCapped ? limits.searchCountCap : total,
    totalIsCapped: isCapped,
    activeCount: active,
    archivedCount: archived,
    snoozedCount: snoozed,
    elsewhereCount: isSearched && counted ? Math.min(counted.elsewhere, limits.searchCountCap) : null,
    shownFor: null,
    unknown: [],
  };
}

function countedOf([row]: Partial<Record<keyof Counted, number | null>>[]): Counted {
  return { here: row?.here ?? 0, elsewhere: row?.elsewhere ?? 0 };
}

/** Counts the tickets of a list: exact where a counter has it, else up to `cap` plus one. */
export async function countTickets(
  read: Read,
  actor: { userId: string },
  listed: Omit<Page, "cursor" | "limit">,
  cap: number,
): Promise<number> {
  const { view, sort: _, search = "", ...filters } = listed;
  const filter = chosenFilters(filters, actor.userId);
  const wanted = parseSearch(search);
  const isSearched = Object.keys(wanted).length > 0;
  const params = { wanted: JSON.stringify(wanted), filter, isArchived: view === "archive" };
  const [counted] = await read(isSearched ? foundCountQuery(params, cap) : viewedCountQuery(params, cap));
  return counted?.here ?? 0;
}

/** Counts the tickets of several lists without a search in one statement: exact where a counter has it, else up to `cap` plus one. */
export async function countEach<Name extends string>(
  read: Read,
  actor: { userId: string },
  lists: Record<Name, Omit<TicketFilter, "search">>,
  cap: number,
): Promise<Record<Name, number>> {
  const asked = Object.entries<Omit<TicketFilter, "search">>(lists).map(([name, { view, ...filters }]) => [
    name,
    { filter: chosenFilters(filters, actor.userId), isArchived: view === "archive" },
  ]);
  const [counts] = await read(eachCountQuery<Name>(Object.fromEntries(asked), cap));
  if (!counts) throw new Error("A statement of counts returned no row");
  return counts;
}

/** Sorts behind every ticket. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Lists the first active tickets whose targets are due after a time, the next first. */
export async function readNextDue(
  read: Read,
  actor: { userId: string },
  { after, ...page }: Pick<Page, "assignee" | "limit"> & { after: Date },
): Promise<TicketCard[]> {
  const cursor = writeCursor(["due", after.toISOString(), lastId]);
  const listed = await listPage(read, actor, { ...page, cursor, view: "active", sort: "due", isCounted: false });
  return listed.items.filter(({ due }) => due !== null && due.dueAt !== null);
}

/** Lists the first active tickets whose customers wait, who has waited longest first. */
export async function readLongestWaiting(
  read: Read,
  actor: { userId: string },
  page: Pick<Page, "assignee" | "limit">,
): Promise<TicketCard[]> {
  const list = { view: "active", needsReply: true, sort: "waiting", isCounted: false } as const;
  return (await listPage(read, actor, { ...page, ...list })).items;
}

function cursorOf(
  { id, urgency, createdAt, updatedAt, waitingSince, due, status }: CardRow & { urgency: number },
  sort: TicketSort,
): (string | number)[] {
  if (sort === "activity") return [sort, updatedAt, id];
  // Nobody waits in the archive.
  const isArchived = archivedStatuses.some((archived) => archived === status);
  if (sort === "waiting") return [sort, (!isArchived && waitingSince) || "infinity", id];
  if (sort === "due") return [sort, toDue(due)?.dueAt ?? "infinity", id];
  return [urgency, createdAt, id];
}

/** Lists the last updated tickets, latest first, for the dashboard. */
export async function readRecentTickets(read: Read, reader: string): Promise<TicketCard[]> {
  return (await read(recentTicketsQuery(reader))).map(toTicketCard);
}

/** What db/functions/tickets/figure-tickets.sql is asked for a figure's tickets. */
function figureAsked(text: string): object {
  const asked = readFigureFilter(text);
  // The contract let only those through that can be read.
  if (!asked) throw fail("input_invalid", { fields: { figure: ["This figure is not known"] } });
  const { figure, from, to, traits, took } = asked;
  const isLevel = figures[figure].isLevel === true;
  return {
    kind: figure,
    from: isLevel ? "-infinity" : from,
    to,
    ...(isLevel && { level: true }),
    ...narrowedBy(traits, took, isLevel),
  };
}

function isTicket(row: PageRow): row is Extract<PageRow, CardRow> {
  return row.id !== null;
}

/** Serializes the filters that are set, for db/functions/tickets/ticket-list.sql, with "me" replaced by the person's id. */
function chosenFilters(
  { assignee, figure, ...others }: Omit<TicketFilter, "view" | "search">,
  userId: string | null,
): string {
  if (assignee === "me" && userId === null) {
    throw fail("input_invalid", { fields: { assignee: ["An API key is nobody: name a person by id"] } });
  }
  const read = {
    assignee: assignee === "me" ? userId : assignee,
    figure: figure && figureAsked(figure),
    // A figure counts the tickets of every view.
    everywhere: figure === undefined ? others.everywhere : true,
  };
  const chosen = Object.entries<unknown>({ ...others, ...read }).flatMap(([name, value]) => {
    const set = Array.isArray(value) ? value.filter((item) => item !== "") : value;
    return set === undefined || set === "" || (Array.isArray(set) && set.length === 0) ? [] : [[name, set]];
  });
  return JSON.stringify(Object.fromEntries(chosen));
}
