import type { Role } from "@deskhand/contract/permissions";
import type { AccessLevel } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { GlobalTx, TenantTx } from "../../../platform/db/tenant.ts";
import type { ResourceFile } from "../knowledge.queries.ts";

/** For whom a resource must be open: for anybody, or for a reader of these levels. */
export type Openness = "public" | readonly AccessLevel[];

/** The tenant of a public resource of any store. */
export async function selectStoreOfPublic(tx: GlobalTx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectNoFrom(sql<string | null>`public_article_store(${id}::uuid)`.as("store"))
    .executeTakeFirstOrThrow();
  return row.store ?? undefined;
}

/** The values of a resource's page, if it is open as required. */
export function selectPage(tx: TenantTx, id: string, openness: Openness) {
  return openTo(tx, id, openness)
    .select(["title", "description", "content", "category", "tags", "is_public", "updated_at"])
    .select(["file_name", "content_type", "file_size"])
    .executeTakeFirst();
}
export type PageRow = NonNullable<Awaited<ReturnType<typeof selectPage>>>;

/** The file of a resource, if it is open as required. */
export function selectFile(
  tx: TenantTx,
  id: string,
  openness: Openness,
): Promise<(ResourceFile & { is_public: boolean }) | undefined> {
  return openTo(tx, id, openness)
    .select(["file_id", "file_name", "content_type", "file_size", "is_public"])
    .where("file_id", "is not", null)
    .$narrowType<ResourceFile>()
    .executeTakeFirst();
}

/** The role of a person who may still sign in. */
export async function selectActiveRole(tx: TenantTx, userId: string): Promise<Role | undefined> {
  const row = await tx
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return row?.role;
}

function openTo(tx: TenantTx, id: string, openness: Openness) {
  const resource = tx.selectFrom("knowledge_articles").select("id").where("id", "=", id);
  return openness === "public"
    ? resource.where("is_public", "=", true)
    : resource.where("access_level", "in", openness);
}
