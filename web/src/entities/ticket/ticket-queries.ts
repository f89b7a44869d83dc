import type { TicketDetail } from "@deskhand/contract/tickets";
import type { QueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { noteOwnChange } from "../../lib/own-change.ts";

/** Has the open ticket, its trail and every list fetched again after a change made here. */
export function refreshTicket(cache: QueryClient, ticketId: string): void {
  void cache.invalidateQueries({ queryKey: api.tickets.get.key({ input: { id: ticketId } }) });
  void cache.invalidateQueries({ queryKey: api.tickets.activity.key({ input: { id: ticketId } }) });
  refreshLists(cache);
}

/** Has every list fetched again; the ticket itself was returned with the change. */
export function refreshLists(cache: QueryClient): void {
  noteOwnChange();
  void cache.invalidateQueries({ queryKey: api.tickets.list.key() });
}

/** One after the other: each is made of what the one before it shows, and its response is the newest that is known. */
export const inTurn = (ticketId: string) => ({ id: `ticket:${ticketId}` });

/** Changes what is known of a ticket; a fetch under way would bring back what was before. */
export async function showTicket(
  cache: QueryClient,
  ticketId: string,
  change: (ticket: TicketDetail) => TicketDetail,
): Promise<void> {
  const queryKey = api.tickets.get.queryKey({ input: { id: ticketId } });
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (known) => known && change(known));
}

/** Has all that is shown of any ticket fetched again, after messages went from one to another. */
export function refreshAllTickets(cache: QueryClient): void {
  noteOwnChange();
  for (const queryKey of [api.tickets.key(), api.messages.key(), api.tracking.key()])
    void cache.invalidateQueries({ queryKey });
}
