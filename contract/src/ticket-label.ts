/** A ticket's number as it is shown: with at least four digits (docs/product.md#ticket-number). */
export function ticketDigits(ticketNumber: number): string {
  return String(ticketNumber).padStart(4, "0");
}

/** How a ticket is named: "Ticket: 0042" (docs/product.md#ticket-number). */
export function ticketLabel(ticketNumber: number): string {
  return `Ticket: ${ticketDigits(ticketNumber)}`;
}
