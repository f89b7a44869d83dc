import { ticketLabel as labelOf } from "@deskhand/contract/vocabulary";

/** A ticket's identifier: "Ticket: 0409", or the start of its id when it has no number. */
export function ticketLabel({ id, ticketNumber }: { id: string; ticketNumber?: number | null }): string {
  return ticketNumber == null ? `#${id.slice(0, 8).toUpperCase()}` : labelOf(ticketNumber);
}
