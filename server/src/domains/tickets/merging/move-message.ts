import { bareSubject, cleanSubject } from "@deskhand/contract/desk/subjects";
import { limits, noSubject } from "@deskhand/contract/limits";
import { hasVisible } from "@deskhand/contract/page";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { newId } from "../../../platform/db/ids.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { fail, failKeyUsed } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { findOrCreateCustomer } from "../../customers/index.ts";
import { loadTicketDetail } from "../detail/load-ticket-detail.ts";
import { previewText } from "../rows/preview-text.ts";
import {
  insertTickets,
  type LockedTicket,
  lockTicket,
  refuseMerged,
  takeTicketNumbers,
} from "../rows/tickets.queries.ts";
import { recordActivity } from "../rows/trail.queries.ts";
import { decideAudience } from "./customers.queries.ts";
import { moveOneMessage, selectRoot } from "./merges.queries.ts";
import { insertMove, type Movable, selectMovable, selectMoveByKey } from "./moves.queries.ts";
import { recountTicket } from "./recount.queries.ts";

type Wanted = { id: string; messageId: string; idempotencyKey: string };

/**
 * Moves a customer's message with its files to a new ticket and returns that (docs/product.md#moving-a-message). The new ticket has the
 * same customer, or the message's author if the customer was not on it. A ticket's first message cannot be moved, so that no ticket
 * becomes empty.
 */
export async function moveMessage(tx: TenantTx, actor: Actor, wanted: Wanted): Promise<TicketDetail> {
  const { id, messageId, idempotencyKey: key } = wanted;
  // Serializes requests with the same key.
  await lockName(tx, key);
  const earlier = await selectMoveByKey(tx, key);
  if (earlier && earlier.messageId !== messageId) throw failKeyUsed();
  if (earlier) return loadTicketDetail(tx, actor, (await selectRoot(tx, earlier.to)) ?? earlier.to);
  // Customers are locked before tickets, as in an erasure.
  const writerId = await findWriter(tx, await selectMovable(tx, id, messageId));
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw fail("ticket_not_found");
  await refuseMerged(tx, ticket);
  if (ticket.isArchived) throw fail("ticket_archived");
  const message = await selectMovable(tx, id, messageId);
  if (!message) throw fail("message_not_found");
  if (!message.isFromCustomer || message.isAutomatic) throw fail("message_not_movable");
  if (message.isOpening) throw fail("message_begins_ticket");
  const to = await moveToOwnTicket(tx, actor, { ...ticket, customerId: writerId ?? ticket.customerId }, message);
  await insertMove(tx, { key, messageId, from: id, mergedFromId: message.mergedFromId, to });
  await emit(tx, "message.moved", { messageId, ticketId: id, to, actorId: actor.userId });
  await emit(tx, "ticket.updated", { ticketId: id });
  return loadTicketDetail(tx, actor, to);
}

/** Returns the author of a message that the ticket's customer was not on; they become the new ticket's customer. */
async function findWriter(tx: TenantTx, message: Movable | undefined): Promise<string | null> {
  if (!message?.isFromCustomer || message.audience !== "side" || message.authorEmail === null) return null;
  const { authorEmail: email, authorName: name } = message;
  return (await findOrCreateCustomer(tx, { email, name })).id;
}

async function moveToOwnTicket(
  tx: TenantTx,
  actor: Actor,
  { id: from, ticketNumber, subject: oldSubject, customerId }: LockedTicket,
  { id: messageId, channel: source, content, mailSubject, isForwarded, isUnverified }: Movable,
): Promise<string> {
  const to = newId();
  const number = await takeTicketNumbers(tx, 1);
  const subject = isForwarded ? cleanSubject(mailSubject ?? "") : subjectOfMoved(mailSubject, oldSubject, content);
  const about = { subject, description: content, preview: previewText(content), customerId, isUnverified };
  const origin = { source, createdBy: actor.userId, assignedTo: null };
  await insertTickets(tx, [{ ...about, ...origin, id: to, ticketNumber: number }]);
  await moveOneMessage(tx, messageId, from, to);
  await decideAudience(tx, to);
  await recountTicket(tx, to);
  await recountTicket(tx, from);
  await recordActivity(
    tx,
    actor,
    { ticketId: from, kind: "message_moved", details: { to: ticketLabel(number) } },
    { ticketId: to, kind: "created", details: { source } },
    { ticketId: to, kind: "message_received", details: { from: ticketLabel(ticketNumber) } },
  );
  await emit(tx, "ticket.created", { ticketId: to, subject, createdBy: actor.userId });
  return to;
}

/**
 * Returns the new ticket's subject: that of the message's mail if it differs from the old ticket's, else the message's first words
 * (docs/product.md#moving-a-message). The first words above a forwarded mail are a colleague's, so that has no subject but its own.
 */
function subjectOfMoved(mailSubject: string | null, ticketSubject: string, content: string): string {
  const own = bareSubject(mailSubject ?? "");
  return own === "" || isSameSubject(own, bareSubject(ticketSubject))
    ? cutSubject(firstWords(content))
    : cleanSubject(own);
}

// Older tickets cut a subject at a hundred characters, with "..." as the last three.
function isSameSubject(subject: string, ticketSubject: string): boolean {
  const lowered = ticketSubject.toLowerCase();
  return lowered === subject.toLowerCase() || lowered === cutSubject(subject).toLowerCase();
}

// A preview may be empty for a very short text, but a subject may not.
function firstWords(content: string): string {
  const preview = previewText(content);
  if (preview !== previewText("")) return preview;
  const line = content.split("\n").find((text) => hasVisible(text));
  return line === undefined ? noSubject : line.replace(/\s+/g, " ").trim();
}

function cutSubject(text: string): string {
  const characters = [...text];
  const { subjectOnCard: maxLength } = limits;
  if (characters.length <= maxLength) return text;
  return `${characters
    .slice(0, maxLength - 3)
    .join("")
    .trimEnd()}...`;
}
