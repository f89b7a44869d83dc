import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { inTurn, refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { statusWords } from "../../../../entities/ticket/ticket-words.ts";
import { api } from "../../../../lib/api.ts";
import { draftKey, writeDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import { announce } from "../../../../ui/announcer.tsx";

export interface StatusChange {
  status: TicketStatus;
  expectedStatus: TicketStatus;
  note?: string;
}

const statusKey = (ticketId: string) => ["status", ticketId];

function isStatusChange(value: unknown): value is StatusChange {
  return typeof value === "object" && value !== null && "status" in value;
}

/** The status that a ticket was given last, while that is on its way to the server. */
export function useStatusOnItsWay(ticketId: string): TicketStatus | undefined {
  const filters = { mutationKey: statusKey(ticketId), status: "pending" as const };
  return useMutationState({ filters, select: ({ state }) => state.variables }).findLast(isStatusChange)?.status;
}

/** Changes a ticket's status: shown by `useShownTicket` while it is on its way, and no longer when the server refuses. */
export function useStatusChange(ticketId: string) {
  const cache = useQueryClient();
  const { user } = useSession();
  return useMutation(
    api.tickets.changeStatus.mutationOptions({
      mutationKey: statusKey(ticketId),
      scope: inTurn(ticketId),
      async onSuccess(ticket) {
        await showTicket(cache, ticketId, () => ticket);
        refreshTicket(cache, ticketId);
        announce(`Status changed to ${statusWords[ticket.status].label}`);
      },
      onError(_error, wanted) {
        refreshTicket(cache, ticketId);
        // What was written must not be lost with the change that was refused.
        if (wanted.note !== undefined && user !== null) {
          writeDraft(draftKey(user.id, "status-note", ticketId), wanted.note);
        }
      },
    }),
  );
}

/** Opens an archived ticket again, once. */
export function useReopen(ticketId: string) {
  const cache = useQueryClient();
  const mutationKey = ["reopen", ticketId];
  const change = useMutation(
    api.tickets.reopen.mutationOptions({
      mutationKey,
      scope: inTurn(ticketId),
      async onSuccess(ticket) {
        await showTicket(cache, ticketId, () => ticket);
        refreshTicket(cache, ticketId);
        announce("Ticket reopened");
      },
      onError: () => refreshTicket(cache, ticketId),
    }),
  );
  return {
    ...change,
    reopen() {
      // A double click comes before the button is drawn disabled.
      if (cache.isMutating({ mutationKey }) === 0) change.mutate({ id: ticketId });
    },
  };
}
