import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef } from "react";
import { priorityWords, statusWords } from "../../../../entities/ticket/ticket-pills.tsx";
import { formatDate } from "../../../../lib/format.ts";
import { announce } from "../../../../ui/announcer.tsx";
import { addedLast } from "../../sending/added-last.ts";

/**
 * Announces changes of the open ticket to screen readers, the reader's own edits included. An edit the server refused
 * is announced by its error alone.
 */
export function useAnnouncedChanges(ticket: TicketDetail, userId: string, nameOf: (id: string) => string | null): void {
  const before = useRef(ticket);
  // The last server state; an unsaved edit leaves `updatedAt` unchanged.
  const stored = useRef(ticket);
  const names = useRef(nameOf);
  names.current = nameOf;
  useEffect(() => {
    const changesSince = (earlier: TicketDetail) => changesToAnnounce(earlier, ticket, userId, names.current);
    const isTakenBack = ticket.updatedAt === stored.current.updatedAt && changesSince(stored.current).length === 0;
    const changes = isTakenBack ? [] : changesSince(before.current);
    if (ticket.updatedAt !== stored.current.updatedAt) stored.current = ticket;
    before.current = ticket;
    if (changes.length > 0) announce(changes.join(". "));
  }, [ticket, userId]);
}

type EditedField = "priority" | "category" | "assignedTo" | "teamId" | "dueDate" | "tags";
type Announced = Pick<TicketDetail, "id" | "status" | "messages" | "notes" | EditedField>;

/** Returns the announcements for a changed ticket. The shell already announces customers' messages. */
export function changesToAnnounce(
  before: Announced,
  after: Announced,
  userId: string,
  nameOf: (id: string) => string | null,
): string[] {
  if (before.id !== after.id) return [];
  const changes: string[] = [];
  if (before.status !== after.status) changes.push(`Status changed to ${statusWords[after.status].label}`);
  changes.push(...editsToAnnounce(before, after, nameOf));

  const previous = new Map(before.messages.map((message) => [message.id, message]));
  const newest = addedLast(before.messages)?.addedAt ?? "";
  for (const message of after.messages) {
    const earlier = previous.get(message.id);
    const isNew = earlier === undefined && message.addedAt >= newest;
    if (isNew && !message.isFromCustomer && message.authorId !== userId) {
      changes.push(`New reply from ${message.authorName}`);
    }
    if (earlier !== undefined && earlier.deliveryState !== "failed" && message.deliveryState === "failed") {
      changes.push("A reply could not be delivered");
    }
  }

  const notes = new Set(before.notes.map(({ id }) => id));
  for (const note of after.notes) {
    if (!notes.has(note.id) && note.authorId !== userId) changes.push(`New internal note from ${note.authorName}`);
  }
  return changes;
}

function editsToAnnounce(before: Announced, after: Announced, nameOf: (id: string) => string | null): string[] {
  const changes: string[] = [];
  if (before.priority !== after.priority) changes.push(`Priority changed to ${priorityWords[after.priority].label}`);
  if (before.category !== after.category) changes.push(`Category changed to ${after.category}`);
  if (before.assignedTo !== after.assignedTo) {
    const name = after.assignedTo === null ? "nobody" : (nameOf(after.assignedTo) ?? "a colleague");
    changes.push(`Assigned to ${name}`);
  }
  if (before.teamId !== after.teamId) {
    changes.push(after.teamId === null ? "Team removed" : `Team changed to ${nameOf(after.teamId) ?? "another"}`);
  }
  if (before.dueDate !== after.dueDate) {
    changes.push(after.dueDate === null ? "Due date removed" : `Due date set to ${formatDate(after.dueDate)}`);
  }
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  if (added.length > 0) changes.push(`Tag ${added.join(", ")} added`);
  if (removed.length > 0) changes.push(`Tag ${removed.join(", ")} removed`);
  return changes;
}
