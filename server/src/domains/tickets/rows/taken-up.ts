import { archivedStatuses, type TicketStatus } from "@deskhand/contract/vocabulary";

const archived: readonly TicketStatus[] = archivedStatuses;

/** What a new status changes of a ticket's row: whoever gives it has taken it up after its snooze, and what is done is put off no more. */
export function takenUp(status: TicketStatus) {
  return { status, woken_at: null, ...(archived.includes(status) && { snoozed_until: null }) };
}
