import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { dueAtEndOf } from "../../../entities/ticket/due-date.ts";
import { refreshLists } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { newKey } from "../../../lib/new-key.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { announce } from "../../../ui/announcer.tsx";
import type { TicketDraft } from "./ticket-draft.ts";

interface CreateCallbacks {
  /** Keeps the key until the server has responded, so that a repeated request makes no second ticket. */
  onKey: (key: string) => void;
  onCreated: (ticket: TicketDetail) => void;
  /** An earlier request, with another text, had reached the server after all. */
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
    // Nothing goes to them where no mail does.
    ...(mailCustomer && { cc: draft.cc, bcc: draft.bcc }),
    dueDate: dueAtEndOf(draft.dueDay),
    customer: draft.isNewCustomer || customer === null ? { name: draft.name, email: draft.email } : { id: customer.id },
  };
}

/** Opens a ticket, once; a lost connection is tried again while the browser has a network. */
export function useCreateTicket({ onKey, onCreated, onEarlierCreated }: CreateCallbacks) {
  const cache = useQueryClient();
  const isPending = useIsMutating({ mutationKey }) > 0;
  const creation = useMutation(
    api.tickets.create.mutationOptions({
      mutationKey,
      ...failsOffline,
      onSuccess(ticket, sent) {
        cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
        refreshLists(cache);
        // An edited text under a key that was used: what was edited is not in the ticket.
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
      // A double click comes before the button is drawn disabled.
      if (cache.isMutating({ mutationKey }) > 0) return;
      const key = draft.key || newKey();
      onKey(key);
      creation.mutate(openingOf(draft, key));
    },
  };
}
