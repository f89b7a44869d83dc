import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAllTickets } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { announce } from "../../../ui/announcer.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";

/** The toast that tells of a ticket's merge. */
export const mergeToast = (id: string): string => `merged-${id}`;

/** Takes a ticket out of the one that it was merged into. */
export function useUnmerge() {
  const cache = useQueryClient();
  return useMutation(
    api.tickets.unmerge.mutationOptions({
      onSuccess(ticket) {
        cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
        refreshAllTickets(cache);
        closeToast(mergeToast(ticket.id));
        announce(`${ticketLabel(ticket.ticketNumber)} stands by itself again`);
      },
      onError(error) {
        showToast({ id: "unmerge", title: "The merge was not undone", message: failureSentence(error) });
      },
    }),
  );
}
