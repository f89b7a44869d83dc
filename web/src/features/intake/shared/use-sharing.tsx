import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { SharedSender } from "@deskhand/contract/admin/shared-senders";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Contact } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { Button } from "../../../ui/button.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";

/** Names a sender with their number, or gives them another. */
export function useShare(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation(
    api.sharedSenders.set.mutationOptions({
      ...failsOffline,
      onSettled: () => cache.invalidateQueries({ queryKey: api.sharedSenders.key() }),
      onSuccess(sender) {
        onDone();
        showToast({ id: toastOf(sender), title: `${shownText(sender.sender)} may bring ${most(sender)}`, icon });
      },
    }),
  );
}

/** Takes a sender off the list, and offers to put them back. */
export function useUnshare() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: api.sharedSenders.key() });

  /** Outlives the screen on which it was offered. */
  async function undo({ sender, mails, ...of }: SharedSender): Promise<void> {
    // A second press finds no toast to press.
    closeToast(toastOf(of));
    try {
      await api.sharedSenders.set.call({ sender, mails });
      showToast({ id: toastOf(of), title: `${shownText(sender)} is on the list again` });
    } catch (error) {
      const message = failureSentence(error instanceof Error ? error : new Error("Unknown"));
      showToast({ id: toastOf(of), title: "This was not undone", message });
    }
    await refresh();
  }

  return useMutation({
    ...failsOffline,
    mutationFn: ({ id }: SharedSender) => api.sharedSenders.remove.call({ id }),
    onSettled: refresh,
    onSuccess: (sender) => {
      const actions = (
        <p className="mt-1.5">
          <Button size="sm" onClick={() => void undo(sender)}>
            Undo
          </Button>
        </p>
      );
      showToast({ id: toastOf(sender), title: `${shownText(sender.sender)} is off the list`, icon, actions });
    },
  });
}

const icon = <Contact size={16} aria-hidden />;
const toastOf = ({ id }: Pick<SharedSender, "id">) => `shared-${id}`;

function most({ mails }: SharedSender): string {
  return `${mails.toLocaleString("en-US")} mails in 10 minutes`;
}
