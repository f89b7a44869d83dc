import type { addNoteSchema, Note } from "@deskhand/contract/messages";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { findRepeated } from "../thread/find-repeated.ts";
import { insertStaffMessage, selectNote } from "../thread/messages.queries.ts";
import { lockTicket } from "./lock-ticket.ts";
import { recordActivity } from "./record-activity.ts";

type NewNote = z.output<typeof addNoteSchema> & { ticketId: string };
type Author = { authorId: string; authorName: string };

/** Adds an internal note, which no customer ever sees (spec part 1, section 7.5). */
export async function addNote(tx: TenantTx, actor: Actor, note: NewNote): Promise<Note> {
  const ticket = await lockTicket(tx, note.ticketId);
  if (!ticket) throw fail("ticket_not_found");
  const earlier = await findRepeated(tx, note.idempotencyKey, { ticketId: ticket.id, kind: "note" });
  if (earlier) return loadNote(tx, ticket.id, earlier.id);
  if (ticket.isArchived) throw fail("ticket_archived");
  const author = { authorId: actor.userId, authorName: actor.name };
  const id = await saveNote(tx, ticket.id, note.content, author, note.idempotencyKey);
  return loadNote(tx, ticket.id, id);
}

/** Keeps the note of a status change as an internal note; the caller holds the ticket's lock. */
export async function saveStatusNote(
  tx: TenantTx,
  ticketId: string,
  { content, ...author }: Author & { content: string },
) {
  await saveNote(tx, ticketId, content, author, null);
}

async function saveNote(
  tx: TenantTx,
  ticketId: string,
  content: string,
  author: Author,
  idempotencyKey: string | null,
) {
  const id = newId();
  const note = { id, ticketId, content, ...author, deliveryState: null, idempotencyKey };
  await insertStaffMessage(tx, { ...note, type: "internal" });
  await recordActivity(tx, { ticketId, actorId: author.authorId, kind: "note_added", details: { noteId: id } });
  await emit(tx, "note.created", { ticketId, noteId: id, authorId: author.authorId });
  return id;
}

async function loadNote(tx: TenantTx, ticketId: string, id: string): Promise<Note> {
  const note = await selectNote(tx, ticketId, id);
  if (!note) throw fail("message_not_found");
  return note;
}
