import type { TenantTx } from "../../platform/db/tenant.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { deleteAttachmentsOf } from "./attachments.queries.ts";
import { deleteUploadsOf } from "./uploads.queries.ts";

/** Deletes every file that was sent on a ticket or waits to be, with its bytes; one that something else refers to as well stays. */
export async function deleteFilesOfTicket(tx: TenantTx, ticketId: string): Promise<void> {
  const sent = await deleteAttachmentsOf(tx, ticketId);
  await deleteUnusedFiles(tx, [...sent, ...(await deleteUploadsOf(tx, ticketId))]);
}
