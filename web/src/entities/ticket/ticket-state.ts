import type { TicketCard } from "@deskhand/contract/tickets";
import { archivedStatuses, type TicketStatus, type TicketView } from "@deskhand/contract/vocabulary";

/** The first and last day that can be a due date: a half-typed year is none. */
export const dueDays = { min: "2000-01-01", max: "2999-12-31" } as const;

/** The sentence about a day before or after those. */
export const dueDayFault = "The due date must be from 2000 to 2999";

/** Returns when a ticket is due that has until the end of a day, given as in a date field; null for none, or no real day. */
export function dueAtEndOf(day: string): string | null {
  if (day < dueDays.min || day > dueDays.max) return null;
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** Returns the day of a due date in the reader's time zone, as a date field shows it; "" for none. */
export function dueDay(dueDate: string | null): string {
  if (dueDate === null) return "";
  const at = new Date(dueDate);
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
}

/** Whether a ticket still waits after its due date (docs/product.md#due-dates); `now` in milliseconds. */
export function isOverdue({ dueDate, status }: Pick<TicketCard, "dueDate" | "status">, now: number): boolean {
  return dueDate !== null && !isArchived(status) && Date.parse(dueDate) < now;
}

/** Whether tickets of a status are in the archive (docs/product.md#the-archive). */
export function isArchived(status: TicketStatus): boolean {
  return archivedStatuses.some((archived) => archived === status);
}

/** Returns the view of the list that contains tickets of a status. */
export function viewOf(status: TicketStatus): TicketView {
  return isArchived(status) ? "archive" : "active";
}
