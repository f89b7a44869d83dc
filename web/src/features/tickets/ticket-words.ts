import type { TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import type { Tone } from "../../ui/tone.ts";

/** The word and colour of each status (spec part 1, section 4). */
export const statusWords: Record<TicketStatus, { label: string; tone: Tone }> = {
  open: { label: "Open", tone: "blue" },
  "in-progress": { label: "In Progress", tone: "violet" },
  pending: { label: "Pending", tone: "amber" },
  resolved: { label: "Resolved", tone: "green" },
  closed: { label: "Closed", tone: "grey" },
  urgent: { label: "URGENT", tone: "red" },
};

/** The word and colour of each priority (spec part 1, section 4). */
export const priorityWords: Record<TicketPriority, { label: string; tone: Tone }> = {
  low: { label: "Low", tone: "grey" },
  medium: { label: "Medium", tone: "blue" },
  high: { label: "High", tone: "amber" },
  urgent: { label: "Urgent", tone: "red" },
};
