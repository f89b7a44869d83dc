import { archivedStatuses, type TicketStatus, type TicketView } from "@deskhand/contract/vocabulary";

/** Whether tickets of a status are in the archive (docs/product.md#the-archive). */
export function isArchived(status: TicketStatus): boolean {
  return archivedStatuses.some((archived) => archived === status);
}

/** The view of the list in which tickets of a status are. */
export function viewOf(status: TicketStatus): TicketView {
  return isArchived(status) ? "archive" : "active";
}
