import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { SharedSender } from "@deskhand/contract/admin/shared-senders";
import { limits } from "@deskhand/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Contact } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { closeToast, showToast } from "../../../ui/overlay/show-toast.ts";

interface ShareDialogProps {
  /** The sender; without one it is typed. */
  sender?: string | undefined;
  /** The sender's current limit. */
  mails?: number | undefined;
  onClose: () => void;
}

const mostMails = limits.sharedSenderMails;
const howMany = `Enter a number from 1 to ${mostMails.toLocaleString("en-US")}`;

/** Gives a sender of many people's mail a limit of its own (docs/product.md#loops-and-bursts). */
export function ShareDialog({ sender: named, mails = 5_000, onClose }: ShareDialogProps) {
  const formId = useId();
  const [sender, setSender] = useState(named ?? "");
  const [number, setNumber] = useState(String(mails));
  const share = useShare(onClose);
  const typed = Number(number.replaceAll(",", ""));
  const form = useForm<"sender" | "mails">({
    check: (): { mails?: string } =>
      Number.isInteger(typed) && typed >= 1 && typed <= mostMails ? {} : { mails: howMany },
    save: share,
    send: () => share.mutate({ sender, mails: typed }),
  });

  return (
    <Dialog
      size="sm"
      title="Shared Sender"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={share.isPending} busyText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="Not saved" onDismiss={form.clear} />
        <InputField
          label="Address or Domain"
          required
          autoComplete="off"
          placeholder="desk@marketplace.example or marketplace.example"
          maxLength={limits.emailAddressLength}
          value={sender}
          error={form.faults.sender}
          readOnly={named !== undefined || share.isPending}
          onChange={({ target }) => {
            setSender(target.value);
            form.edited();
          }}
        />
        <InputField
          label="Mails in 10 Minutes"
          required
          autoComplete="off"
          inputMode="numeric"
          data-autofocus={named === undefined ? undefined : true}
          hint={`Of a domain, of each of its addresses. Up to ${mostMails.toLocaleString("en-US")}.`}
          value={number}
          error={form.faults.mails}
          readOnly={share.isPending}
          onChange={({ target }) => {
            setNumber(target.value);
            form.edited();
          }}
        />
        <p className="text-soft text-sm">
          This number holds instead of the usual {limits.mailsPerSender.toLocaleString("en-US")}, of which{" "}
          {limits.mailsAlike} may say the same. What is held back already stays so until you release it.
        </p>
      </form>
    </Dialog>
  );
}

/** Saves a sender's limit. */
function useShare(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation(
    api.sharedSenders.set.mutationOptions({
      ...failsOffline,
      onSettled: () => cache.invalidateQueries({ queryKey: api.sharedSenders.key() }),
      onSuccess(sender) {
        onDone();
        showToast({ id: toastOf(sender), title: `${shownText(sender.sender)} may bring ${mailsLeft(sender)}`, icon });
      },
    }),
  );
}

/** Removes a sender from the list, with an undo toast. */
export function useUnshare() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: api.sharedSenders.key() });

  /** Must work after the screen that offered it has closed. */
  async function undo({ sender, mails, ...of }: SharedSender): Promise<void> {
    // Removes the toast, so that it cannot be pressed twice.
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

function mailsLeft({ mails }: SharedSender): string {
  return `${mails.toLocaleString("en-US")} mails in 10 minutes`;
}
