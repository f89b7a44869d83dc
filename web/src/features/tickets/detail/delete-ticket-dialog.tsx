import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "../../../entities/ticket/ticket-label.ts";
import { failureText } from "../../../lib/failure.ts";
import { counted } from "../../../lib/format.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { unsentTexts } from "./composer/unsent-texts.ts";

interface DeleteTicketDialogProps {
  ticket: TicketDetail;
  userId: string;
  isDeleting: boolean;
  error: unknown;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before a ticket is gone for good. */
export function DeleteTicketDialog(props: DeleteTicketDialogProps) {
  const { ticket, userId, isDeleting, error, onDelete, onClose } = props;
  const { subject, messageCount, noteCount, attachmentCount } = ticket;
  const parts = [
    counted(messageCount, "message"),
    ...(noteCount > 0 ? [counted(noteCount, "internal note")] : []),
    ...(attachmentCount > 0 ? [counted(attachmentCount, "file")] : []),
  ];
  return (
    <Dialog
      size="sm"
      title={`Delete ${ticketLabel(ticket)}?`}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isDeleting} busyText="Deleting..." onClick={onDelete}>
            Delete Ticket
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p dir="auto" className="font-semibold break-anywhere">
          {subject}
        </p>
        <p className="text-soft">
          The ticket goes for everybody and for good, with {parts.join(", ")}. This cannot be undone. When the customer
          answers, a new ticket opens.
        </p>
        {unsentTexts(userId, ticket.id).length > 0 && (
          <Banner kind="warning">What you wrote here and did not send goes with it.</Banner>
        )}
        {error !== null && (
          <Banner kind="error">{`Failed to delete ticket: ${failureText(error).replace(/\.$/, "")}.`}</Banner>
        )}
      </div>
    </Dialog>
  );
}
