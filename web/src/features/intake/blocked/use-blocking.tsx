import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { Button } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";

/** Blocks an address or a domain, and offers to take that back. */
export function useBlock(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation(
    api.blockedSenders.add.mutationOptions({
      ...failsOffline,
      onSettled: () => refresh(cache),
      onSuccess(block) {
        onDone();
        const message = "Their mail is held back in the mail log.";
        offerUndo(block, { title: `${shownText(block.sender)} is blocked`, message }, () =>
          undo(cache, block, "remove"),
        );
      },
    }),
  );
}

/** Takes a sender off the list, and offers to put them back. */
export function useUnblock() {
  const cache = useQueryClient();
  return useMutation({
    ...failsOffline,
    mutationFn: ({ id }: BlockedSender) => api.blockedSenders.remove.call({ id }),
    onSettled: () => refresh(cache),
    onSuccess: (block) =>
      offerUndo(block, { title: `${shownText(block.sender)} is no longer blocked` }, () =>
        undo(cache, block, "restore"),
      ),
  });
}

const toastOf = ({ id }: BlockedSender) => `blocked-${id}`;

function offerUndo(block: BlockedSender, said: { title: string; message?: string }, onUndo: () => void): void {
  const actions = (
    <p className="mt-1.5">
      <Button size="sm" onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
  showToast({ id: toastOf(block), ...said, icon: <Ban size={16} aria-hidden />, actions });
}

/** Outlives the screen on which it was offered. */
async function undo(cache: QueryClient, block: BlockedSender, by: "remove" | "restore"): Promise<void> {
  // A second press finds no toast to press.
  closeToast(toastOf(block));
  const sender = shownText(block.sender);
  try {
    await api.blockedSenders[by].call({ id: block.id });
    showToast({
      id: toastOf(block),
      title: by === "restore" ? `${sender} is blocked again` : `${sender} is not blocked`,
    });
  } catch (error) {
    const message = failureSentence(error instanceof Error ? error : new Error("Unknown"));
    showToast({ id: toastOf(block), title: "This was not undone", message });
  }
  await refresh(cache);
}

function refresh(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ queryKey: api.blockedSenders.key() });
}
