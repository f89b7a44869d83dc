import type { ResourceDetail } from "@deskhand/contract/knowledge";
import type { ResourceUse } from "@deskhand/contract/vocabulary";
import { type CompiledQuery, sql } from "kysely";
import { rawQuery } from "../../platform/db/raw-query.ts";
import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";
import type { ImportedResource } from "./import-resources.ts";

const excerptLength = 180;

/** A row `k` of knowledge_articles with its uploader `u` as the contract's resource; `publicUrl` is where that is bound. */
export function resourceText(publicUrl: string, more = ""): string {
  return `json_build_object('id', k.id, 'title', k.title, 'description', k.description,
    'excerpt', case when k.description is null then left(k.content, ${excerptLength}) end, 'fileUrl', ${publicUrl}::text || k.file_url, 'fileName', k.file_name,
    'fileSize', k.file_size, 'fileType', k.file_type, 'category', k.category, 'tags', k.tags,
    'accessLevel', k.access_level, 'isPublic', k.is_public, 'uploadedBy', k.uploaded_by, 'uploaderName', u.name,
    'usageCount', k.usage_count, 'createdAt', iso(k.created_at), 'updatedAt', iso(k.updated_at)${more})`;
}

const detailText = `select ${resourceText("$3", ", 'content', k.content")} as resource from knowledge_articles k
  left join users u on u.client_id = k.client_id and u.id = k.uploaded_by
  where k.id = $1 and k.access_level = any ($2::text[])`;

type Wanted = { id: string; levels: readonly string[]; publicUrl: string };

/** A resource with its text, when it is open to one of these levels. */
export function resourceQuery({ id, levels, publicUrl }: Wanted): CompiledQuery<{ resource: ResourceDetail }> {
  return rawQuery(detailText, [id, levels, publicUrl]);
}

/** Counts one use of a resource that is open to one of these levels; tells whether there is one. */
export async function countUse(
  tx: TenantTx,
  { id, levels, kind }: { id: string; levels: readonly string[]; kind: ResourceUse },
): Promise<boolean> {
  const column = kind === "open" ? "opened_count" : "attached_count";
  const { numUpdatedRows } = await tx
    .updateTable("knowledge_articles")
    .set((eb) => ({ [column]: eb(column, "+", 1) }))
    .where("id", "=", id)
    .where(sql<boolean>`access_level = any (${levels}::text[])`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Resources that are open to one of these levels, by their ids, with their files; nobody deletes them until the transaction
 * ends. In the order of their files, which is the one in which files are locked: attaching a file locks it.
 */
export function selectForReply(tx: TenantTx, ids: readonly string[], levels: readonly string[]) {
  return tx
    .selectFrom("knowledge_articles")
    .select(["id", "is_public", "file_id", "file_name", "content_type", "file_size", "file_url"])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where(sql<boolean>`access_level = any (${levels}::text[])`)
    .orderBy("file_id")
    .forKeyShare()
    .execute();
}

export type ResourceFile = { file_id: string; file_name: string; content_type: string; file_size: number };

/** The file of a resource that is open to one of these levels. */
export async function selectFile(
  tx: TenantTx,
  id: string,
  levels: readonly string[],
): Promise<ResourceFile | undefined> {
  const { rows } = await sql<ResourceFile>`select file_id, file_name, content_type, file_size from knowledge_articles
    where id = ${id} and file_id is not null and access_level = any (${levels}::text[])`.execute(tx);
  return rows[0];
}

/** The file of a public resource, whosever it is, with its tenant. */
export async function selectPublicFile(
  tx: GlobalTx | TenantTx,
  id: string,
): Promise<(ResourceFile & { client_id: string }) | undefined> {
  const { rows } = await sql<ResourceFile & { client_id: string }>`select * from public_article_file(${id})`.execute(
    tx,
  );
  return rows[0];
}

/** Writes a resource's row as it is. */
export async function insertResource(
  tx: TenantTx,
  { file, ...resource }: Omit<ImportedResource, "file"> & { file: ResourceFile | null },
): Promise<void> {
  await tx
    .insertInto("knowledge_articles")
    .values({
      id: resource.id,
      title: resource.title,
      description: resource.description,
      content: resource.content,
      ...file,
      file_type: resource.fileType,
      category: resource.category,
      tags: resource.tags,
      access_level: resource.accessLevel,
      is_public: resource.isPublic,
      uploaded_by: resource.uploadedBy,
      opened_count: resource.openedCount,
      attached_count: resource.attachedCount,
      created_at: resource.createdAt,
      updated_at: resource.updatedAt,
    })
    .execute();
}
