import { limits } from "@deskhand/contract/limits";
import type { TicketCard, TicketList } from "@deskhand/contract/tickets";
import { replaceEqualDeep } from "@tanstack/react-query";

/** The part of a list that has been fetched so far, from its top. */
export interface LoadedTickets extends TicketList {
  /** The ids that the last refresh found new or different. */
  changed: string[];
}

type FetchPage = (page: { cursor?: string; limit: number }) => Promise<TicketList>;

/** The list with its next page at the end. */
export function appendPage(loaded: LoadedTickets, page: TicketList): LoadedTickets {
  const known = new Set(loaded.items.map(({ id }) => id));
  return { ...page, items: [...loaded.items, ...page.items.filter(({ id }) => !known.has(id))], changed: [] };
}

function isSame(a: TicketCard, b: TicketCard): boolean {
  return (
    a.updatedAt === b.updatedAt &&
    a.status === b.status &&
    a.priority === b.priority &&
    a.messageCount === b.messageCount &&
    a.attachmentCount === b.attachmentCount
  );
}

/** The ids of tickets that came in or changed; what only follows the old end was merely not fetched yet. */
export function changedTickets(before: TicketList, items: readonly TicketCard[]): string[] {
  const old = new Map(before.items.map((ticket) => [ticket.id, ticket]));
  const end = before.nextCursor === null ? items.length : items.findLastIndex(({ id }) => old.has(id)) + 1;
  return items
    .slice(0, end)
    .filter((ticket) => {
      const known = old.get(ticket.id);
      return known === undefined || !isSame(known, ticket);
    })
    .map(({ id }) => id);
}

/**
 * The list with the very objects that were there before, of tickets that are as they were: their rows are not drawn again.
 * The library compares place by place, so that to it one ticket at the top makes every other a new one.
 */
export function shareTickets(before: LoadedTickets | undefined, after: LoadedTickets): LoadedTickets {
  if (before === undefined) return after;
  const old = new Map(before.items.map((ticket) => [ticket.id, ticket]));
  const items = after.items.map((ticket) => replaceEqualDeep(old.get(ticket.id), ticket));
  const isSame = items.length === before.items.length && items.every((ticket, at) => ticket === before.items[at]);
  return isSame ? replaceEqualDeep(before, { ...after, items: before.items }) : { ...after, items };
}

/**
 * Fetches the list from its top as far as it was loaded, in the largest pages there are: a list that somebody has
 * scrolled through is brought up to date with a fifth of the requests it took to load. `current` is asked again after
 * each page, as the list may grow meanwhile.
 */
export async function refreshTickets(
  current: () => LoadedTickets | undefined,
  fetchPage: FetchPage,
): Promise<LoadedTickets> {
  const missing = (have: number) => (current()?.items.length ?? 0) - have;
  const sized = (rows: number) => {
    const pages = Math.max(1, Math.ceil(rows / limits.defaultPageSize));
    return Math.min(pages * limits.defaultPageSize, limits.maxPageSize);
  };

  const first = await fetchPage({ limit: sized(missing(0)) });
  let loaded: LoadedTickets = { ...first, changed: [] };
  while (loaded.nextCursor !== null && missing(loaded.items.length) > 0) {
    const limit = sized(missing(loaded.items.length));
    loaded = appendPage(loaded, await fetchPage({ cursor: loaded.nextCursor, limit }));
  }
  const before = current();
  return before === undefined ? loaded : { ...loaded, changed: changedTickets(before, loaded.items) };
}
