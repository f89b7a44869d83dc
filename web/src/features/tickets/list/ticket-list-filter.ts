import { limits } from "@deskhand/contract/limits";
import {
  type TicketCategory,
  type TicketPriority,
  type TicketSort,
  type TicketStatus,
  type TicketView,
  ticketCategories,
  ticketPriorities,
  ticketSorts,
  ticketStatuses,
  ticketViews,
} from "@deskhand/contract/vocabulary";
import { isArchived, viewOf } from "../../../entities/ticket/ticket-state.ts";
import { oneOf, someOf, textOf, textsOf } from "../../../lib/address-values.ts";

/** What the ticket list is asked to show; empty lists and texts ask for everything. */
export interface TicketListFilter {
  view: TicketView;
  status: TicketStatus[];
  priority: TicketPriority[];
  category: TicketCategory[];
  search: string;
  /** A customer's e-mail address. */
  customer: string;
  /** Only those whose customer has the last word. */
  needsReply: boolean;
  /** Whose they are: "me", "nobody" or a colleague's id. */
  assignee: string;
  /** Any of these tags. */
  tag: string[];
  /** Those that are put off, which no other list has. */
  snoozed: boolean;
  /** Null for the order that the one at the screen prefers. */
  sort: TicketSort | null;
  /** In the archive, what was asked of the active tickets from which a status led there; null where one went there otherwise. */
  from: string | null;
}

/** A part of the filter that can be taken away by itself. */
export type FilterPart = Exclude<keyof TicketListFilter, "view" | "sort" | "from">;

const nothing = {
  status: [],
  priority: [],
  category: [],
  search: "",
  customer: "",
  needsReply: false,
  assignee: "",
  tag: [],
  snoozed: false,
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
  return { ...filter, view: "archive", status, needsReply: false, snoozed: false, from: null };
}

/** The filter with what only active tickets have switched on or off. */
export function toggleActive(filter: TicketListFilter, part: "needsReply" | "snoozed"): TicketListFilter {
  const there = filter.view === "archive" ? switchView(filter) : filter;
  return { ...there, [part]: !there[part] };
}

/** A list with `value` added, or taken out when it was in. */
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** The filter with a status switched on or off; one that only the other view can hold leads there. */
export function toggleStatus(filter: TicketListFilter, status: TicketStatus): TicketListFilter {
  const isElsewhere = isArchived(status) !== (filter.view === "archive");
  const there = isElsewhere ? { ...switchView(filter), from: fromActive(filter) } : filter;
  return { ...there, status: toggled(there.status, status) };
}

function fromActive({ view, status, needsReply, snoozed }: TicketListFilter): string | null {
  return view === "active" ? [view, needsReply && "needsReply", snoozed && "snoozed", ...status].join(".") : null;
}

/** The active tickets from which a status led to the archive, with what else was asked for since; as it is where none did. */
export function backToActive(filter: TicketListFilter): TicketListFilter {
  if (filter.from === null) return filter;
  const parts = filter.from.split(".");
  const status = someOf(parts, ticketStatuses) ?? [];
  const flags = { needsReply: parts.includes("needsReply"), snoozed: parts.includes("snoozed") };
  return { ...filter, ...flags, status, view: "active", from: null };
}

/** The filter with whose tickets it shows switched on or off. */
export function toggleAssignee(filter: TicketListFilter, assignee: string): TicketListFilter {
  return { ...filter, assignee: filter.assignee === assignee ? "" : assignee };
}

/** How a status is written on chips and badges. */
export function statusText(status: TicketStatus): string {
  return status === "urgent" ? "URGENT" : status;
}

const nobodyKnown = () => null;

/** What is asked for, in words, part by part; `nameOf` gives a colleague's name by id. */
export function filterBadges(
  filter: TicketListFilter,
  nameOf: (id: string) => string | null = nobodyKnown,
): { part: FilterPart; text: string }[] {
  const badges: { part: FilterPart; text: string }[] = [];
  if (filter.search !== "") badges.push({ part: "search", text: `Search: "${filter.search}"` });
  if (filter.status.length > 0)
    badges.push({ part: "status", text: `Status: ${filter.status.map(statusText).join(", ")}` });
  if (filter.priority.length > 0) badges.push({ part: "priority", text: `Priority: ${filter.priority.join(", ")}` });
  if (filter.category.length > 0) badges.push({ part: "category", text: `Category: ${filter.category.join(", ")}` });
  if (filter.customer !== "") badges.push({ part: "customer", text: `Customer: ${filter.customer}` });
  if (filter.needsReply) badges.push({ part: "needsReply", text: "Needs reply" });
  if (filter.assignee !== "") badges.push({ part: "assignee", text: assigneeText(filter.assignee, nameOf) });
  if (filter.tag.length > 0) badges.push({ part: "tag", text: `Tag: ${filter.tag.join(", ")}` });
  if (filter.snoozed) badges.push({ part: "snoozed", text: "Snoozed" });
  return badges;
}

function assigneeText(assignee: string, nameOf: (id: string) => string | null): string {
  if (assignee === "nobody") return "Unassigned";
  return `Assigned to: ${assignee === "me" ? "me" : (nameOf(assignee) ?? "a colleague")}`;
}

/** The filter as `tickets.list` takes it: what is not asked for is left out. */
export function listInput({ view, sort, ...filter }: TicketListFilter) {
  const { status, priority, category, search, customer, needsReply, assignee, tag, snoozed } = filter;
  return {
    view,
    ...(status.length > 0 && { status }),
    ...(priority.length > 0 && { priority }),
    ...(category.length > 0 && { category }),
    ...(search !== "" && { search }),
    ...(customer !== "" && { customer }),
    ...(needsReply && { needsReply: true as const }),
    ...(assignee !== "" && { assignee }),
    ...(tag.length > 0 && { tag }),
    ...(snoozed && { snoozed: true as const }),
    ...(sort !== null && sort !== "priority" && { sort }),
  };
}

/** What the address of the tickets says; what is absent is the default. */
type TicketsSearch = {
  view?: TicketView | undefined;
  status?: TicketStatus[] | undefined;
  priority?: TicketPriority[] | undefined;
  category?: TicketCategory[] | undefined;
  /** The text searched for. */
  q?: string | undefined;
  /** A customer's e-mail address. */
  customer?: string | undefined;
  needsReply?: "true" | undefined;
  /** "me", "nobody" or a colleague's id. */
  assignee?: string | undefined;
  tag?: string[] | undefined;
  snoozed?: "true" | undefined;
  sort?: TicketSort | undefined;
  /** What was asked of the active tickets from which a status led to the archive. */
  from?: string | undefined;
};

const anybody = /^(?:me|nobody|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads the tickets' parameters, leaving out what is unknown, so that no link can break the screen. */
export function readTicketsSearch(raw: Record<string, unknown>): TicketsSearch {
  return {
    view: oneOf(raw.view, ticketViews),
    status: someOf(raw.status, ticketStatuses),
    priority: someOf(raw.priority, ticketPriorities),
    category: someOf(raw.category, ticketCategories),
    q: textOf(raw.q),
    customer: textOf(raw.customer),
    needsReply: oneOf(raw.needsReply, ["true"]),
    assignee: [textOf(raw.assignee)?.toLowerCase()].find((each) => each !== undefined && anybody.test(each)),
    tag: tagsIn(raw.tag),
    snoozed: oneOf(raw.snoozed, ["true"]),
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
  const { view = "active", status = [], priority = [], category = [], q = "", customer = "" } = search;
  const { assignee = "", tag = [], sort = null } = search;
  const isActive = view === "active";
  return {
    view,
    status,
    priority,
    category,
    search: q.trim(),
    customer: customer.trim(),
    assignee,
    tag,
    sort,
    needsReply: isActive && search.needsReply !== undefined,
    snoozed: isActive && search.snoozed !== undefined,
    from: isActive ? null : (search.from ?? null),
  };
}

/** The list's filter as the address has it; what is the default is left out. */
export function searchOfFilter(filter: TicketListFilter): TicketsSearch {
  const { view, search, sort, needsReply, snoozed, tag, from, ...rest } = filter;
  return {
    ...rest,
    view: view === "active" ? undefined : view,
    q: search,
    needsReply: needsReply ? "true" : undefined,
    snoozed: snoozed ? "true" : undefined,
    tag,
    sort: sort ?? undefined,
    from: from ?? undefined,
  };
}
