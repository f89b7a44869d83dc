import type { TicketCard } from "@deskhand/contract/tickets";

/** A row of the columns of a card (ticket-card.queries.ts). */
export type CardRow = Omit<TicketCard, "customer" | "snoozedUntil"> & {
  snoozedUntil: string | null;
  customerName: string | null;
  customerEmail: string | null;
};

/** A row of those columns, and whatever else, as the contract's card. */
export function toTicketCard<Row extends CardRow>({
  customerName: name,
  customerEmail: email,
  snoozedUntil,
  ...row
}: Row) {
  return {
    ...row,
    snoozedUntil: snoozedUntil === "infinity" ? ("answer" as const) : snoozedUntil,
    customer: row.customerId === null ? null : { id: row.customerId, name, email },
  };
}
