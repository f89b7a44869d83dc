import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { snoozeWords } from "../../../entities/ticket/snooze-text.ts";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { announce } from "../../../ui/announcer.tsx";

/** Puts a ticket off for everybody. */
export function useSnooze(ticket: TicketDetail, onDone: () => void) {
  const show = useShown();
  return useMutation(
    api.tickets.snooze.mutationOptions({
      onSuccess(snoozed) {
        show(snoozed);
        onDone();
        if (snoozed.snoozedUntil !== null)
          announce(`${ticketLabel(ticket.ticketNumber)}: ${snoozeWords(snoozed.snoozedUntil)}`);
      },
    }),
  );
}

/** Brings a ticket back that was put off. */
export function useUnsnooze(ticket: TicketDetail, onDone: () => void) {
  const show = useShown();
  return useMutation({
    mutationFn: ({ id }: TicketDetail) => api.tickets.unsnooze.call({ id }),
    onSuccess(back) {
      show(back);
      onDone();
      announce(`${ticketLabel(ticket.ticketNumber)} is back in the list`);
    },
  });
}

function useShown() {
  const cache = useQueryClient();
  return (ticket: TicketDetail) => {
    cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
    refreshTicket(cache, ticket.id);
  };
}
