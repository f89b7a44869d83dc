import type { AddedNote, addNoteSchema, Note } from "@deskhand/contract/messages";
import type * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { addMessage, selectNote, type TicketChange } from "../rows/messages.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import type { LockedTicket } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { findMentioned } from "./find-mentioned.ts";

type NewNote = z.output<typeof addNoteSchema> & { ticketId: string };

/** Adds an internal note, which no customer ever sees (docs/product.md#notes), and says who of those it names cannot be told. */
export async function addNote(tx: TenantTx, actor: Actor, note: NewNote): Promise<AddedNote> {
  const added = await addOnce(tx, actor, note);
  const { notTold } = await findMentioned(tx, added, note.chosenNames);
  return { ...added, notTold };
}

async function addOnce(tx: TenantTx, actor: Actor, note: NewNote): Promise<Note> {
  const { ticket, earlier } = await openForWriting(tx, actor, note, { kind: "note", load: selectNote });
  if (earlier) return earlier;
  const { written, step, event } = await writeNote(tx, actor, ticket, note, { isTouched: false });
  await recordActivity(tx, step);
  await emit(tx, "note.created", event);
  return written;
}

/** Writes a note together with what changes on its ticket; what is to be recorded and emitted is for the caller. */
export async function writeNote(
  tx: TenantTx,
  actor: Actor,
  ticket: LockedTicket,
  { content, idempotencyKey }: { content: string; idempotencyKey: string | null },
  change: TicketChange,
) {
  const ids = { ticketId: ticket.id, authorId: actor.userId };
  const note = staffMessage(actor, { id: newId(), type: "internal", content, mailMessageId: null, idempotencyKey });
  const { createdAt, authorName } = await addMessage(tx, ticket, note, change);
  const step: Step = { ticketId: ticket.id, actorId: actor.userId, kind: "note_added", details: { noteId: note.id } };
  const written: Note = { ...ids, id: note.id, content, authorName, createdAt };
  return { written, step, event: { ...ids, noteId: note.id } };
}
