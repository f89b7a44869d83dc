import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../../lib/api.ts";
import { retryDelay, retryPassing } from "../../../../lib/failure.ts";
import { useWhenDone } from "../../../../lib/use-when-done.ts";
import type { Composed } from "../composer/use-composed.ts";

const noteKey = (ticketId: string) => ["note", ticketId];

/** Adds what is being composed as an internal note, once. */
export function useAddNote(ticketId: string, composed: Composed) {
  const cache = useQueryClient();
  const mutationKey = noteKey(ticketId);
  const isAdding = useIsMutating({ mutationKey }) > 0;
  const note = useMutation({
    mutationKey,
    mutationFn: (added: { content: string; idempotencyKey: string }) =>
      api.messages.addNote.call({ ticketId, ...added }),
    networkMode: "always",
    retry: (failures, error) => navigator.onLine && retryPassing(failures, error),
    retryDelay,
    async onSuccess(saved, added) {
      await showTicket(cache, ticketId, (ticket) =>
        ticket.notes.some(({ id }) => id === saved.id)
          ? ticket
          : { ...ticket, notes: [...ticket.notes, saved], noteCount: ticket.noteCount + 1 },
      );
      refreshTicket(cache, ticketId);
      // Another text than the one just sent: an earlier attempt had arrived, and this one is still to be added.
      if (saved.content.trim() !== added.content) return composed.renewKey();
      composed.forget();
    },
  });

  // The form that added it may be gone by the time of the answer; whichever is there then shows what is left.
  useWhenDone(isAdding, composed.sync);

  return {
    isAdding,
    error: note.error,
    clearError: note.reset,
    add() {
      if (cache.isMutating({ mutationKey }) > 0) return;
      note.mutate({ content: composed.text.trim(), idempotencyKey: composed.key() });
    },
  };
}
