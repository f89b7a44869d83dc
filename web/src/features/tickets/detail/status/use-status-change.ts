import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshLists, refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
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

/** One after the other: a change shows at once, so the next may be asked for before the server has the first. */
const inTurn = (ticketId: string) => ({ id: `status:${ticketId}` });

/** Changes a ticket's status: shown at once, taken back when the server refuses. */
export function useStatusChange(ticketId: string) {
  const cache = useQueryClient();
  const { user } = useSession();
  return useMutation(
    api.tickets.changeStatus.mutationOptions({
      mutationKey: ["status", ticketId],
      scope: inTurn(ticketId),
      onMutate: (wanted) => showTicket(cache, ticketId, (ticket) => ({ ...ticket, status: wanted.status })),
      async onSuccess(ticket) {
        await showTicket(cache, ticketId, () => ticket);
        refreshLists(cache);
        announce(`Status changed to ${statusWords[ticket.status].label}`);
      },
      async onError(_error, wanted, before) {
        if (before !== undefined) await showTicket(cache, ticketId, (ticket) => ({ ...ticket, status: before.status }));
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
        refreshLists(cache);
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
