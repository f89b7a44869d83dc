import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ResourceUpload } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { deleteUnusedFiles, storeFile } from "../../platform/storage/files.ts";
import { scratchPath } from "../../platform/storage/scratch-path.ts";
import { spoolBody } from "../../platform/storage/spool-body.ts";
import { refuseViruses } from "../../platform/virus-scan/refuse-viruses.ts";
import { checkResourceFile } from "./check-resource-file.ts";
import { dropSurplusUploads, insertResourceUpload, selectResourceUpload } from "./uploads.queries.ts";

/** `filename` is a safe name. */
type WantedUpload = { filename: string; key: string | null };

/**
 * Takes a file that is to become a resource's: to disk first, without a database connection, then checked by its content, then
 * stored in one transaction. Whatever fails on the way leaves nothing.
 */
export async function storeResourceUpload(
  services: Pick<Services, "db" | "settings" | "log">,
  actor: Actor,
  { filename, key }: WantedUpload,
  body: AsyncIterable<Buffer>,
): Promise<ResourceUpload> {
  const { db, settings } = services;
  const { userId } = actor;
  const findEarlier = (tx: TenantTx) => (key === null ? undefined : selectResourceUpload(tx, userId, key));
  const before = await db.withTenant(actor, async (tx) => findEarlier(tx));
  if (before) return before;
  const folder = scratchPath(settings.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const path = join(folder, "upload");
    const tooLarge = () => fail("resource_file_too_large", { filename });
    await spoolBody(body, path, limits.resourceFileBytes, undefined, tooLarge);
    const { type: fileType, contentType } = await checkResourceFile(path, filename);
    await refuseViruses(services, path, filename);
    return await db.withTenant(actor, async (tx) => {
      const { id, size } = await storeFile(tx, createReadStream(path));
      await lockName(tx, `resource uploads ${userId}`);
      const earlier = await findEarlier(tx);
      if (earlier) {
        await deleteUnusedFiles(tx, [id]);
        return earlier;
      }
      const file = { file_id: id, file_name: filename, file_size: size, content_type: contentType };
      const stored = await insertResourceUpload(tx, { ...file, userId, fileType, key });
      await deleteUnusedFiles(tx, await dropSurplusUploads(tx, userId, limits.resourceUploads));
      return stored;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
