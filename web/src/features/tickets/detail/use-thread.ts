import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { api } from "../../../lib/api.ts";
import { retryDelay, retryPassing } from "../../../lib/failure.ts";
import { followThread, prependPage, replaceMessage, startThread } from "./thread-state.ts";

/** The messages of an open ticket: the newest page, kept up to date, and the older ones that were asked for. */
export function useThread(ticket: TicketDetail) {
  const [state, setState] = useState(() => startThread(ticket));
  const current = state.page === ticket.messages ? state : followThread(state, ticket);
  if (current !== state) setState(current);

  const older = useMutation({
    mutationFn: (before: string) => api.messages.list.call({ ticketId: ticket.id, before }),
    retry: retryPassing,
    retryDelay,
    onSuccess: (page) => setState((known) => prependPage(known, page)),
  });
  const first = current.messages[0]?.id;
  // Stable, so that four hundred messages are not drawn again for one.
  const replace = useCallback((message: Message) => setState((known) => replaceMessage(known, message)), []);

  return {
    messages: current.messages,
    hasOlder: current.hasOlder,
    isLoadingOlder: older.isPending,
    olderError: older.error,
    loadOlder: () => first !== undefined && !older.isPending && older.mutate(first),
    replace,
  };
}
