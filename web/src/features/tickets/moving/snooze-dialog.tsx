import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { snoozeWords } from "../../../entities/ticket/snooze-text.ts";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence } from "../../../lib/failure.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { movedOnMessages } from "../detail/composer/reply-failure.ts";
import { addedLast } from "../sending/added-last.ts";
import { SnoozeChoice } from "./snooze-choice.tsx";

interface SnoozeDialogProps {
  ticket: TicketDetail;
  onClose: () => void;
}

/** Snoozes a ticket until a chosen time (docs/product.md#snoozing); arrow keys move between the suggestions. */
export function SnoozeDialog({ ticket, onClose }: SnoozeDialogProps) {
  // Fixed on opening, so that nothing moves under the pointer.
  const [opened] = useState(() => new Date());
  const snooze = useSnooze(ticket, onClose);
  const unsnooze = useUnsnooze(ticket, onClose);
  // Messages that arrived since are hidden behind the dialog.
  const [lastSeenMessageId] = useState(() => addedLast(ticket.messages)?.id ?? null);
  const unseen = snooze.error === null ? null : movedOnMessages(snooze.error);
  const isBusy = snooze.isPending || unsnooze.isPending;
  const error = snooze.error ?? unsnooze.error;
  const snoozeUntil = (until: SnoozeUntil) => {
    if (!isBusy) snooze.mutate({ id: ticket.id, until, lastSeenMessageId });
  };
  const putAllTheSame = () => {
    if (!isBusy && snooze.variables) snooze.mutate({ id: ticket.id, until: snooze.variables.until });
  };

  return (
    <Dialog size="sm" title={`Snooze ${ticketLabel(ticket.ticketNumber)}`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {ticket.snoozedUntil !== null && (
          <Banner
            kind="info"
            action={
              <Button size="sm" busy={unsnooze.isPending} busyText="Ending..." onClick={() => unsnooze.mutate(ticket)}>
                Bring back now
              </Button>
            }
          >
            {snoozeWords(ticket.snoozedUntil)}
          </Banner>
        )}
        <SnoozeChoice opened={opened} isBusy={isBusy} onChoose={snoozeUntil} />
        {unseen && (
          <Banner
            kind="info"
            action={
              <Button size="sm" busy={isBusy} busyText="Snoozing..." onClick={putAllTheSame}>
                Snooze all the same
              </Button>
            }
          >
            <span role="alert" className="line-clamp-3 break-anywhere" dir="auto">
              {`The customer wrote meanwhile: ${unseen.at(-1)?.content ?? ""}`}
            </span>
          </Banner>
        )}
        {error !== null && !unseen && (
          <Banner kind="error">{`Failed to snooze ticket: ${failureSentence(error)}`}</Banner>
        )}
        <p className="text-soft text-xs">
          It comes back by itself then, and as soon as the customer answers. Nobody else's work on it brings it back.
        </p>
      </div>
    </Dialog>
  );
}

/** Snoozes a ticket for everybody. */
function useSnooze(ticket: TicketDetail, onDone: () => void) {
  const show = useShown();
  return useMutation(
    api.tickets.snooze.mutationOptions({
      onSuccess(snoozed) {
        show(snoozed);
        onDone();
        if (snoozed.snoozedUntil !== null)
          announce(`${ticketLabel(ticket.ticketNumber)}: ${snoozeWords(snoozed.snoozedUntil)}`);
      },
    }),
  );
}

/** Unsnoozes a ticket. */
function useUnsnooze(ticket: TicketDetail, onDone: () => void) {
  const show = useShown();
  return useMutation({
    mutationFn: ({ id }: TicketDetail) => api.tickets.unsnooze.call({ id }),
    onSuccess(back) {
      show(back);
      onDone();
      announce(`${ticketLabel(ticket.ticketNumber)} is back in the list`);
    },
  });
}

function useShown() {
  const cache = useQueryClient();
  return (ticket: TicketDetail) => {
    cache.setQueryData(api.tickets.get.queryKey({ input: { id: ticket.id } }), ticket);
    refreshTicket(cache, ticket.id);
  };
}
