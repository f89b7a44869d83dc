import { findMentions } from "@deskhand/contract/desk/find-mentions";
import type { AddedNote, addNoteSchema, Note } from "@deskhand/contract/messages";
import type * as z from "zod";
import type { Writing } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { addMessage, selectNote, type TicketChange } from "../rows/messages.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { type LockedTicket, lockTicket, refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { selectNameable } from "./mentions.queries.ts";

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
  await recordActivity(tx, actor, step);
  await emit(tx, "note.created", event);
  return written;
}

/** Adds a note that no person writes themselves, as what wrote it; the ticket may be archived, but not merged. */
export async function addNoteBy(tx: TenantTx, by: Writing, ticketId: string, content: string): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  const { step, event } = await writeNote(tx, by, ticket, { content, idempotencyKey: null }, { isTouched: false });
  await recordActivity(tx, by, step);
  await emit(tx, "note.created", event);
}

/** Writes a note together with what changes on its ticket; what is to be recorded and emitted is for the caller. */
export async function writeNote(
  tx: TenantTx,
  by: Writing,
  ticket: LockedTicket,
  { content, idempotencyKey }: { content: string; idempotencyKey: string | null },
  change: TicketChange,
) {
  const ids = { ticketId: ticket.id, authorId: by.userId };
  const note = staffMessage(by, { id: newId(), type: "internal", content, mailMessageId: null, idempotencyKey });
  const { createdAt, authorName } = await addMessage(tx, ticket, note, change);
  const step: Step = { ticketId: ticket.id, kind: "note_added", details: { noteId: note.id } };
  const written: Note = { ...ids, id: note.id, content, authorName, createdAt };
  return { written, step, event: { ...ids, noteId: note.id } };
}

/** Whom a note names: those who can be told, by their ids, and the names of those who cannot, as they left or have not joined. */
type Mentioned = { told: string[]; notTold: string[] };

/**
 * Whom of the tenant's people a note of somebody's names by `@name` (docs/product.md#mentions); never its author. Of the names that
 * were chosen when it was written nobody may be there any more.
 */
export async function findMentioned(
  tx: TenantTx,
  { content, authorId }: { content: string; authorId: string | null },
  chosenNames: readonly string[] = [],
): Promise<Mentioned> {
  // Only a person tells others.
  if (authorId === null || !content.normalize("NFKC").includes("@")) return { told: [], notTold: [] };
  const nameable = await selectNameable(tx);
  const others = nameable.filter(({ id, isThere }) => isThere && id !== authorId);
  // Who is called by the first name of somebody who is gone is told, and nobody is missed.
  const isMissed = (name: string) => findMentions(`@${name}`, others).every(({ people }) => people.length !== 1);
  const chosen = chosenNames.filter(isMissed).map((name) => ({ id: "", name, isThere: false }));
  const named = findMentions(content, [...nameable, ...chosen], others).filter(({ isUnclear }) => !isUnclear);
  const told = named.flatMap(({ people }) => people.filter(({ isThere }) => isThere));
  const notTold = named.filter(({ people }) => people.every(({ isThere }) => !isThere));
  return {
    told: [...new Set(told.map(({ id }) => id))].filter((id) => id !== authorId),
    notTold: [...new Set(notTold.flatMap(({ people }) => people.slice(0, 1).map(({ name }) => name)))],
  };
}
