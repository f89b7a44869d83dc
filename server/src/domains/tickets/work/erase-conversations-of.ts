import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit, forgetInEvents } from "../../../platform/events.ts";
import { deleteUnusedFiles, lockFiles } from "../../../platform/storage/files.ts";
import { findAddresses } from "../../customers/index.ts";
import { lockMerges } from "../merging/merge-tickets.ts";
import { lockTicket } from "../rows/tickets.queries.ts";
import { eraseTicket } from "./delete-ticket.ts";
import {
  blankMessage,
  deleteFilesOfMessage,
  forgetRecipient,
  forgetWrittenFrom,
  selectFilesOfMessage,
  selectTicketsOf,
  selectWrittenBy,
} from "./erase.queries.ts";
import { recount } from "./import.queries.ts";

/**
 * Erases a customer's conversations (docs/product.md#erasing-a-customer): those that are theirs and those that they began go
 * entirely, and in others' conversations what they wrote makes room for a sentence that says so.
 */
export async function eraseConversationsOf(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  await lockMerges(tx);
  const addresses = await findAddresses(tx, customerId);
  const tickets = await selectTicketsOf(tx, customerId, addresses);
  for (const id of tickets) await eraseTicket(tx, id);
  const written = await selectWrittenBy(tx, addresses);
  for (const message of written) await eraseMessage(tx, message);
  await forgetWrittenFrom(tx, addresses);
  await forgetRecipient(tx, addresses);
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
