import type { Resource, ResourceFilter, ResourceList } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import type { AccessLevel, ResourceUse } from "@deskhand/contract/vocabulary";
import { type CompiledQuery, sql } from "kysely";
import { compose, statement } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ImportedResource } from "./import-resources.ts";

type ListWish = ResourceFilter & Reader & { after: ResourceCursor | null; limit: number };
type Reader = {
  levels: readonly AccessLevel[];
  /** The beginning of a file's address. */
  publicUrl: string;
};

/** The last resource of a page: its weight in the list's order, then its time and id. */
export type ResourceCursor = { weight: number; updatedAt: string; id: string };
type ListPage = Omit<ResourceList, "items" | "nextCursor"> & { page: { resource: Resource; weight: number }[] };

const listStatement = statement<Record<string, unknown>, ListPage>(new URL("./resource-list.sql", import.meta.url), {
  mostTags: limits.maxPageSize,
});

/** Up to `limit` matching resources after a cursor, with their number, and all categories and tags with counts. */
export function resourceListQuery({ after, limit, ...wanted }: ListWish): CompiledQuery<ListPage> {
  const { weight: afterWeight, updatedAt: afterTime, id: afterId } = after ?? {};
  return listStatement({ ...wanted, afterWeight, afterTime, afterId, cap: limit });
}

/** A resource with its text, if one of these levels allows it. */
export function resourceQuery({ id, levels, publicUrl }: Reader & { id: string }) {
  return compose
    .selectFrom("knowledge_articles as k")
    .leftJoin("users as u", "u.id", "k.uploaded_by")
    .select([sql<Resource>`resource_json(k, u.name, ${publicUrl}, null)`.as("resource"), "k.content"])
    .where("k.id", "=", id)
    .where("k.access_level", "in", levels)
    .compile();
}

/** Counts a use of a resource, if one of these levels allows it. */
export async function countUse(
  tx: TenantTx,
  { id, levels, kind }: { id: string; levels: readonly AccessLevel[]; kind: ResourceUse },
): Promise<void> {
  const column = kind === "open" ? "opened_count" : "attached_count";
  await tx
    .updateTable("knowledge_articles")
    .set((eb) => ({ [column]: eb(column, "+", 1) }))
    .where("id", "=", id)
    .where("access_level", "in", levels)
    .execute();
}

/**
 * Resources by id with their files, if one of these levels allows them; locked against deletion until the transaction
 * ends. Sorted by file, which is the order in which attaching locks files.
 */
export function selectForReply(tx: TenantTx, ids: readonly string[], levels: readonly AccessLevel[]) {
  return tx
    .selectFrom("knowledge_articles")
    .select(["id", "is_public", "file_id", "file_name", "content_type", "file_size", "file_url"])
    .where("id", "in", ids)
    .where("access_level", "in", levels)
    .orderBy("file_id")
    .forKeyShare()
    .execute();
}

export type ResourceFile = { file_id: string; file_name: string; content_type: string; file_size: number };

/** Inserts a resource's row unchanged. */
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
      updated_by: resource.uploadedBy,
      opened_count: resource.openedCount,
      attached_count: resource.attachedCount,
      created_at: resource.createdAt,
      updated_at: resource.updatedAt,
    })
    .execute();
}
