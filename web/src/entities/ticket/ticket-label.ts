/** A ticket's identifier: "Ticket: 0409", or the start of its id when it has no number. */
export function ticketLabel(ticket: { id: string; ticketNumber?: number | null }): string {
  return ticket.ticketNumber == null
    ? `#${ticket.id.slice(0, 8).toUpperCase()}`
    : `Ticket: ${String(ticket.ticketNumber).padStart(4, "0")}`;
}
