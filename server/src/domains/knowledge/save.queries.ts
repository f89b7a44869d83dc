import type { NewResource, ResourceUpload, ResourceVersion } from "@deskhand/contract/knowledge";
import type { AccessLevel, ResourceType } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ResourceFile } from "./knowledge.queries.ts";

/** The fields people write. */
export type ResourceFields = Omit<NewResource, "key" | "uploadId">;

const asFields = [
  ...(["title", "description", "content", "category", "tags"] as const),
  ...(["file_type as fileType", "access_level as accessLevel", "is_public as isPublic"] as const),
] as const;

function toColumns({ fileType, accessLevel, isPublic, ...others }: Partial<ResourceFields>) {
  return {
    ...others,
    ...(fileType !== undefined && { file_type: fileType }),
    ...(accessLevel !== undefined && { access_level: accessLevel }),
    ...(isPublic !== undefined && { is_public: isPublic }),
  };
}

/** Inserts a resource with the file it takes over. */
export async function addResourceRow(
  tx: TenantTx,
  resource: ResourceFields & { id: string; createdBy: string; key: string; file: ResourceFile | null },
): Promise<void> {
  const { id, createdBy, key, file, ...fields } = resource;
  await tx
    .insertInto("knowledge_articles")
    .values({
      id,
      title: fields.title,
      ...toColumns(fields),
      ...file,
      uploaded_by: createdBy,
      updated_by: createdBy,
      creation_key: key,
    })
    .execute();
}

/** The resource made by a person's request with this key, and whether it is still unchanged. */
export function selectMadeResource(tx: TenantTx, userId: string, key: string) {
  return tx
    .selectFrom("knowledge_articles")
    .select(["id", "access_level as accessLevel"])
    .select((eb) => eb("updated_at", "=", eb.ref("created_at")).as("isUntouched"))
    .where("uploaded_by", "=", userId)
    .where("creation_key", "=", key)
    .executeTakeFirst();
}

/** A resource that one of these levels allows, locked until the transaction ends. */
export function lockResource(tx: TenantTx, id: string, levels: readonly AccessLevel[]) {
  return tx
    .selectFrom("knowledge_articles")
    .select([...asFields, "file_id as fileId", "updated_at as updatedAt"])
    .where("id", "=", id)
    .where("access_level", "in", levels)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedResource = NonNullable<Awaited<ReturnType<typeof lockResource>>>;

const noFile = { file_id: null, file_name: null, content_type: null, file_size: null };

/** Updates a locked resource; `file` replaces its file, null removes it. */
export async function updateResourceRow(
  tx: TenantTx,
  id: string,
  fields: Partial<ResourceFields>,
  file: ResourceFile | null | undefined,
  updatedBy: string,
): Promise<void> {
  await tx
    .updateTable("knowledge_articles")
    .set({ ...toColumns(fields), ...(file === null ? noFile : file), updated_by: updatedBy })
    // Always later than before, so that an editor with the old time is told of the change.
    .set({ updated_at: sql<string>`greatest(clock_timestamp(), updated_at + interval '1 ms')` })
    .where("id", "=", id)
    .execute();
}

/** Deletes a locked resource with its versions; its file stays. */
export async function deleteResourceRow(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("knowledge_articles").where("id", "=", id).execute();
}

const columns = [
  ...(["title", "description", "content", "file_name", "file_type", "category", "tags"] as const),
  ...(["access_level", "is_public"] as const),
] as const;

/** Stores a locked resource as its newest version, and keeps only the newest `count`. */
export async function keepVersion(tx: TenantTx, id: string, count: number): Promise<void> {
  const next = sql<number>`1 + coalesce((select max(number) from knowledge_versions v where v.article_id = k.id), 0)`;
  const kept = await tx
    .insertInto("knowledge_versions")
    .columns(["article_id", "number", "saved_by", "saved_at", ...columns])
    .expression((eb) =>
      eb
        .selectFrom("knowledge_articles as k")
        .select(["k.id", next.as("number"), "k.updated_by", "k.updated_at", ...columns])
        .where("k.id", "=", id),
    )
    .returning("number")
    .executeTakeFirst();
  if (!kept) return;
  await tx
    .deleteFrom("knowledge_versions")
    .where("article_id", "=", id)
    .where("number", "<=", kept.number - count)
    .execute();
}

/**
 * The versions of a resource open to one of these levels, as it is itself, newest first. They are numbered per reader:
 * a gap would reveal a hidden one.
 */
export async function selectVersions(
  tx: TenantTx,
  id: string,
  levels: readonly AccessLevel[],
): Promise<ResourceVersion[]> {
  return tx
    .selectFrom("knowledge_versions as v")
    .innerJoin("knowledge_articles as k", "k.id", "v.article_id")
    .leftJoin("users as u", "u.id", "v.saved_by")
    .select(["v.title", "v.description", "v.content", "v.category", "v.tags", "v.file_type as fileType"])
    .select(["v.access_level as accessLevel", "v.is_public as isPublic", "v.file_name as fileName"])
    .select(["v.saved_at as savedAt", "u.name as savedBy"])
    .select(sql<number>`row_number() over (order by v.number)::int`.as("number"))
    .where("v.article_id", "=", id)
    .where("v.access_level", "in", levels)
    .where("k.access_level", "in", levels)
    .orderBy("v.number", "desc")
    .execute();
}

const asUpload = [
  ...(["file_id as uploadId", "file_name as fileName", "file_size as fileSize"] as const),
  ...(["content_type as contentType", "file_type as fileType"] as const),
] as const;

/** The upload stored by a person's request with this key, if it is still waiting. */
export function selectResourceUpload(tx: TenantTx, userId: string, key: string): Promise<ResourceUpload | undefined> {
  return tx
    .selectFrom("knowledge_uploads")
    .select(asUpload)
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** Inserts the row of a file that waits to become a resource's. */
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

/** Deletes a person's own upload and returns its file, which stays; undefined when there is none. */
export function takeResourceUpload(tx: TenantTx, userId: string, fileId: string): Promise<ResourceFile | undefined> {
  return tx
    .deleteFrom("knowledge_uploads")
    .where("file_id", "=", fileId)
    .where("user_id", "=", userId)
    .returning(["file_id", "file_name", "file_size", "content_type"])
    .executeTakeFirst();
}

/** Deletes a person's uploads except the newest `count`, and returns their files. */
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
 * Deletes uploads no resource took within some hours, or whose person is gone, and returns their files. Skips those
 * being taken right now.
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
