import type { TicketCard } from "@deskhand/contract/tickets";
import { isArchived } from "./is-archived.ts";

/** Whether a ticket's due date is past and it still waits (spec part 1, section 4); `now` in milliseconds. */
export function isOverdue({ dueDate, status }: Pick<TicketCard, "dueDate" | "status">, now: number): boolean {
  return dueDate !== null && !isArchived(status) && Date.parse(dueDate) < now;
}
