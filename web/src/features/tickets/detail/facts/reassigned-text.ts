import type { Activity } from "@deskhand/contract/tickets";

interface Reassigned {
  /** The trail's step of it; null when the trail could not be read. */
  by: Pick<Activity, "actorId" | "actorName"> | null;
  /** Whose the ticket is now; null for nobody's. */
  to: string | null;
  toName: string | null;
  /** Who reads this. */
  userId: string | null;
}

/** Who gave a ticket to whom. */
export function reassignedText({ by, to, toName, userId }: Reassigned): string {
  const actor = by?.actorName ?? "Somebody else";
  if (to === null) return `${actor} took the assignee off this ticket.`;
  if (to === by?.actorId) return `${actor} took this ticket.`;
  return `${actor} assigned this ticket to ${to === userId ? "you" : (toName ?? "a colleague")}.`;
}
