import { limits } from "@deskhand/contract/limits";
import type { TrackingNote } from "@deskhand/contract/tracking";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import {
  insertNote,
  lockTrackedTicket,
  selectNoteByKey,
  selectNotes,
  selectTicketAbout,
} from "./rows/tracking.queries.ts";

type NewNote = { ticketId: string; content: string; idempotencyKey: string };
type Page = { ticketId: string; before?: string | undefined; limit: number };

/** Adds an internal note about a ticket's parcel. A repeated request adds nothing. */
export async function addTrackingNote(
  tx: TenantTx,
  actor: Actor,
  { ticketId, content, idempotencyKey: key }: NewNote,
): Promise<TrackingNote> {
  const ticket = await lockTrackedTicket(tx, ticketId);
  if (!ticket) throw fail("ticket_not_found");
  const earlier = await selectNoteByKey(tx, key);
  if (earlier?.ticketId === ticketId && earlier.authorId === actor.userId) return earlier;
  if (ticket.isArchived) throw fail("ticket_archived");
  const author = { authorId: actor.userId, authorName: actor.name };
  const note = await insertNote(tx, { id: newId(), ticketId, content, key, ...author });
  if (!note) throw failKeyUsed();
  await emit(tx, "tracking-note.created", { ticketId, noteId: note.id, authorId: actor.userId });
  return note;
}

/** Lists one page of a ticket's tracking notes before a given one, oldest first. */
export async function listTrackingNotes(
  tx: TenantTx,
  page: Page,
): Promise<{ items: TrackingNote[]; hasOlder: boolean }> {
  const notes = await selectNotes(tx, { ...page, limit: page.limit + 1 });
  if (notes.length === 0 && !(await selectTicketAbout(tx, page.ticketId))) throw fail("ticket_not_found");
  return { items: notes.slice(0, page.limit).reverse(), hasOlder: notes.length > page.limit };
}

/** The newest of a ticket's tracking notes, oldest first. */
export async function newestTrackingNotes(tx: TenantTx, ticketId: string) {
  const notes = await selectNotes(tx, { ticketId, limit: limits.threadPageSize + 1 });
  return {
    notes: notes.slice(0, limits.threadPageSize).reverse(),
    hasOlderNotes: notes.length > limits.threadPageSize,
  };
}
