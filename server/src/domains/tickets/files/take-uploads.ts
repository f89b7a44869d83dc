import { limits } from "@deskhand/contract/limits";
import type { Upload } from "@deskhand/contract/messages";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type Failure, fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { deleteUnusedFiles } from "../../../platform/storage/files.ts";
import { ticketExists } from "../rows/tickets.queries.ts";
import { deleteUploads, selectUploads, type TakenUpload, type UploadsOf } from "./uploads.queries.ts";

/** The files that somebody attached to a reply which is not sent yet. */
export async function listUploads(tx: TenantTx, actor: Actor, ticketId: string): Promise<{ items: Upload[] }> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return { items: await selectUploads(tx, { userId: actor.userId, ticketId }) };
}

/** Takes one's own uploads to put them on a message, in the order given; none of them when one is gone. */
export async function takeUploads(tx: TenantTx, of: UploadsOf, ids: readonly string[]): Promise<TakenUpload[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const taken = new Map((await deleteUploads(tx, of, wanted)).map((upload) => [upload.id, upload]));
  const gone = wanted.filter((id) => !taken.has(id));
  if (gone.length > 0) throw fail("upload_not_found", { uploadIds: gone });
  return wanted.flatMap((id) => taken.get(id) ?? []);
}

/** Deletes one of one's own uploads with its file. */
export async function discardUpload(tx: TenantTx, of: UploadsOf, id: string): Promise<{ id: string }> {
  const [upload] = await takeUploads(tx, of, [id]);
  if (upload) await deleteUnusedFiles(tx, [upload.fileId]);
  return { id };
}

/** Refuses more files than one mail may carry, and, with the failure given, more bytes of them. */
export function refuseTooMuch(files: readonly { size: number }[], tooLarge: () => Failure): void {
  if (files.length > limits.filesPerMessage) throw fail("upload_too_many");
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.mailSizeBytes) throw tooLarge();
}
