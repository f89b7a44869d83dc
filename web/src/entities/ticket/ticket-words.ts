import { limits } from "@deskhand/contract/limits";
import { statusLabels, type TicketPriority, type TicketStatus } from "@deskhand/contract/vocabulary";
import { truncate } from "../../lib/format.ts";
import type { Tone } from "../../ui/tone.ts";

/** The word and colour of each status (docs/product.md#statuses). */
export const statusWords: Record<TicketStatus, { label: string; tone: Tone }> = {
  open: { label: statusLabels.open, tone: "blue" },
  "in-progress": { label: statusLabels["in-progress"], tone: "violet" },
  pending: { label: statusLabels.pending, tone: "amber" },
  resolved: { label: statusLabels.resolved, tone: "green" },
  closed: { label: statusLabels.closed, tone: "grey" },
  urgent: { label: statusLabels.urgent, tone: "red" },
};

/** The word and colour of each priority (docs/product.md#priorities). */
export const priorityWords: Record<TicketPriority, { label: string; tone: Tone }> = {
  low: { label: "Low", tone: "grey" },
  medium: { label: "Medium", tone: "blue" },
  high: { label: "High", tone: "amber" },
  urgent: { label: "Urgent", tone: "red" },
};

/** A ticket's subject as cards show it: 97 characters of a longer one (docs/product.md#subjects). */
export function subjectOnCard(subject: string): string {
  const { subjectOnCard: most } = limits;
  return subject.length > most ? truncate(subject, most - 3) : subject;
}
