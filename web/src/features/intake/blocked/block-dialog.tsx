import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import { limits } from "@deskhand/contract/limits";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";

interface BlockDialogProps {
  /** The address to block; without one it is typed. */
  address?: string;
  onClose: () => void;
}

/** Blocks a sender by address or domain, with a reason for colleagues (docs/product.md#blocked-senders). */
export function BlockDialog({ address, onClose }: BlockDialogProps) {
  const formId = useId();
  const [sender, setSender] = useState(address ?? "");
  const [reason, setReason] = useState("");
  const block = useBlock(onClose);
  const form = useForm<"sender" | "reason">({ save: block, send: () => block.mutate({ sender, reason }) });
  const choose = (chosen: string) => {
    if (block.isPending) return;
    setSender(chosen);
    form.edited();
  };

  return (
    <Dialog
      size="sm"
      title="Block Sender"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={block.isPending} busyText="Blocking...">
            Block
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="Not blocked" onDismiss={form.clear} />
        {address === undefined ? (
          <InputField
            label="Address or Domain"
            required
            autoComplete="off"
            placeholder="ann@spam.example or spam.example"
            maxLength={limits.emailAddressLength}
            value={sender}
            error={form.faults.sender}
            readOnly={block.isPending}
            onChange={({ target }) => choose(target.value)}
          />
        ) : (
          <RadioList legend="Whose mail?" options={choicesOf(address)} value={sender} onChange={choose} />
        )}
        <InputField
          label="Reason (optional)"
          hint="For your colleagues; the sender is told nothing."
          autoComplete="off"
          maxLength={limits.blockReasonLength}
          value={reason}
          error={form.faults.reason}
          readOnly={block.isPending}
          onChange={({ target }) => {
            setReason(target.value);
            form.edited();
          }}
        />
        <p className="text-soft text-sm">
          Their mail becomes no ticket and notifies nobody. It is held back in the mail log, where an admin can make a
          ticket of it. Tickets that are there stay as they are.
        </p>
      </form>
    </Dialog>
  );
}

function choicesOf(address: string) {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const name = (text: string) => <span className="break-anywhere">{shownText(text)}</span>;
  return [
    { value: address, label: name(address), description: "This address, also with a tag such as +news" },
    { value: domain, label: name(`Everybody at ${domain}`), description: "The domain and all that is below it" },
  ];
}

/** Blocks an address or domain, with an undo toast. */
function useBlock(onDone: () => void) {
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

/** Unblocks a sender, with an undo toast. */
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

/** Must work after the screen that offered it has closed. */
async function undo(cache: QueryClient, block: BlockedSender, by: "remove" | "restore"): Promise<void> {
  // Removes the toast, so that it cannot be pressed twice.
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
