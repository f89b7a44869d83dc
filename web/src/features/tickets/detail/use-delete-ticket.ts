import type { TicketDetail } from "@deskhand/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ticketLabel } from "../../../entities/ticket/ticket-label.ts";
import { isTicketMissing, refreshLists } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { announce } from "../../../ui/announcer.tsx";
import { forgetUnsent } from "./composer/unsent-texts.ts";

/** Deletes a ticket for everybody. One that is gone already is as good as deleted. */
export function useDeleteTicket(ticket: TicketDetail | undefined, userId: string, onDeleted: () => void) {
  const cache = useQueryClient();
  return useMutation({
    async mutationFn({ id }: TicketDetail) {
      try {
        await api.tickets.delete.call({ id });
      } catch (error) {
        // Somebody else was first, or an answer was lost: what was wanted is so.
        if (!isTicketMissing(error)) throw error;
      }
    },
    networkMode: "always",
    onSuccess() {
      if (ticket === undefined) return;
      forgetUnsent(userId, ticket.id);
      onDeleted();
      announce(`${ticketLabel(ticket)} deleted`);
      cache.removeQueries({ queryKey: api.tickets.get.key({ input: { id: ticket.id } }) });
      refreshLists(cache);
    },
  });
}
