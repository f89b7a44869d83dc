import type { FoundCustomer } from "@deskhand/contract/customers";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useEffect, useId, useRef, useState } from "react";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { type CallError, failureSentence, fieldFailures } from "../../../lib/failure.ts";
import { useWhenDone } from "../../../lib/use-when-done.ts";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { noAddress, unreadRecipient } from "../recipients/unread-recipient.ts";
import { type DraftFaults, draftFaults, serverFaults } from "./draft-faults.ts";
import { TicketForm } from "./ticket-form.tsx";
import { useCreateTicket } from "./use-create-ticket.ts";
import { useTicketDraft } from "./use-ticket-draft.ts";

interface CreateTicketDialogProps {
  /** Whom the ticket is for; without one, a customer is chosen here. */
  customer?: FoundCustomer;
  onClose: () => void;
  onCreated: (ticket: TicketDetail) => void;
  returnFocusTo?: () => HTMLElement | null;
}

/** Creates a ticket (docs/product.md#creating-a-ticket). What was written stays in the browser until the ticket is there. */
export function CreateTicketDialog({ customer, onClose, onCreated, returnFocusTo }: CreateTicketDialogProps) {
  const { draft, isBlank, change, forget, sync } = useTicketDraft(customer?.id);
  const [earlier, setEarlier] = useState<TicketDetail | null>(null);
  const formId = useId();
  const isOpen = useIsOpen();
  const creation = useCreateTicket({
    onKey: (key) => change({ key }),
    onCreated(ticket) {
      forget();
      if (isOpen.current) onCreated(ticket);
    },
    onEarlierCreated(ticket) {
      change({ key: "" });
      setEarlier(ticket);
    },
  });
  // A dialog that was closed while its ticket was on the way, and opened again, shows what is left.
  useWhenDone(creation.isPending, sync);

  const filled = customer === undefined ? draft : { ...draft, customer, isNewCustomer: false };
  const form = useForm({
    check() {
      const unread = unreadRecipient(document.getElementById(formId));
      const line = unread?.ariaLabel === "Bcc" ? "bcc" : "copies";
      return { ...draftFaults(filled), ...(unread && { [line]: noAddress(unread.value) }) };
    },
    faultsOf: (error) => serverFaults(fieldFailures(error)),
    save: creation,
    send() {
      setEarlier(null);
      creation.create(filled);
    },
  });
  const reason = reasonOf(form.faults, form.failure);

  return (
    <Dialog
      title="Create New Support Ticket"
      onClose={onClose}
      {...(returnFocusTo && { returnFocusTo })}
      actions={
        !isBlank &&
        !creation.isPending && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              forget();
              form.clear();
              setEarlier(null);
            }}
          >
            Clear form
          </Button>
        )
      }
      footer={
        <>
          <p className="mr-auto text-soft text-xs max-sm:basis-full">All fields marked with * are required</p>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={creation.isPending} busyText="Creating Ticket...">
            Create Support Ticket
          </Button>
        </>
      }
    >
      <form
        {...form.props}
        id={formId}
        className="flex flex-col gap-4"
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          form.submit();
        }}
      >
        {reason !== null && (
          <Banner kind="error" title="Error Creating Ticket" onDismiss={form.clear}>
            {reason}
          </Banner>
        )}
        {earlier !== null && (
          <Banner
            kind="warning"
            title={`${ticketLabel(earlier.ticketNumber)} was created already`}
            action={
              <Button size="sm" onClick={() => onCreated(earlier)}>
                Open it
              </Button>
            }
          >
            An earlier attempt had arrived, with what was written then. What you changed since is still here.
          </Banner>
        )}
        <TicketForm
          draft={filled}
          customer={customer}
          faults={form.faults}
          isReadOnly={creation.isPending}
          onChange={(part) => {
            change(part);
            form.edited();
          }}
        />
      </form>
    </Dialog>
  );
}

/** Why there is no ticket yet, in one sentence each. */
function reasonOf(faults: DraftFaults, error: CallError | null): string | null {
  const sentences = [...new Set(Object.values(faults))];
  if (sentences.length > 0) return sentences.join(". ");
  if (error === null) return null;
  return `Failed to create ticket: ${failureSentence(error)} What you wrote is kept.`;
}

function useIsOpen() {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}
