import type { TicketDetail } from "@deskhand/contract/tickets";
import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { ticketLabel } from "../../../entities/ticket/ticket-label.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { UnsentTextList } from "./composer/unsent-text-list.tsx";

interface TicketDeletedProps {
  ticket: TicketDetail;
  userId: string;
  onClose: () => void;
}

/** In place of a ticket that somebody else deleted while it was open, with what had been written to it. */
export function TicketDeleted({ ticket, userId, onClose }: TicketDeletedProps) {
  useEffect(() => announce("This ticket was deleted"), []);
  return (
    <div className="h-full overflow-y-auto">
      <EmptyState
        icon={<Trash2 size={20} aria-hidden />}
        title="This ticket was deleted"
        action={
          <Button ref={(button) => button?.focus()} onClick={onClose}>
            Back to tickets
          </Button>
        }
      >
        {ticketLabel(ticket)} “<bdi>{ticket.subject}</bdi>” was deleted by an administrator while you had it open.
      </EmptyState>
      <UnsentTextList userId={userId} ticketId={ticket.id} />
    </div>
  );
}
