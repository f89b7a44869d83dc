import { limits } from "@deskhand/contract/limits";
import { figureShape } from "@deskhand/contract/reports/figure-shape";
import { readDays } from "@deskhand/contract/search/listed-days";
import {
  type TicketFilterName,
  type TicketFilterValue,
  type TicketSort,
  type TicketStatus,
  type TicketView,
  ticketFilters,
  ticketSorts,
  ticketStatuses,
  ticketViews,
} from "@deskhand/contract/vocabulary";
import { isArchived, viewOf } from "../../../entities/ticket/ticket-state.ts";
import { oneOf, someOf, textOf, textsOf } from "../../../lib/address-values.ts";
import { formatDay } from "../../../lib/format.ts";

/** The value of each filter; empty lists and texts match everything. */
type Filters = {
  [Name in TicketFilterName]: TicketFilterValue<Name> extends true ? boolean : TicketFilterValue<Name>;
};
/** The ticket list's filter, view and order. */
export interface TicketListFilter extends Filters {
  view: TicketView;
  search: string;
  /** Null for the user's preferred order. */
  sort: TicketSort | null;
  /** In the archive: the query of the active list from which a status chip led there, else null. */
  from: string | null;
}

/** A filter that takes some of fixed values. */
export type ChoiceName = {
  [Name in TicketFilterName]: (typeof ticketFilters)[Name]["takes"] extends "some" ? Name : never;
}[TicketFilterName];
/** A filter that no archived ticket fits. */
type ActiveName = {
  [Name in TicketFilterName]: (typeof ticketFilters)[Name] extends { isActive: true } ? Name : never;
}[TicketFilterName];
/** A part of the filter that can be removed by itself. */
export type FilterPart = TicketFilterName | "search";

/** The possible fields of a filter's entry in the vocabulary. */
interface FilterEntry {
  takes: (typeof ticketFilters)[TicketFilterName]["takes"];
  label: string;
  of?: readonly string[];
  words?: Readonly<Record<string, string>>;
  inList?: boolean;
  isActive?: boolean;
}
/** The entries of all filters, read by one type. */
export const filterEntries: Readonly<Record<TicketFilterName, FilterEntry>> = ticketFilters;

const names = Object.keys(ticketFilters) as TicketFilterName[];
const takes = (name: TicketFilterName) => filterEntries[name].takes;
/** Filters that apply to active tickets only. */
const ofActive = names.filter((name) => filterEntries[name].isActive) as ActiveName[];

/** The filters that take some of fixed values. */
export const choiceNames = names.filter((name) => takes(name) === "some") as ChoiceName[];

/** Builds an object with a value for each filter. */
const ofEach = <Of>(read: (name: TicketFilterName) => unknown, of = names) =>
  Object.fromEntries(of.map((name) => [name, read(name)])) as Of;

const noFilters = {
  ...ofEach<Filters>(
    (name) =>
      ({ some: [], tags: [], on: false, address: "", person: "", team: "", incident: "", days: "", figure: "" })[
        takes(name)
      ],
  ),
  search: "",
};

/** Whether any filter is set. */
export function isFiltered(filter: TicketListFilter): boolean {
  return filterBadges(filter).length > 0;
}

/** The view and order without any filter. */
export function clearFilter({ view, sort }: TicketListFilter): TicketListFilter {
  return { ...noFilters, view, sort, from: null };
}

/** Removes one part of the filter. */
export function clearPart(filter: TicketListFilter, part: FilterPart): TicketListFilter {
  return { ...filter, [part]: noFilters[part] };
}

/** Switches the view and drops the filters it does not support. */
export function switchView(filter: TicketListFilter): TicketListFilter {
  const status = filter.status.filter((each) => viewOf(each) !== filter.view);
  const one = { ...filter, everywhere: false, status, from: null };
  if (filter.view === "archive") return { ...one, view: "active" };
  return { ...one, ...ofEach<object>(() => false, ofActive), view: "archive" };
}

/** Toggles a filter of active tickets, switching to the active view. */
export function toggleActive(filter: TicketListFilter, part: (typeof ofActive)[number]): TicketListFilter {
  const there = filter.view === "archive" ? switchView(filter) : filter;
  // Snoozed tickets are a view of their own.
  return { ...there, everywhere: there.everywhere && part !== "snoozed", [part]: !there[part] };
}

/** Toggles `value` in a list. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** Returns a filter's choices: each with its label, whether it is chosen, and the filter with it toggled. */
export function choicesOf(filter: TicketListFilter, name: ChoiceName) {
  const chosen: readonly string[] = filter[name];
  return (filterEntries[name].of ?? []).map((value) => ({
    value,
    text: wordsOf(name, value),
    isChosen: chosen.includes(value),
    toggle: (): TicketListFilter =>
      name === "status" ? toggleStatus(filter, value as TicketStatus) : { ...filter, [name]: toggled(chosen, value) },
  }));
}

/** Returns a choice's label on chips and badges. */
function wordsOf(name: TicketFilterName, value: string): string {
  return filterEntries[name].words?.[value] ?? value;
}

/** Toggles a status, switching to the view that can hold it. */
export function toggleStatus(filter: TicketListFilter, status: TicketStatus): TicketListFilter {
  // Every view holds every status.
  const isElsewhere = !filter.everywhere && isArchived(status) !== (filter.view === "archive");
  const there = isElsewhere ? { ...switchView(filter), from: fromActive(filter) } : filter;
  return { ...there, status: toggled(there.status, status) };
}

function fromActive(filter: TicketListFilter): string | null {
  const { view, status } = filter;
  return view === "active" ? [view, ...ofActive.filter((name) => filter[name]), ...status].join(".") : null;
}

/**
 * Returns to the active list from which a status chip led to the archive, with the filters set since; unchanged if none
 * did.
 */
export function backToActive(filter: TicketListFilter): TicketListFilter {
  if (filter.from === null) return filter;
  const parts = filter.from.split(".");
  const status = someOf(parts, ticketStatuses) ?? [];
  return { ...filter, ...ofEach<object>((name) => parts.includes(name), ofActive), status, view: "active", from: null };
}

/** Toggles an assignee. */
export function toggleAssignee(filter: TicketListFilter, assignee: string): TicketListFilter {
  return { ...filter, assignee: filter.assignee === assignee ? "" : assignee };
}

const nobodyKnown = () => null;
const parts: FilterPart[] = ["search", ...names];

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Returns the badges of the filters that are set; `nameOf` returns a colleague's or a team's name. */
export function filterBadges(
  filter: TicketListFilter,
  nameOf: (id: string) => string | null = nobodyKnown,
): { part: FilterPart; text: string }[] {
  return parts.filter((part) => isSet(filter[part])).map((part) => ({ part, text: badgeText(filter, part, nameOf) }));
}

function badgeText(filter: TicketListFilter, part: FilterPart, nameOf: (id: string) => string | null): string {
  if (part === "search") return `Search: "${filter.search}"`;
  if (part === "assignee") return assigneeText(filter.assignee, nameOf);
  if (part === "team")
    return `${ticketFilters.team.label}: ${filter.team === "nobody" ? "none" : (nameOf(filter.team) ?? "…")}`;
  const { label } = filterEntries[part];
  if (part === "incident" || part === "figure") return label;
  const value = filter[part];
  if (value === true) return label;
  if (takes(part) === "days") return `${label}: ${daysText(String(value))}`;
  return `${label}: ${Array.isArray(value) ? value.map((each) => wordsOf(part, each)).join(", ") : value}`;
}

/** "Nov 16, 2026 – Nov 22, 2026", or one day. */
function daysText(value: string): string {
  const days = readDays(value);
  if (!days) return value;
  const [from, to] = [formatDay(days.from), formatDay(days.to)];
  return from === to ? from : `${from} – ${to}`;
}

function assigneeText(assignee: string, nameOf: (id: string) => string | null): string {
  if (assignee === "nobody") return "Unassigned";
  return `${ticketFilters.assignee.label}: ${assignee === "me" ? "me" : (nameOf(assignee) ?? "a colleague")}`;
}

/** Returns the filter as `tickets.list` and saved views take it, without what is unset. */
export function listInput({ view, sort, from: _, ...filter }: TicketListFilter) {
  const setFilters = Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value)));
  return {
    view,
    ...(setFilters as { [Name in TicketFilterName]?: TicketFilterValue<Name> } & { search?: string }),
    ...(sort !== null && sort !== "priority" && { sort }),
  };
}

/** The URL's search parameters; absent ones are the default. */
type TicketsSearch = {
  [Name in TicketFilterName]?: (TicketFilterValue<Name> extends true ? "true" : TicketFilterValue<Name>) | undefined;
} & {
  view?: TicketView | undefined;
  /** The search text. */
  q?: string | undefined;
  sort?: TicketSort | undefined;
  /** The query of the active list from which a status chip led to the archive. */
  from?: string | undefined;
};

const anybody = /^(?:me|nobody|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const idIn = (value: unknown) =>
  [textOf(value)?.toLowerCase()].find((each) => each !== undefined && anybody.test(each));

/** Read a filter's URL parameter and drop unknown values. */
const readers = {
  some: (value: unknown, known: readonly string[]) => someOf(value, known),
  on: (value: unknown) => oneOf(String(value), ["true"]),
  address: textOf,
  person: idIn,
  team: (value: unknown) => (value === "me" ? undefined : idIn(value)),
  days: (value: unknown) => [textOf(value)].find((text) => text !== undefined && readDays(text) !== undefined),
  incident: (value: unknown) => [idIn(value)].find((id) => id !== "me" && id !== "nobody"),
  figure: (value: unknown) => [textOf(value)].find((text) => text !== undefined && figureShape.test(text)),
  tags: tagsIn,
};

/** Reads the list's URL parameters and drops unknown ones, so that no link can break the screen. */
export function readTicketsSearch(raw: Record<string, unknown>): TicketsSearch {
  return {
    view: oneOf(raw.view, ticketViews),
    ...ofEach<TicketsSearch>((name) => {
      const { takes, of = [] } = filterEntries[name];
      return readers[takes](raw[name], of);
    }),
    q: textOf(raw.q),
    sort: oneOf(raw.sort, ticketSorts),
    from: textOf(raw.from),
  };
}

function tagsIn(value: unknown): string[] | undefined {
  const tags = textsOf(value)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "" && tag.length <= limits.tagLength);
  return tags.length === 0 ? undefined : [...new Set(tags)].slice(0, limits.tagsOnTicket);
}

/** Reads the filter from the URL; active-only filters are dropped in the archive. */
export function filterOfSearch(search: TicketsSearch): TicketListFilter {
  const { view = "active", q = "", sort = null } = search;
  const isActive = view === "active";
  return {
    view,
    ...ofEach<Filters>((name) => {
      const value = search[name];
      if (takes(name) === "on") return value !== undefined && (isActive || !ofActive.some((each) => each === name));
      return (typeof value === "string" ? value.trim() : value) ?? noFilters[name];
    }),
    search: q.trim(),
    sort,
    from: isActive ? null : (search.from ?? null),
  };
}

/** Writes the filter as URL parameters, without defaults. */
export function searchOfFilter(filter: TicketListFilter): TicketsSearch {
  const { view, search, sort, from } = filter;
  return {
    ...ofEach<TicketsSearch>((name) => (takes(name) === "on" ? filter[name] && "true" : filter[name]) || undefined),
    view: view === "active" ? undefined : view,
    q: search,
    sort: sort ?? undefined,
    from: from ?? undefined,
  };
}
