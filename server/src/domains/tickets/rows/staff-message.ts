import type { Writing } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail, failKeyUsed } from "../../../platform/fail.ts";
import type { NewMessage } from "./message-row.ts";
import { type Repeated, selectByIdempotencyKey } from "./messages.queries.ts";
import { type LockedTicket, lockTicket, refuseMerged } from "./tickets.queries.ts";

type StaffMessage = Pick<NewMessage, "id" | "type" | "content" | "mailMessageId" | "idempotencyKey">;

/** Builds a message or note that a colleague, or something they set up, writes on the desk. */
export function staffMessage(author: Pick<Writing, "userId" | "name">, message: StaffMessage) {
  const mailOnlyFields = { fullContent: null, html: null, authorEmail: null, threadingReason: null };
  const authorFields = { authorId: author.userId, authorName: author.name, isFromCustomer: false, isAutomatic: false };
  return { ...message, ...mailOnlyFields, ...authorFields };
}

/**
 * Finds what this person's earlier request with the key wrote; without `ticketId`, the ticket that the request opened. Fails if the key
 * was used by somebody else or for something else, as a reply would then be reported as sent that was not.
 */
export async function findRepeated<Found>(
  tx: TenantTx,
  key: string,
  { ticketId, kind, authorId }: Pick<Repeated, "kind" | "authorId"> & { ticketId?: string },
  load: (tx: TenantTx, ticketId: string, id: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const earlier = await selectByIdempotencyKey(tx, key);
  if (!earlier) return undefined;
  // After a merge the message is on another ticket.
  const isThere = ticketId === undefined || ticketId === earlier.ticketId || ticketId === earlier.mergedFromId;
  if (earlier.kind !== kind || !isThere || earlier.authorId !== authorId) throw failKeyUsed();
  return load(tx, earlier.ticketId, earlier.id);
}

type Request = { ticketId: string; idempotencyKey: string; authorId?: string | null | undefined };

type Expected<Found> = {
  kind: "reply" | "note";
  load: (tx: TenantTx, ticketId: string, id: string) => Promise<Found | undefined>;
};

/**
 * Locks the ticket to write on, or finds what an earlier request with the key wrote there. Fails if `authorId` is somebody else, or if
 * the ticket is archived or merged.
 */
export async function openForWriting<Found>(
  tx: TenantTx,
  { userId }: { userId: string | null },
  { ticketId, idempotencyKey, authorId = userId }: Request,
  { kind, load }: Expected<Found>,
): Promise<{ ticket: LockedTicket; earlier?: undefined } | { ticket?: undefined; earlier: Found }> {
  if (authorId !== userId) throw fail("not_allowed");
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) throw fail("ticket_not_found");
  const earlier = await findRepeated(tx, idempotencyKey, { ticketId: ticket.id, kind, authorId }, load);
  if (earlier) return { earlier };
  await refuseMerged(tx, ticket);
  if (ticket.isArchived) throw fail("ticket_archived");
  return { ticket };
}
