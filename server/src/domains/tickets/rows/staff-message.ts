import type { TenantTx } from "../../../platform/db/tenant.ts";
import { failKeyUsed } from "../../../platform/fail.ts";
import type { NewMessage } from "./message-row.ts";
import { type Repeated, selectByIdempotencyKey } from "./messages.queries.ts";

type StaffMessage = Pick<NewMessage, "id" | "type" | "content" | "mailMessageId" | "idempotencyKey">;

/** A message or note that a colleague writes here, rather than what comes by mail. */
export function staffMessage(author: { userId: string; name: string }, message: StaffMessage) {
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
