import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

const shown = (tx: TenantTx, userId: string) =>
  tx.selectFrom("users").select(["name", "avatar_file_id as avatarFileId"]).where("id", "=", userId);

/** A person's name, and the file of their picture; undefined when there is no such person. */
export function selectShown(tx: TenantTx, userId: string) {
  return shown(tx, userId).executeTakeFirst();
}

/** The same, and until this transaction ends no other one changes this person. */
export function lockPerson(tx: TenantTx, userId: string) {
  return shown(tx, userId).forNoKeyUpdate().executeTakeFirst();
}

/** A person's picture: its file with size and type; undefined without one. */
export function selectAvatar(tx: TenantTx, userId: string) {
  return tx
    .selectFrom("users as u")
    .innerJoin("files as f", (join) =>
      join.onRef("f.client_id", "=", "u.client_id").onRef("f.id", "=", "u.avatar_file_id"),
    )
    .select(["f.id as fileId", "f.size", "u.avatar_type as type"])
    .where("u.id", "=", userId)
    .executeTakeFirst();
}

export type AvatarType = "image/png" | "image/jpeg" | "image/webp" | "image/gif";

/** Gives a person another name, another picture or none. */
export async function updatePerson(
  tx: TenantTx,
  userId: string,
  { name, avatar }: { name?: string; avatar?: { fileId: string; type: AvatarType } | null },
): Promise<void> {
  const picture = avatar !== undefined && { avatar_file_id: avatar?.fileId ?? null, avatar_type: avatar?.type ?? null };
  await tx
    .updateTable("users")
    .set({ ...(name !== undefined && { name }), ...picture, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}

/** How often a person did something that was audited, in the last `minutes`. */
export async function countLately(tx: TenantTx, userId: string, action: string, minutes: number): Promise<number> {
  const { count } = await tx
    .selectFrom("audit_log")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("actor_id", "=", userId)
    .where("action", "=", action)
    .where("created_at", ">", sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow();
  return count;
}
