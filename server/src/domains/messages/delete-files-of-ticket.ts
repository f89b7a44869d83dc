import type { TenantTx } from "../../platform/db/tenant.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { deleteAttachmentsOf } from "./attachments.queries.ts";

/** Deletes a ticket's attachments with their bytes; a file that something else refers to as well stays. */
export async function deleteFilesOfTicket(tx: TenantTx, ticketId: string): Promise<void> {
  await deleteUnusedFiles(tx, await deleteAttachmentsOf(tx, ticketId));
}
