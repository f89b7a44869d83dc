import type { KnownFacts } from "@deskhand/contract/checking/context";
import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { errors } from "@deskhand/contract/errors";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail, failKeyUsed } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { ChannelServices } from "../channels/channel.ts";
import { findUploads } from "../files/uploads.ts";
import { selectMessage } from "../rows/messages.queries.ts";
import { openForWriting } from "../rows/staff-message.ts";
import { ticketExists } from "../rows/tickets.queries.ts";
import { futureTime } from "../snoozing/snooze-ticket.ts";
import { refuseUnseen } from "../thread/refuse-unseen.ts";
import { checkReply, type Reply } from "../thread/send-reply.ts";
import {
  countWaiting,
  forgetReturned,
  insertKept,
  isLastByCustomer,
  type KeptId,
  makeDue,
  markReturnedSeen,
  returnAll,
  returnOne,
  type ShownKept,
  selectKept,
  selectOfTicket,
  selectOwn,
  setTime,
} from "./kept.queries.ts";
import { enqueueSending, readReply } from "./send-kept.ts";

type KeepRequest = Reply & {
  undoSeconds?: number | undefined;
  until?: string | undefined;
  draft?: string | undefined;
};

/**
 * Keeps a reply until its time, after checking that it could be sent now (docs/product.md#undoing-a-reply). A repeated request returns
 * the same reply, or the message that was sent.
 */
export async function keepReply(
  tx: TenantTx,
  services: ChannelServices,
  actor: Actor,
  { undoSeconds, until, draft, ...reply }: KeepRequest,
  facts: KnownFacts | null = null,
): Promise<{ kept: KeptReply | null; sent: Message | null }> {
  const { ticketId, idempotencyKey: id } = reply;
  const alreadyKept = await findEarlier(tx, actor, reply);
  if (alreadyKept) return { kept: alreadyKept, sent: null };
  const { earlier } = await openForWriting(tx, actor, reply, { kind: "reply", load: selectMessage });
  if (earlier) return { kept: null, sent: earlier };
  // Read after the lock, which may have taken a while.
  const sendTime =
    until === undefined ? { inSeconds: undoSeconds ?? 0 } : { at: futureTime(until, new Date()).toISOString() };
  const { to, files } = await checkReply(tx, services, actor, reply, findUploads);
  // Only now, as nobody is there to ask when it leaves.
  if (facts !== null) refuseUnseen(reply, facts, files);
  if ((await countWaiting(tx, actor.userId)) >= limits.keptReplies) throw fail("too_many_kept_replies");
  // The recipients that the author saw are fixed, whoever writes meanwhile.
  const recipients = reply.recipients ?? (to.recipients.to.length > 0 ? to.recipients : undefined);
  const isInserted = await insertKept(tx, {
    id,
    ticketId,
    authorId: actor.userId,
    reply: recipients ? { ...reply, recipients } : reply,
    draft: draft ?? null,
    sendTime,
    uploadIds: [...new Set(reply.attachmentIds)],
  });
  if (!isInserted) return { kept: (await findEarlier(tx, actor, reply)) ?? null, sent: null };
  return { kept: await enqueueOwn(tx, services, actor, id), sent: null };
}

/** Finds the reply that an earlier request with this key kept; fails if that was returned and became a draft. */
async function findEarlier(
  tx: TenantTx,
  actor: Actor,
  { idempotencyKey, ticketId }: Pick<Reply, "idempotencyKey" | "ticketId">,
): Promise<KeptReply | undefined> {
  const found = await selectKept(tx, idempotencyKey);
  if (!found) return undefined;
  if (found.authorId !== actor.userId || found.ticketId !== ticketId) throw failKeyUsed();
  if (found.state === "gone") throw fail("kept_reply_not_found");
  return requireKept(found, actor);
}

/** Lists a person's own waiting and returned replies. */
export async function listKept(tx: TenantTx, actor: Actor): Promise<{ items: KeptReply[]; now: string }> {
  const items = (await selectOwn(tx, actor.userId)).flatMap((kept) => toKept(kept, actor) ?? []);
  return { items, now: new Date().toISOString() };
}

/** Lists a ticket's waiting replies. */
export async function listKeptOf(tx: TenantTx, actor: Actor, ticketId: string): Promise<{ items: KeptReply[] }> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return { items: (await selectOfTicket(tx, ticketId)).flatMap((kept) => toKept(kept, actor) ?? []) };
}

/** Sends a waiting reply of one's own at once. */
export async function sendKeptNow(
  tx: TenantTx,
  services: Pick<ChannelServices, "jobs">,
  actor: Actor,
  id: string,
): Promise<KeptReply> {
  const due = await makeDue(tx, actor.userId, id);
  if (due.length === 0) throw fail("kept_reply_not_found");
  for (const kept of due) if (kept.id !== id) await emitChange(tx, kept, "waiting");
  return enqueueOwn(tx, services, actor, id);
}

/** Reschedules a waiting reply of one's own. */
export async function moveKept(
  tx: TenantTx,
  services: Pick<ChannelServices, "jobs">,
  actor: Actor,
  { id, until }: { id: string; until: string },
): Promise<KeptReply> {
  const moved = await setTime(tx, actor.userId, id, futureTime(until, new Date()).toISOString());
  if (!moved) throw fail("kept_reply_not_found");
  return enqueueOwn(tx, services, actor, id);
}

/** Takes back a waiting reply of one's own. One that came back already is returned again, as the first response may have been lost. */
export async function undoKept(tx: TenantTx, actor: Actor, id: string): Promise<KeptReply> {
  const undone = await returnOne(tx, { id, authorId: actor.userId }, { reason: "undone" });
  if (undone) await emitChange(tx, undone, "returned");
  const kept = requireKept(await loadOwn(tx, actor, id), actor);
  if (kept.returned === null) throw fail("kept_reply_not_found");
  return kept;
}

/** Takes back a colleague's waiting reply, which becomes their draft again. */
export async function cancelKept(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  const cancelled = await returnOne(tx, { id }, { reason: "cancelled", returnedBy: actor.userId });
  if (!cancelled) throw fail("kept_reply_not_found");
  await emitChange(tx, cancelled, "returned");
  return { id };
}

/** Keeps a returned reply of one's own, and has no device show a notice of it any more. */
export async function markKeptSeen(tx: TenantTx, actor: Actor, id: string): Promise<KeptReply> {
  const seen = await markReturnedSeen(tx, actor.userId, id);
  if (!seen) throw fail("kept_reply_not_found");
  await emitChange(tx, seen, "seen");
  return requireKept(await loadOwn(tx, actor, id), actor);
}

/** Forgets a returned reply of one's own, once the browser has its text as a draft. */
export async function forgetKept(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  const cleared = await forgetReturned(tx, actor.userId, id);
  if (!cleared) throw fail("kept_reply_not_found");
  await emitChange(tx, cleared, "gone");
  return { id };
}

/** Returns all waiting replies in a copy of a store to their authors, as the original sends them. */
export async function returnCopiedReplies(tx: TenantTx): Promise<void> {
  await returnAll(tx, "copied");
}

/**
 * Says which scheduled reply came back to its author, and why; null for one that they took back themselves, or that only waited for
 * "Undo", as its author is still at the screen.
 */
export async function describeReturn(
  tx: TenantTx,
  id: string,
): Promise<{ ticketNumber: number; reason: string } | null> {
  const kept = await selectKept(tx, id);
  if (!kept?.isLater || kept.state !== "returned" || kept.reason === null || kept.reason === "undone") return null;
  const { ticketNumber, ticketId, reason, returnedBy } = kept;
  if (reason !== "conversation_moved_on") return { ticketNumber, reason: reasonText(reason, returnedBy) };
  const isByCustomer = await isLastByCustomer(tx, ticketId);
  return { ticketNumber, reason: `${isByCustomer ? "The customer wrote" : "A colleague answered"} before it left` };
}

/** Queues a reply for its new time and emits the change. */
async function enqueueOwn(
  tx: TenantTx,
  services: Pick<ChannelServices, "jobs">,
  actor: Actor,
  id: string,
): Promise<KeptReply> {
  const found = await loadOwn(tx, actor, id);
  await emitChange(tx, found, "waiting");
  await enqueueSending(tx, services, found);
  return requireKept(found, actor);
}

async function loadOwn(tx: TenantTx, actor: Actor, id: string): Promise<ShownKept> {
  const found = await selectKept(tx, id);
  if (!found || found.authorId !== actor.userId || found.state === "gone") throw fail("kept_reply_not_found");
  return found;
}

function emitChange(
  tx: TenantTx,
  { id, ticketId, authorId }: KeptId,
  state: "waiting" | "returned" | "seen" | "gone",
): Promise<void> {
  return emit(tx, "kept-reply.changed", { keptReplyId: id, ticketId, authorId, state });
}

function requireKept(kept: ShownKept, actor: Actor): KeptReply {
  const shown = toKept(kept, actor);
  if (!shown) throw fail("kept_reply_not_found");
  return shown;
}

/** Turns a row into the contract's kept reply; undefined if its content cannot be read. */
function toKept(kept: ShownKept, { userId }: Actor): KeptReply | undefined {
  const { reply: stored, state: _, secondsToDue: __, reason, returnedBy, isSeen, draft, ...row } = kept;
  const reply = readReply(stored);
  if (!reply) return undefined;
  return {
    ...row,
    content: reply.content,
    recipients: reply.recipients ?? null,
    answersId: reply.answersId ?? null,
    lastSeenMessageId: reply.lastSeenMessageId,
    sendAnyway: reply.sendAnyway,
    resourceIds: reply.resourceIds,
    thenStatus: reply.thenStatus ?? null,
    expectedStatus: reply.expectedStatus ?? null,
    macro: reply.macro ?? null,
    draft: row.authorId === userId ? draft : null,
    returned: reason === null ? null : { reason, message: reasonText(reason, returnedBy), isSeen },
  };
}

/** Returns the sentence that tells the author why a reply came back. */
function reasonText(reason: string, by: string | null): string {
  if (reason === "cancelled") return `${by ?? "A colleague"} took it back`;
  if (reason === "customer_changed") return "The ticket was given to another customer meanwhile";
  if (reason === "deactivated") return "Your account was switched off when it was due";
  if (reason === "copied") return "The desk was copied from another installation, which may have sent it";
  return isErrorCode(reason) ? errors[reason].message : "";
}

const isErrorCode = (reason: string): reason is keyof typeof errors => Object.hasOwn(errors, reason);
