import type { TicketDetail } from "@deskhand/contract/tickets";
import { statusWords } from "../ticket-words.ts";

type Told = Pick<TicketDetail, "id" | "status" | "messages" | "notes">;

/** What a screen reader is told when an open ticket changes; customers' messages are told by the shell already. */
export function changesToTell(before: Told, after: Told, userId: string): string[] {
  if (before.id !== after.id) return [];
  const told: string[] = [];
  if (before.status !== after.status) told.push(`Status changed to ${statusWords[after.status].label}`);

  const known = new Map(before.messages.map((message) => [message.id, message]));
  const newest = before.messages.at(-1)?.createdAt ?? "";
  for (const message of after.messages) {
    const earlier = known.get(message.id);
    const isNew = earlier === undefined && message.createdAt >= newest;
    if (isNew && !message.isFromCustomer && message.authorId !== userId) {
      told.push(`New reply from ${message.authorName}`);
    }
    if (earlier !== undefined && earlier.deliveryState !== "failed" && message.deliveryState === "failed") {
      told.push("A reply could not be delivered");
    }
  }

  const notes = new Set(before.notes.map(({ id }) => id));
  for (const note of after.notes) {
    if (!notes.has(note.id) && note.authorId !== userId) told.push(`New internal note from ${note.authorName}`);
  }
  return told;
}
