import type { TicketDetail } from "@deskhand/contract/tickets";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { noteOwnChange } from "../../lib/own-change.ts";

/** Refetches the open ticket, its trail and every list after a change made here. */
export function refreshTicket(cache: QueryClient, ticketId: string): void {
  void cache.invalidateQueries({ queryKey: api.tickets.get.key({ input: { id: ticketId } }) });
  void cache.invalidateQueries({ queryKey: api.tickets.activity.key({ input: { id: ticketId } }) });
  refreshLists(cache);
}

/** Refetches every list; the ticket itself was returned with the change. */
export function refreshLists(cache: QueryClient): void {
  noteOwnChange();
  void cache.invalidateQueries({ queryKey: api.tickets.list.key() });
}

/** The scope that makes a ticket's changes run in turn: each builds on what the one before shows, and returns the newest ticket. */
export const inTurn = (ticketId: string) => ({ id: `ticket:${ticketId}` });

/** Changes the cached ticket; stops a fetch under way, which would bring back the older state. */
export async function showTicket(
  cache: QueryClient,
  ticketId: string,
  change: (ticket: TicketDetail) => TicketDetail,
): Promise<void> {
  const queryKey = api.tickets.get.queryKey({ input: { id: ticketId } });
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (ticket) => ticket && change(ticket));
}

/** Refetches all that is shown of any ticket, after messages moved between tickets. */
export function refreshAllTickets(cache: QueryClient): void {
  noteOwnChange();
  for (const queryKey of [api.tickets.key(), api.messages.key(), api.tracking.key()])
    void cache.invalidateQueries({ queryKey });
}
