import { messageColumns } from "./make-messages.ts";

type Row = readonly (string | boolean | null)[];

const column = (name: keyof typeof messageColumns) => Object.keys(messageColumns).indexOf(name);
const [ticketId, isFromCustomer, type, createdAt] = [
  column("ticket_id"),
  column("is_from_customer"),
  column("message_type"),
  column("created_at"),
];

/** When each ticket was first answered and how long its customer waited, in milliseconds, as the desk keeps it; `rows` in the order of time. */
export function firstResponses(rows: readonly Row[]): Map<string, { at: string; ms: number }> {
  const asked = new Map<string, number>();
  const answered = new Map<string, { at: string; ms: number }>();
  for (const row of rows) {
    const [ticket, at] = [String(row[ticketId]), String(row[createdAt])];
    if (row[type] !== "email" || answered.has(ticket)) continue;
    const since = asked.get(ticket);
    if (row[isFromCustomer]) asked.set(ticket, since ?? Date.parse(at));
    else if (since !== undefined) answered.set(ticket, { at, ms: Date.parse(at) - since });
  }
  return answered;
}
