import type { Acted } from "@deskhand/contract/canned-responses";
import type { MacroOfReply } from "@deskhand/contract/messages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { type CallError, failureSentence } from "../../lib/failure.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { Button } from "../../ui/button.tsx";
import { closeToast, showToast } from "../../ui/overlay/show-toast.ts";
import { refreshTicket } from "./ticket-queries.ts";

interface Ran {
  macro: MacroOfReply;
  title: string;
}

/** Runs a macro's actions on a ticket at once, and offers to undo them. */
export function useRunMacro(ticketId: string, onDone?: () => void) {
  const cache = useQueryClient();
  const mutationKey = ["macro", ticketId];
  const run = useMutation({
    mutationKey,
    ...failsOffline,
    mutationFn: ({ macro: { id, actions }, key }: Ran & { key: string }) =>
      api.cannedResponses.run.call({ id, actions, idempotencyKey: key, ticketIds: [ticketId] }),
    onSuccess({ results: [acted] }, ran) {
      refreshTicket(cache, ticketId);
      if (acted) showOutcome(acted, ran);
      onDone?.();
    },
    onError: (error, { title }) =>
      showToast({ id: toastOf(ticketId), title: `“${title}” was not run`, message: failureSentence(error) }),
  });
  const undo = useMutation({
    ...failsOffline,
    mutationFn: ({ id, undo: back }: Acted) =>
      api.tickets.changeMany.call({ idempotencyKey: newKey(), items: back === null ? [] : [{ id, ...back }] }),
    onSuccess({ results: [undone] }) {
      refreshTicket(cache, ticketId);
      if (undone?.error) sayNotUndone(undone.error.message);
      else closeToast(toastOf(ticketId));
    },
    onError: (error: CallError) => sayNotUndone(failureSentence(error)),
  });

  function showOutcome(acted: Acted, { title, macro }: Ran) {
    const { outcome, error, leftOut, undo: back } = acted;
    const hasNote = outcome === "changed" && macro.actions.some(({ action }) => action === "add_note");
    const words = [leftOut !== null && `Left out: ${leftOut}.`, hasNote && "Undo leaves the internal note."];
    const said = { changed: "was run", unchanged: "changed nothing: all of it was so already", refused: "was not run" };
    showToast({
      id: toastOf(ticketId),
      title: `“${title}” ${said[outcome]}`,
      message: error?.message ?? (words.filter((each) => each !== false).join(" ") || undefined),
      actions: back !== null && (
        <Button size="sm" className="mt-1.5" onClick={() => undo.mutate(acted)}>
          Undo
        </Button>
      ),
    });
  }

  const sayNotUndone = (message: string) => showToast({ id: toastOf(ticketId), title: "It was not undone", message });

  return {
    isRunning: run.isPending,
    run(ran: Ran) {
      // The second of two presses comes before anything is drawn.
      if (cache.isMutating({ mutationKey }) === 0) run.mutate({ ...ran, key: newKey() });
    },
  };
}

const toastOf = (ticketId: string) => `macro-${ticketId}`;
