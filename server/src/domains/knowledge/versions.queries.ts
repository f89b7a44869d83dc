import type { ResourceVersion } from "@deskhand/contract/knowledge";
import type { AccessLevel } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

const columns = [
  ...(["title", "description", "content", "file_name", "file_type", "category", "tags"] as const),
  ...(["access_level", "is_public"] as const),
] as const;

/** Keeps what a locked resource is now as its newest version, and only the newest `count`. */
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
 * The versions of a resource that were open to one of these levels, as it is itself, the newest first. They are counted for the reader: a gap
 * would tell that there is one that they may not see.
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
