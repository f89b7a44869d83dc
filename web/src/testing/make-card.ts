import type { TicketCard } from "@deskhand/contract/tickets";

const now = "2026-03-02T10:00:00.000Z";

/** Makes a ticket as lists show it: open, without a customer, unassigned and with nobody waiting. Its id is made from its number. */
export function makeCard({ ticketNumber = 7, ...changes }: Partial<TicketCard> = {}): TicketCard {
  return {
    id: `00000000-0000-4000-8000-${String(ticketNumber).padStart(12, "0")}`,
    ticketNumber,
    subject: `Basket ${ticketNumber}`,
    preview: "",
    status: "open",
    priority: "medium",
    category: "General",
    tags: [],
    customer: null,
    customerId: null,
    assignedTo: null,
    teamId: null,
    createdAt: now,
    updatedAt: now,
    dueDate: null,
    messageCount: 1,
    attachmentCount: 0,
    isUnverified: false,
    writtenFrom: null,
    waitingSince: null,
    isNewReply: false,
    newestWords: null,
    snoozedUntil: null,
    isWoken: false,
    due: null,
    ...changes,
  };
}
