import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { type CallError, isMissing } from "../../../lib/failure.ts";
import { DetailAbsent } from "../../../screens/detail-parts.tsx";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { UnsentTextList } from "./unsent-texts.tsx";

/** Placeholder of a thread while the ticket loads. */
export function TicketSkeleton() {
  return (
    <div className="flex animate-appear-late flex-col gap-3.5 p-5">
      <p role="status">
        <span className="sr-only">Loading ticket...</span>
      </p>
      <Skeleton className="h-8 w-80 max-w-full" />
      <Skeleton className="mt-3 h-24 w-[55%] rounded-panel" />
      <Skeleton className="h-28 w-[55%] self-end rounded-panel" />
      <Skeleton className="h-18 w-[55%] rounded-panel" />
    </div>
  );
}

interface TicketMissingProps {
  ticketId: string;
  error: CallError;
  onRetry: () => void;
  onClose: () => void;
}

/** Says why a ticket is not shown, and offers what had been written to it. */
export function TicketMissing({ ticketId, error, onRetry, onClose }: TicketMissingProps) {
  const isGone = isMissing(error, "ticket_not_found");
  return (
    <div className="h-full overflow-y-auto">
      <DetailAbsent
        noun="Ticket"
        error={error}
        isMissing={isGone}
        failureTitle="Failed to fetch ticket"
        closeText="Back to tickets"
        onRetry={onRetry}
        onClose={onClose}
      >
        It may have been deleted, or the link is incomplete.
      </DetailAbsent>
      {isGone && <UnsentTextList ticketId={ticketId} />}
    </div>
  );
}

/** Replaces a ticket that somebody else deleted while it was open, with what had been written to it. */
export function TicketDeleted({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
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
        {ticketLabel(ticket.ticketNumber)} “<bdi>{ticket.subject}</bdi>” was deleted by an administrator while you had
        it open.
      </EmptyState>
      <UnsentTextList ticketId={ticket.id} />
    </div>
  );
}
