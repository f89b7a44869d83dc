import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { ORPCError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshLists, refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { statusWords } from "../../../../entities/ticket/ticket-words.ts";
import { api } from "../../../../lib/api.ts";
import { failureText } from "../../../../lib/failure.ts";
import { announce } from "../../../../ui/announcer.tsx";

export interface StatusChange {
  status: TicketStatus;
  expectedStatus: TicketStatus;
  note?: string;
}

/** One after the other: a change shows at once, so the next may be asked for before the server has the first. */
const inTurn = (ticketId: string) => ({ id: `status:${ticketId}` });

/** Changes a ticket's status: shown at once, taken back when the server refuses. `onRefused` gets the change that failed. */
export function useStatusChange(ticketId: string, onRefused: (change: StatusChange) => void) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationKey: ["status", ticketId],
    scope: inTurn(ticketId),
    mutationFn: (wanted: StatusChange) => api.tickets.changeStatus.call({ id: ticketId, ...wanted }),
    networkMode: "always",
    onMutate: (wanted) => showTicket(cache, ticketId, (ticket) => ({ ...ticket, status: wanted.status })),
    async onSuccess(ticket) {
      await showTicket(cache, ticketId, () => ticket);
      refreshLists(cache);
      announce(`Status changed to ${statusWords[ticket.status].label}`);
    },
    async onError(_error, wanted, before) {
      if (before !== undefined) await showTicket(cache, ticketId, (ticket) => ({ ...ticket, status: before.status }));
      refreshTicket(cache, ticketId);
      onRefused(wanted);
    },
  });
  return { save: change.mutate, error: change.error, clearError: change.reset };
}

/** Opens an archived ticket again, once. */
export function useReopen(ticketId: string) {
  const cache = useQueryClient();
  const mutationKey = ["reopen", ticketId];
  const change = useMutation({
    mutationKey,
    scope: inTurn(ticketId),
    mutationFn: () => api.tickets.reopen.call({ id: ticketId }),
    networkMode: "always",
    async onSuccess(ticket) {
      await showTicket(cache, ticketId, () => ticket);
      refreshLists(cache);
      announce("Ticket reopened");
    },
    onError: () => refreshTicket(cache, ticketId),
  });
  return {
    isPending: change.isPending,
    error: change.error,
    clearError: change.reset,
    reopen() {
      // A double click comes before the button is drawn disabled.
      if (cache.isMutating({ mutationKey }) === 0) change.mutate();
    },
  };
}

/** The sentence for a ticket that could not be changed (spec part 1, section 8). */
export function updateFailureText(error: unknown): string {
  return `Failed to update ticket: ${failureText(error)}`;
}

/** Whether somebody else changed the status first. */
export function isStatusConflict(error: unknown): boolean {
  return error instanceof ORPCError && error.code === "ticket_status_changed_meanwhile";
}
