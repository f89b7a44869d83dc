import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { deleteUnusedFiles } from "../../../platform/storage/files.ts";
import { deleteUploads, type TakenUpload, type UploadsOf } from "./uploads.queries.ts";

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
