import type { FoundCustomer } from "@deskhand/contract/customers";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { refreshLists } from "../../../entities/ticket/ticket-queries.ts";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { dueAtEndOf } from "../../../entities/ticket/ticket-state.ts";
import { api } from "../../../lib/api.ts";
import { type CallError, failureSentence, fieldFailures } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/new-key.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useWhenDone } from "../../../lib/use-when-done.ts";
import { useForm } from "../../../screens/use-form.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { noAddress, unreadRecipient } from "../recipients/typed-mailboxes.ts";
import { type DraftFaults, draftFaults, serverFaults } from "./draft-faults.ts";
import { type TicketDraft, useTicketDraft } from "./ticket-draft.ts";
import { TicketForm } from "./ticket-form.tsx";

interface CreateTicketDialogProps {
  /** The ticket's customer; without one, it is chosen here. */
  customer?: FoundCustomer;
  onClose: () => void;
  onCreated: (ticket: TicketDetail) => void;
  returnFocusTo?: () => HTMLElement | null;
}

/** Creates a ticket (docs/product.md#creating-a-ticket). The draft stays in the browser until the ticket exists. */
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
  // A dialog closed during the request and reopened shows what remains.
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

/** Returns why the ticket was not created, one sentence per reason. */
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

interface CreateCallbacks {
  /** Stores the key until the server has responded, so that a retry creates no second ticket. */
  onKey: (key: string) => void;
  onCreated: (ticket: TicketDetail) => void;
  /** An earlier request with another text had reached the server after all. */
  onEarlierCreated: (ticket: TicketDetail) => void;
}

const mutationKey = ["create-ticket"];

function openingOf(draft: TicketDraft, idempotencyKey: string) {
  const { subject, message, priority, category, mailCustomer, customer } = draft;
  return {
    subject: subject.trim(),
    message: message.trim(),
    priority,
    category,
    mailCustomer,
    idempotencyKey,
    // Without a mail there are no copies.
    ...(mailCustomer && { cc: draft.cc, bcc: draft.bcc }),
    dueDate: dueAtEndOf(draft.dueDay),
    teamId: draft.teamId || null,
    customer: draft.isNewCustomer || customer === null ? { name: draft.name, email: draft.email } : { id: customer.id },
  };
}

/** Creates a ticket once; a lost connection is retried while the browser is online. */
function useCreateTicket({ onKey, onCreated, onEarlierCreated }: CreateCallbacks) {
  const cache = useQueryClient();
  const isPending = useIsMutating({ mutationKey }) > 0;
  const creation = useMutation(
    api.tickets.create.mutationOptions({
      mutationKey,
      ...failsOffline,
      onSuccess(ticket, sent) {
        cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
        refreshLists(cache);
        // The text was edited after its key was used, so the ticket does not have the edits.
        if (ticket.subject !== sent.subject || ticket.description !== sent.message) return onEarlierCreated(ticket);
        announce(`${ticketLabel(ticket.ticketNumber)} created`);
        onCreated(ticket);
      },
    }),
  );
  return {
    isPending,
    error: creation.error,
    reset: creation.reset,
    create(draft: TicketDraft) {
      // The second of two clicks comes before the button is disabled.
      if (cache.isMutating({ mutationKey }) > 0) return;
      const key = draft.key || newKey();
      onKey(key);
      creation.mutate(openingOf(draft, key));
    },
  };
}
