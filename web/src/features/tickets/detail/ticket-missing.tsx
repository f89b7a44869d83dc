import { SearchX, TriangleAlert } from "lucide-react";
import { isTicketMissing } from "../../../entities/ticket/ticket-queries.ts";
import { failureText } from "../../../lib/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { UnsentTextList } from "./composer/unsent-text-list.tsx";

interface TicketMissingProps {
  ticketId: string;
  userId: string;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Why a ticket is not shown, and what to do next. */
export function TicketMissing({ ticketId, userId, error, onRetry, onClose }: TicketMissingProps) {
  if (isTicketMissing(error)) {
    return (
      <div className="h-full overflow-y-auto">
        <EmptyState
          icon={<SearchX size={20} aria-hidden />}
          title="Ticket not found or access denied"
          action={<Button onClick={onClose}>Back to tickets</Button>}
        >
          It may have been deleted, or the link is incomplete.
        </EmptyState>
        <UnsentTextList userId={userId} ticketId={ticketId} />
      </div>
    );
  }
  return (
    <EmptyState
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`Failed to fetch ticket: ${failureText(error)}`}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
