import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { safe } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshLists } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { failureSentence, isMissing } from "../../../lib/failure.ts";
import { counted } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { DangerDialog } from "../../../ui/overlay/dialog.tsx";
import { forgetUnsent, unsentTexts } from "./unsent-texts.tsx";

interface DeleteTicketDialogProps {
  ticket: TicketDetail;
  removal: ReturnType<typeof useDeleteTicket>;
  onClose: () => void;
}

/** Asks for confirmation before a ticket is deleted for good. */
export function DeleteTicketDialog({ ticket, removal, onClose }: DeleteTicketDialogProps) {
  const { user } = useSession();
  const { subject, messageCount, noteCount, attachmentCount } = ticket;
  const parts = [
    counted(messageCount, "message"),
    ...(noteCount > 0 ? [counted(noteCount, "internal note")] : []),
    ...(attachmentCount > 0 ? [counted(attachmentCount, "file")] : []),
  ];
  return (
    <DangerDialog
      title={`Delete ${ticketLabel(ticket.ticketNumber)}?`}
      confirmText="Delete Ticket"
      busyText="Deleting..."
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(ticket)}
      onClose={onClose}
    >
      <p dir="auto" className="font-semibold break-anywhere">
        {subject}
      </p>
      <p className="text-soft">
        The ticket goes for everybody and for good, with {parts.join(", ")}. This cannot be undone. When the customer
        answers, a new ticket opens.
      </p>
      <p className="text-soft">The mail log keeps the mails that came in until the customer is erased.</p>
      {unsentTexts(user?.id ?? "", ticket.id).length > 0 && (
        <Banner kind="warning">What you wrote here and did not send goes with it.</Banner>
      )}
      {removal.error !== null && (
        <Banner kind="error">{`Failed to delete ticket: ${failureSentence(removal.error)}`}</Banner>
      )}
    </DangerDialog>
  );
}

/** Deletes a ticket for everybody. A ticket that is already gone counts as deleted. */
export function useDeleteTicket(ticket: TicketDetail | undefined, onDeleted: () => void) {
  const cache = useQueryClient();
  const { user } = useSession();
  return useMutation({
    async mutationFn({ id }: TicketDetail) {
      const { error } = await safe(api.tickets.delete.call({ id }));
      // Somebody else deleted it first, or a response was lost: either way it is gone.
      if (error !== null && !isMissing(error, "ticket_not_found")) throw error;
    },
    onSuccess() {
      if (ticket === undefined) return;
      forgetUnsent(user?.id ?? "", ticket.id);
      onDeleted();
      announce(`${ticketLabel(ticket.ticketNumber)} deleted`);
      cache.removeQueries({ queryKey: api.tickets.get.key({ input: { id: ticket.id } }) });
      refreshLists(cache);
    },
  });
}
