import { ORPCError } from "@orpc/client";
import { SearchX, TriangleAlert } from "lucide-react";
import { failureText } from "../../../lib/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

interface TicketMissingProps {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** A ticket that does not exist here has no id that the server would take, or none that it knows. */
function isMissing(error: unknown): boolean {
  return error instanceof ORPCError && (error.code === "ticket_not_found" || error.code === "input_invalid");
}

/** Why a ticket is not shown, and what to do next. */
export function TicketMissing({ error, onRetry, onClose }: TicketMissingProps) {
  if (isMissing(error)) {
    return (
      <EmptyState
        icon={<SearchX size={20} aria-hidden />}
        title="Ticket not found or access denied"
        action={<Button onClick={onClose}>Back to tickets</Button>}
      >
        It may have been deleted, or the link is incomplete.
      </EmptyState>
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
