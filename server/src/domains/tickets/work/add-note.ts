import { findMentions } from "@deskhand/contract/desk/find-mentions";
import type { AddedNote, addNoteSchema, Note } from "@deskhand/contract/messages";
import type * as z from "zod";
import type { Writing } from "../../../platform/acting.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import { addMessage, selectNote, type TicketChange } from "../rows/messages.queries.ts";
import { openForWriting, staffMessage } from "../rows/staff-message.ts";
import { type LockedTicket, lockTicket, refuseMerged } from "../rows/tickets.queries.ts";
import { recordActivity, type Step } from "../rows/trail.queries.ts";
import { selectNameable, selectNameableTeams } from "./mentions.queries.ts";

type NewNote = z.output<typeof addNoteSchema> & { ticketId: string };

/** Adds an internal note, which customers never see (docs/product.md#notes), and returns which mentioned people cannot be notified. */
export async function addNote(tx: TenantTx, actor: Writing, note: NewNote): Promise<AddedNote> {
  const added = await addOnce(tx, actor, note);
  const { notTold } = await findMentioned(tx, added, note.chosenNames);
  return { ...added, notTold };
}

async function addOnce(tx: TenantTx, actor: Writing, note: NewNote): Promise<Note> {
  const { ticket, earlier } = await openForWriting(tx, actor, note, { kind: "note", load: selectNote });
  if (earlier) return earlier;
  const { written, step, event } = await writeNote(tx, actor, ticket, note, { isTouched: false });
  await recordActivity(tx, actor, step);
  await emit(tx, "note.created", event);
  return written;
}

/** Adds a note that no person writes themselves, as what wrote it, or says what refuses it, as it would a person's own. */
export async function addNoteBy(
  tx: TenantTx,
  by: Writing,
  ticketId: string,
  write: () => Promise<string>,
): Promise<{ ticketNumber: number | null; refused: Failure | null }> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return { ticketNumber: null, refused: fail("ticket_not_found") };
  const { ticketNumber } = ticket;
  try {
    await refuseMerged(tx, ticket);
    if (ticket.isArchived) throw fail("ticket_archived");
    const note = { content: await write(), idempotencyKey: null };
    const { step, event } = await writeNote(tx, by, ticket, note, { isTouched: false });
    await recordActivity(tx, by, step);
    await emit(tx, "note.created", event);
    return { ticketNumber, refused: null };
  } catch (error) {
    // What the catalogue refuses is said of what acts; anything else is a fault.
    if (!(error instanceof Failure)) throw error;
    return { ticketNumber, refused: error };
  }
}

/** Writes a note and what changes on its ticket; the caller records the step and emits the event. */
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

/**
 * The people a note mentions, also by their team: ids of those who can be notified, and names of those who cannot, as they left, have not
 * joined, or are a team without members.
 */
type Mentioned = { told: string[]; notTold: string[] };

/**
 * Finds the people a note mentions by `@name`, or by the name of their team, never its author (docs/product.md#mentions). A name in `chosenNames`, picked while the
 * note was written, may belong to somebody who has left since.
 */
export async function findMentioned(
  tx: TenantTx,
  { content, authorId }: { content: string; authorId: string | null },
  chosenNames: readonly string[] = [],
): Promise<Mentioned> {
  // Notes by the system notify nobody.
  if (authorId === null || !content.normalize("NFKC").includes("@")) return { told: [], notTold: [] };
  const people = (await selectNameable(tx)).map((person) => ({ ...person, memberIds: [person.id] }));
  const teams = (await selectNameableTeams(tx)).map((team) => ({
    ...team,
    id: "",
    isThere: team.memberIds.length > 0,
  }));
  const nameable = [...people, ...teams];
  // First names are those of people.
  const others = people.filter(({ id, isThere }) => isThere && id !== authorId);
  // If a colleague answers to the name of somebody who left, they are notified instead and nobody counts as missing.
  const isMissed = (name: string) => findMentions(`@${name}`, others).every(({ people }) => people.length !== 1);
  const chosen = chosenNames.filter(isMissed).map((name) => ({ id: "", name, isThere: false, memberIds: [] }));
  const named = findMentions(content, [...nameable, ...chosen], others).filter(({ isUnclear }) => !isUnclear);
  const told = named.flatMap(({ people }) => people.filter(({ isThere }) => isThere));
  const notTold = named.filter(({ people }) => people.every(({ isThere }) => !isThere));
  return {
    told: [...new Set(told.flatMap(({ memberIds }) => memberIds))].filter((id) => id !== authorId),
    notTold: [...new Set(notTold.flatMap(({ people }) => people.slice(0, 1).map(({ name }) => name)))],
  };
}
