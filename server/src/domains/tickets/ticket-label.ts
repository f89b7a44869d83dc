/** A ticket's display identifier: 'Ticket: ' and its number, zero-padded to 4 digits (spec part 1, section 3). */
export function ticketLabel(ticketNumber: number): string {
  return `Ticket: ${String(ticketNumber).padStart(4, "0")}`;
}
