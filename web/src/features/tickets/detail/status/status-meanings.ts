import type { TicketStatus } from "@deskhand/contract/vocabulary";

/** What each status means (spec part 1, section 4). */
export const statusMeanings: Record<TicketStatus, string> = {
  open: "Newly created and awaiting assignment.",
  "in-progress": "Actively worked on.",
  pending: "Waiting for the customer or an external action.",
  resolved: "Awaiting confirmation.",
  closed: "Completed.",
  urgent: "Needs immediate attention; appears at the top of all ticket lists.",
};
