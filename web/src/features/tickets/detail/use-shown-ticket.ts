import type { TicketDetail, TicketList } from "@deskhand/contract/tickets";
import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import type { Loaded } from "../../../screens/use-pages.ts";
import { edited, useEditsOnTheirWay } from "./facts/use-ticket-edit.ts";
import { useStatusOnItsWay } from "./status-dialog.tsx";

/**
 * An open ticket as it is shown: as the server had it last, under one's own changes that are on their way there. Whatever is
 * fetched meanwhile may not have them yet.
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
 * Marks an open ticket as read as soon as what its customer wrote last is on the screen, on opening it and while it is open; in
 * a tab that nobody sees only once somebody does (docs/product.md#new-replies).
 */
export function useMarkRead(ticketId: string): void {
  const cache = useQueryClient();
  const { data: isNew } = useQuery(api.tickets.get.queryOptions({ input: { id: ticketId }, select: isNewReply }));
  // One that is lost is made up for when the ticket is next fetched: the server still says that it is new.
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

/** Shows a ticket as read at once, in itself and in every list that has it. */
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
