import type { TenantTx } from "../../../platform/db/tenant.ts";

/** One stored chunk of a raw mail. */
export async function selectRawChunk(tx: TenantTx, rawMailId: string, position: number): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("raw_mail_chunks")
    .select("bytes")
    .where("raw_mail_id", "=", rawMailId)
    .where("position", "=", position)
    .executeTakeFirst();
  return row?.bytes;
}
