import { useQuery } from "@tanstack/react-query";
import { CircleDot } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { draftKey, writeDraft } from "../../../lib/drafts.ts";
import { ticketLabel } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { isArchived } from "../is-archived.ts";
import { OpenTicket } from "./open-ticket.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { TagList } from "./tag-list.tsx";
import { TicketBadges } from "./ticket-badges.tsx";
import { TicketHeading } from "./ticket-heading.tsx";
import { TicketMissing } from "./ticket-missing.tsx";
import { TicketSkeleton } from "./ticket-skeleton.tsx";
import type { TicketSlots } from "./ticket-slots.ts";
import { useRoom } from "./use-room.ts";
import { useStatusChange } from "./use-status-change.ts";

interface TicketDialogProps {
  ticketId: string;
  onClose: () => void;
  slots?: TicketSlots;
  /** Where focus goes when the ticket was opened by its address, such as to its row in the list. */
  returnFocusTo: () => HTMLElement | null;
}

/** A ticket with its thread, notes and details (spec part 1, section 2.8). Mount it with the ticket's id as its key. */
export function TicketDialog({ ticketId, onClose, slots = {}, returnFocusTo }: TicketDialogProps) {
  const { user, can } = useSession();
  const { data: ticket, error, refetch } = useQuery(api.tickets.get.queryOptions({ input: { id: ticketId } }));
  const [isChoosingStatus, setChoosingStatus] = useState(false);
  const status = useStatusChange(ticketId, ({ note }) => {
    // What was written must not be lost with the change that was refused.
    if (note !== undefined && user !== null) writeDraft(draftKey(user.id, "status-note", ticketId), note);
  });
  const room = useRoom();
  const canChangeStatus = ticket !== undefined && can("tickets:change-status");

  return (
    <Dialog
      size="lg"
      tall
      bare
      title={ticket === undefined ? "Ticket" : ticketLabel(ticket)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      badges={
        ticket && (
          <>
            <TicketBadges ticket={ticket} />
            {room === "narrow" && ticket.tags.length > 0 && <TagList tags={ticket.tags} />}
          </>
        )
      }
      actions={
        canChangeStatus &&
        !isArchived(ticket.status) && (
          <Button
            icon={<CircleDot size={14} aria-hidden className="max-sm:hidden" />}
            onClick={() => setChoosingStatus(true)}
          >
            Update Status
          </Button>
        )
      }
      subtitle={ticket && <TicketHeading ticket={ticket} />}
    >
      {ticket !== undefined && user !== null ? (
        <OpenTicket
          ticket={ticket}
          userId={user.id}
          canChangeStatus={canChangeStatus}
          statusError={status.error}
          onDismissStatusError={status.clearError}
          onUpdateStatus={() => setChoosingStatus(!isArchived(ticket.status))}
          slots={slots}
        />
      ) : error !== null && ticket === undefined ? (
        <TicketMissing error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : (
        <TicketSkeleton />
      )}
      {isChoosingStatus && ticket !== undefined && (
        <StatusDialog ticket={ticket} onSubmit={status.save} onClose={() => setChoosingStatus(false)} />
      )}
    </Dialog>
  );
}
