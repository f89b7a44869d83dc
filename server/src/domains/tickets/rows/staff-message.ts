import type { Writing } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail, failKeyUsed } from "../../../platform/fail.ts";
import type { NewMessage } from "./message-row.ts";
import { type Repeated, selectByIdempotencyKey } from "./messages.queries.ts";
import { type LockedTicket, lockTicket, refuseMerged } from "./tickets.queries.ts";

type StaffMessage = Pick<NewMessage, "id" | "type" | "content" | "mailMessageId" | "idempotencyKey">;

/** A message or note that a colleague writes here, rather than what comes by mail. */
export function staffMessage(author: Pick<Writing, "userId" | "name">, message: StaffMessage) {
  const nothing = { fullContent: null, html: null, authorEmail: null, threadingReason: null };
  const by = { authorId: author.userId, authorName: author.name, isFromCustomer: false, isAutomatic: false };
  return { ...message, ...nothing, ...by };
}

/**
 * What an earlier request of this person's with this key wrote, if any; without a ticket it is the one that the request opened.
 * Fails when that was something else, or somebody else's: returning it would say that a reply was sent which was not.
 */
export async function findRepeated<Found>(
  tx: TenantTx,
  key: string,
  { ticketId, kind, authorId }: Pick<Repeated, "kind" | "authorId"> & { ticketId?: string },
  load: (tx: TenantTx, ticketId: string, id: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const earlier = await selectByIdempotencyKey(tx, key);
  if (!earlier) return undefined;
  // What was written on a ticket that was merged meanwhile stands on another one now.
  const isThere = ticketId === undefined || ticketId === earlier.ticketId || ticketId === earlier.mergedFromId;
  if (earlier.kind !== kind || !isThere || earlier.authorId !== authorId) throw failKeyUsed();
  return load(tx, earlier.ticketId, earlier.id);
}

type Request = { ticketId: string; idempotencyKey: string; authorId?: string | undefined };

type Wanted<Found> = {
  kind: "reply" | "note";
  load: (tx: TenantTx, ticketId: string, id: string) => Promise<Found | undefined>;
};

/**
 * Locks the ticket that somebody writes on, or finds what an earlier request of theirs with this key wrote there. Fails where somebody
 * else is to have written it, or nothing can be written there any more.
 */
export async function openForWriting<Found>(
  tx: TenantTx,
  { userId }: { userId: string },
  { ticketId, idempotencyKey, authorId = userId }: Request,
  { kind, load }: Wanted<Found>,
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
