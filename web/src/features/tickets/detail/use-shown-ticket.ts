import type { TicketDetail, TicketList } from "@deskhand/contract/tickets";
import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import type { Loaded } from "../../../screens/use-pages.ts";
import { edited, useEditsOnTheirWay } from "./facts/use-ticket-edit.ts";
import { useStatusOnItsWay } from "./status-dialog.tsx";

/**
 * Returns an open ticket with the user's pending changes applied to the server's last state, which a fetch meanwhile
 * may not include.
 */
export function useShownTicket(ticketId: string) {
  const { data, error, refetch } = useQuery(api.tickets.get.queryOptions({ input: { id: ticketId } }));
  const edits = useEditsOnTheirWay(ticketId);
  const status = useStatusOnItsWay(ticketId);
  const ticket = data && edits.reduce(edited, status === undefined ? data : { ...data, status });
  return { ticket, error, refetch };
}

const isNewReply = (ticket: TicketDetail) => ticket.isNewReply;

/**
 * Marks an open ticket as read once the customer's last message is on a visible screen; a background tab waits until it
 * is looked at (docs/product.md#new-replies).
 */
export function useMarkRead(ticketId: string): void {
  const cache = useQueryClient();
  const { data: isNew } = useQuery(api.tickets.get.queryOptions({ input: { id: ticketId }, select: isNewReply }));
  // A lost request is repeated at the next fetch, which still says that the reply is new.
  const { mutate } = useMutation(api.tickets.markRead.mutationOptions({ onMutate: ({ id }) => showRead(cache, id) }));

  useEffect(() => {
    if (isNew !== true) return;
    const mark = () => {
      if (document.visibilityState === "visible") mutate({ id: ticketId });
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [isNew, ticketId, mutate]);
}

/** Shows a ticket as read at once, in its own cache and in every list. */
async function showRead(cache: QueryClient, ticketId: string): Promise<void> {
  cache.setQueriesData<InfiniteData<Loaded<TicketList>>>(
    { queryKey: api.tickets.list.key({ type: "infinite" }) },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(asRead) })) },
  );
  await showTicket(cache, ticketId, asRead);

  function asRead<Card extends { id: string; isNewReply: boolean }>(card: Card): Card {
    return card.id === ticketId && card.isNewReply ? { ...card, isNewReply: false } : card;
  }
}
