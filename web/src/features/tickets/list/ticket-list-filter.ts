import { limits } from "@deskhand/contract/limits";
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

/** What is set of each filter; empty lists and texts ask for everything. */
type Filters = {
  [Name in TicketFilterName]: TicketFilterValue<Name> extends true ? boolean : TicketFilterValue<Name>;
};
/** What the ticket list is asked to show. */
export interface TicketListFilter extends Filters {
  view: TicketView;
  search: string;
  /** Null for the order that the one at the screen prefers. */
  sort: TicketSort | null;
  /** In the archive, what was asked of the active tickets from which a status led there; null where one went there otherwise. */
  from: string | null;
}

/** A filter of which one chooses among some words. */
export type ChoiceName = {
  [Name in TicketFilterName]: (typeof ticketFilters)[Name]["takes"] extends "some" ? Name : never;
}[TicketFilterName];
/** A part of the filter that can be taken away by itself. */
export type FilterPart = TicketFilterName | "search";

/** What an entry of the vocabulary may say of a filter. */
interface FilterEntry {
  takes: (typeof ticketFilters)[TicketFilterName]["takes"];
  label: string;
  of?: readonly string[];
  words?: Readonly<Record<string, string>>;
  inList?: boolean;
  isActive?: boolean;
}
/** Each filter's entry, whatever it says. */
export const filterEntries: Readonly<Record<TicketFilterName, FilterEntry>> = ticketFilters;

const names = Object.keys(ticketFilters) as TicketFilterName[];
const takes = (name: TicketFilterName) => filterEntries[name].takes;
/** Those that only active tickets have. */
const ofActive = names.filter((name) => filterEntries[name].isActive) as ("needsReply" | "snoozed")[];

/** Those of which one chooses among some words. */
export const choiceNames = names.filter((name) => takes(name) === "some") as ChoiceName[];

/** Something of each filter. */
const ofEach = <Of>(read: (name: TicketFilterName) => unknown, of = names) =>
  Object.fromEntries(of.map((name) => [name, read(name)])) as Of;

const nothing = {
  ...ofEach<Filters>((name) => ({ some: [], tags: [], on: false, address: "", person: "" })[takes(name)]),
  search: "",
};

/** Whether anything but the view is asked for. */
export function isFiltered(filter: TicketListFilter): boolean {
  return filterBadges(filter).length > 0;
}

/** The whole of a view, in the same order. */
export function clearFilter({ view, sort }: TicketListFilter): TicketListFilter {
  return { ...nothing, view, sort, from: null };
}

/** The filter without one of its parts. */
export function clearPart(filter: TicketListFilter, part: FilterPart): TicketListFilter {
  return { ...filter, [part]: nothing[part] };
}

/** The other view with the same filter, without what it cannot hold. */
export function switchView(filter: TicketListFilter): TicketListFilter {
  const status = filter.status.filter((each) => viewOf(each) !== filter.view);
  if (filter.view === "archive") return { ...filter, view: "active", status, from: null };
  return { ...filter, ...ofEach<object>(() => false, ofActive), view: "archive", status, from: null };
}

/** The filter with what only active tickets have switched on or off. */
export function toggleActive(filter: TicketListFilter, part: (typeof ofActive)[number]): TicketListFilter {
  const there = filter.view === "archive" ? switchView(filter) : filter;
  return { ...there, [part]: !there[part] };
}

/** A list with `value` added, or taken out when it was in. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** What one can choose of a filter: whether it is chosen, in which words, and what the filter is with it switched on or off. */
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

/** How a choice is written on chips and badges. */
function wordsOf(name: TicketFilterName, value: string): string {
  return filterEntries[name].words?.[value] ?? value;
}

/** The filter with a status switched on or off; one that only the other view can hold leads there. */
export function toggleStatus(filter: TicketListFilter, status: TicketStatus): TicketListFilter {
  const isElsewhere = isArchived(status) !== (filter.view === "archive");
  const there = isElsewhere ? { ...switchView(filter), from: fromActive(filter) } : filter;
  return { ...there, status: toggled(there.status, status) };
}

function fromActive(filter: TicketListFilter): string | null {
  const { view, status } = filter;
  return view === "active" ? [view, ...ofActive.filter((name) => filter[name]), ...status].join(".") : null;
}

/** The active tickets from which a status led to the archive, with what else was asked for since; as it is where none did. */
export function backToActive(filter: TicketListFilter): TicketListFilter {
  if (filter.from === null) return filter;
  const parts = filter.from.split(".");
  const status = someOf(parts, ticketStatuses) ?? [];
  return { ...filter, ...ofEach<object>((name) => parts.includes(name), ofActive), status, view: "active", from: null };
}

/** The filter with whose tickets it shows switched on or off. */
export function toggleAssignee(filter: TicketListFilter, assignee: string): TicketListFilter {
  return { ...filter, assignee: filter.assignee === assignee ? "" : assignee };
}

const nobodyKnown = () => null;
const parts: FilterPart[] = ["search", ...names];

const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** What is asked for, in words, part by part; `nameOf` gives a colleague's name by id. */
export function filterBadges(
  filter: TicketListFilter,
  nameOf: (id: string) => string | null = nobodyKnown,
): { part: FilterPart; text: string }[] {
  return parts.filter((part) => isSet(filter[part])).map((part) => ({ part, text: badgeText(filter, part, nameOf) }));
}

function badgeText(filter: TicketListFilter, part: FilterPart, nameOf: (id: string) => string | null): string {
  if (part === "search") return `Search: "${filter.search}"`;
  if (part === "assignee") return assigneeText(filter.assignee, nameOf);
  const value = filter[part];
  const { label } = filterEntries[part];
  if (value === true) return label;
  return `${label}: ${Array.isArray(value) ? value.map((each) => wordsOf(part, each)).join(", ") : value}`;
}

function assigneeText(assignee: string, nameOf: (id: string) => string | null): string {
  if (assignee === "nobody") return "Unassigned";
  return `${ticketFilters.assignee.label}: ${assignee === "me" ? "me" : (nameOf(assignee) ?? "a colleague")}`;
}

/** The filter as `tickets.list` takes it, and a view keeps it: what is not asked for is left out. */
export function listInput({ view, sort, from: _, ...filter }: TicketListFilter) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value)));
  return {
    view,
    ...(asked as { [Name in TicketFilterName]?: TicketFilterValue<Name> } & { search?: string }),
    ...(sort !== null && sort !== "priority" && { sort }),
  };
}

/** What the address of the tickets says; what is absent is the default. */
type TicketsSearch = {
  [Name in TicketFilterName]?: (TicketFilterValue<Name> extends true ? "true" : TicketFilterValue<Name>) | undefined;
} & {
  view?: TicketView | undefined;
  /** The text searched for. */
  q?: string | undefined;
  sort?: TicketSort | undefined;
  /** What was asked of the active tickets from which a status led to the archive. */
  from?: string | undefined;
};

const anybody = /^(?:me|nobody|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** How the address is read for what a filter takes; what is unknown is left out. */
const readers = {
  some: (value: unknown, known: readonly string[]) => someOf(value, known),
  on: (value: unknown) => oneOf(String(value), ["true"]),
  address: textOf,
  person: (value: unknown) => [textOf(value)?.toLowerCase()].find((each) => each !== undefined && anybody.test(each)),
  tags: tagsIn,
};

/** Reads the tickets' parameters, leaving out what is unknown, so that no link can break the screen. */
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

/** The list's filter as the address has it; what only active tickets have is not asked of the archive. */
export function filterOfSearch(search: TicketsSearch): TicketListFilter {
  const { view = "active", q = "", sort = null } = search;
  const isActive = view === "active";
  return {
    view,
    ...ofEach<Filters>((name) => {
      const value = search[name];
      if (takes(name) === "on") return value !== undefined && (isActive || !ofActive.some((each) => each === name));
      return (typeof value === "string" ? value.trim() : value) ?? nothing[name];
    }),
    search: q.trim(),
    sort,
    from: isActive ? null : (search.from ?? null),
  };
}

/** The list's filter as the address has it; what is the default is left out. */
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
