import type { ResourceUpload } from "@deskhand/contract/knowledge";
import type { ResourceType } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ResourceFile } from "./knowledge.queries.ts";

const asUpload = [
  ...(["file_id as uploadId", "file_name as fileName", "file_size as fileSize"] as const),
  ...(["content_type as contentType", "file_type as fileType"] as const),
] as const;

/** What a person's request with this key stored, if it still waits. */
export function selectResourceUpload(tx: TenantTx, userId: string, key: string): Promise<ResourceUpload | undefined> {
  return tx
    .selectFrom("knowledge_uploads")
    .select(asUpload)
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** Writes the row of a file that waits to become a resource's. */
export function insertResourceUpload(
  tx: TenantTx,
  upload: ResourceFile & { userId: string; fileType: ResourceType; key: string | null },
): Promise<ResourceUpload> {
  const { userId, fileType, key, ...file } = upload;
  return tx
    .insertInto("knowledge_uploads")
    .values({ ...file, user_id: userId, file_type: fileType, idempotency_key: key, created_at: sql`clock_timestamp()` })
    .returning(asUpload)
    .executeTakeFirstOrThrow();
}

/** Takes one's own upload away and gives back its file, which stays; undefined when there is none. */
export function takeResourceUpload(tx: TenantTx, userId: string, fileId: string): Promise<ResourceFile | undefined> {
  return tx
    .deleteFrom("knowledge_uploads")
    .where("file_id", "=", fileId)
    .where("user_id", "=", userId)
    .returning(["file_id", "file_name", "file_size", "content_type"])
    .executeTakeFirst();
}

/** Takes a person's uploads away but for the newest `count`, and gives back their files. */
export async function dropSurplusUploads(tx: TenantTx, userId: string, count: number): Promise<string[]> {
  const newest = tx
    .selectFrom("knowledge_uploads")
    .select("file_id")
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("file_id", "desc")
    .limit(count);
  const rows = await tx
    .deleteFrom("knowledge_uploads")
    .where("user_id", "=", userId)
    .where("file_id", "not in", newest)
    .returning("file_id")
    .execute();
  return rows.map((row) => row.file_id);
}

/**
 * Takes away what became no resource's within some hours, or has lost its person; gives back the files. What somebody takes
 * at this moment is left to them.
 */
export async function dropStaleUploads(tx: TenantTx, hours: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom("knowledge_uploads")
    .where("file_id", "in", (stale) =>
      stale
        .selectFrom("knowledge_uploads")
        .select("file_id")
        .where((eb) =>
          eb.or([
            eb("created_at", "<", sql<string>`now() - make_interval(hours => ${hours})`),
            eb("user_id", "is", null),
          ]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .returning("file_id")
    .execute();
  return rows.map((row) => row.file_id);
}
