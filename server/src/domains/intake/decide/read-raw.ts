import { Readable } from "node:stream";
import type { Db, TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { chunkSize } from "../../../platform/storage/chunks.ts";

/** The raw bytes of a mail that the tenant's log holds, one chunk in memory at a time. */
export function readRaw(db: Db, tenant: TenantId, rawMailId: string): Readable {
  return Readable.from(chunksOf(db, tenant, rawMailId), { objectMode: false });
}

async function* chunksOf(db: Db, tenant: TenantId, rawMailId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const bytes = await db.withTenant(tenant, (tx) => selectRawChunk(tx, rawMailId, position));
    if (!bytes) return;
    yield bytes;
    if (bytes.length < chunkSize) return;
  }
}

/** One stored chunk of a raw mail. */
async function selectRawChunk(tx: TenantTx, rawMailId: string, position: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("raw_mail_chunks")
    .select("bytes")
    .where("raw_mail_id", "=", rawMailId)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}
