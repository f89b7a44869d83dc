import { limits } from "@deskhand/contract/limits";
import { useId, useState } from "react";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useShare } from "./use-sharing.tsx";

interface ShareDialogProps {
  /** Who is named; without one it is typed. */
  sender?: string | undefined;
  /** How many they may bring as it is. */
  mails?: number | undefined;
  onClose: () => void;
}

const most = limits.sharedSenderMails;
const howMany = `Enter a number from 1 to ${most.toLocaleString("en-US")}`;

/** Names a sender that brings many people's mail, with a number of its own (docs/product.md#loops-and-bursts). */
export function ShareDialog({ sender: named, mails = 5_000, onClose }: ShareDialogProps) {
  const formId = useId();
  const [sender, setSender] = useState(named ?? "");
  const [number, setNumber] = useState(String(mails));
  const share = useShare(onClose);
  const typed = Number(number.replaceAll(",", ""));
  const form = useForm<"sender" | "mails">({
    check: (): { mails?: string } => (Number.isInteger(typed) && typed >= 1 && typed <= most ? {} : { mails: howMany }),
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
          hint={`Of a domain, of each of its addresses. Up to ${most.toLocaleString("en-US")}.`}
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
