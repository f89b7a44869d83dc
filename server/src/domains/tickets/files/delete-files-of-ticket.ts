import type { TenantTx } from "../../../platform/db/tenant.ts";
import { deleteUnusedFiles, lockFiles } from "../../../platform/storage/files.ts";
import { deleteAttachmentsOf, selectFilesOf } from "./attachments.queries.ts";
import { deleteUploadsOf } from "./uploads.queries.ts";

/**
 * Deletes every file that was sent on a ticket or waits to be, with its bytes; one that something else refers to as well
 * stays. The caller holds the ticket's lock. Uploads come before files, as wherever uploads are taken away: each has a
 * file of its own. What was sent may be on other tickets too, so its files are locked before the attachments go.
 */
export async function deleteFilesOfTicket(tx: TenantTx, ticketId: string): Promise<void> {
  const files = [...(await deleteUploadsOf(tx, ticketId)), ...(await selectFilesOf(tx, ticketId))];
  await lockFiles(tx, files);
  await deleteAttachmentsOf(tx, ticketId);
  await deleteUnusedFiles(tx, files);
}
