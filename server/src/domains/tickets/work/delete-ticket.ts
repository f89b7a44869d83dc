import { ticketLabel } from "@deskhand/contract/vocabulary";
import { actingOf } from "../../../platform/acting.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit, forgetInEvents } from "../../../platform/events.ts";
import { fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { deleteUnusedFiles, lockFiles } from "../../../platform/storage/files.ts";
import { record } from "../../audit/index.ts";
import { findAddresses } from "../../customers/index.ts";
import { refuseWhileSending } from "../../outgoing/index.ts";
import { deleteAttachmentsOf, selectFilesOf } from "../files/attachments.queries.ts";
import { deleteUploadsOf } from "../files/uploads.queries.ts";
import { leaveMerges, lockMerges, unmergeForErasure } from "../merging/merge-tickets.ts";
import { deleteTicketRow, type LockedTicket, lockTicket } from "../rows/tickets.queries.ts";
import {
  blankMessage,
  clearWrittenFrom,
  deleteFilesOfMessage,
  deleteKeptTo,
  deleteRecipients,
  selectFilesOfMessage,
  selectTicketsOf,
  selectWrittenBy,
} from "./erase.queries.ts";
import { recount } from "./import.queries.ts";

/**
 * Deletes a ticket for good with everything that belongs to it. Its number is not reused; the audit log keeps the deletion, but no
 * content. `ticket.deleted` is emitted before the row goes, so that later domains can clean up.
 */
export async function deleteTicket(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  const ticket = await removeTicket(tx, id, actor.userId);
  if (!ticket) throw fail("ticket_not_found");
  await forgetInEvents(tx, [id], []);
  const { ticketNumber, customerId } = ticket;
  const about = { id, label: ticketLabel(ticketNumber) };
  await record(tx, actor.userId, "ticket.deleted", about, { ticketNumber, customerId });
  return { id };
}

/**
 * Deletes the ticket of an erased customer as {@link deleteTicket} does, with its content on other tickets, and without naming the
 * customer in the audit log.
 */
async function eraseTicket(tx: TenantTx, id: string): Promise<void> {
  await unmergeForErasure(tx, id);
  const ticket = await removeTicket(tx, id, null);
  if (!ticket) return;
  const { ticketNumber } = ticket;
  await record(tx, null, "ticket.erased", { id, label: ticketLabel(ticketNumber) }, { ticketNumber });
}

async function removeTicket(tx: TenantTx, id: string, actorId: string | null): Promise<LockedTicket | undefined> {
  await lockMerges(tx);
  await leaveMerges(tx, id, actingOf(actorId));
  const ticket = await lockTicket(tx, id);
  if (!ticket) return undefined;
  await refuseWhileSending(tx, id);
  await deleteFilesOfTicket(tx, id);
  await emit(tx, "ticket.deleted", { ticketId: id, actorId });
  await deleteTicketRow(tx, id);
  return ticket;
}

/**
 * Deletes a ticket's attachments and uploads with their bytes, except files that are referenced elsewhere too. The caller has locked the
 * ticket. Uploads go first, as everywhere; each has a file of its own. Attachments may share files with other tickets, so their files are
 * locked before the attachments go.
 */
export async function deleteFilesOfTicket(tx: TenantTx, ticketId: string): Promise<void> {
  const files = [...(await deleteUploadsOf(tx, ticketId)), ...(await selectFilesOf(tx, ticketId))];
  await lockFiles(tx, files);
  await deleteAttachmentsOf(tx, ticketId);
  await deleteUnusedFiles(tx, files);
}

/**
 * Erases a customer's conversations (docs/product.md#erasing-a-customer): their tickets and those they opened are deleted; on other
 * tickets a sentence replaces what they wrote.
 */
export async function eraseConversationsOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  await lockMerges(tx);
  const addresses = await findAddresses(tx, customerId);
  const tickets = await selectTicketsOf(tx, customerId, addresses);
  for (const id of tickets) await eraseTicket(tx, id);
  const written = await selectWrittenBy(tx, addresses);
  for (const message of written) await eraseMessage(tx, message);
  await clearWrittenFrom(tx, addresses);
  await deleteRecipients(tx, addresses);
  await deleteKeptTo(tx, addresses);
  await forgetInEvents(
    tx,
    tickets,
    written.map(({ id }) => id),
  );
}

async function eraseMessage(tx: TenantTx, { id, ticketId }: { id: string; ticketId: string }): Promise<void> {
  if (!(await lockTicket(tx, ticketId))) return;
  await emit(tx, "message.erased", { ticketId, messageId: id });
  const files = await selectFilesOfMessage(tx, id);
  await lockFiles(tx, files);
  await deleteFilesOfMessage(tx, { id, ticketId });
  await blankMessage(tx, { id, ticketId });
  await recount(tx, [ticketId]);
  await deleteUnusedFiles(tx, files);
}
