import type { Role } from "@deskhand/contract/permissions";
import type { Colleague } from "@deskhand/contract/team";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Everybody of the store by name, those who are no longer active included, and who was removed for as long as tickets are theirs; not yet
 * those who are invited.
 */
export function listColleagues(tx: TenantTx): Promise<Colleague[]> {
  return tx
    .selectFrom("users")
    .select(["id", "name", "role", "is_active as isActive"])
    .select(sql<string>`case when deleted_at is null then email else '' end`.as("email"))
    .where("invited_at", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** An active colleague, who is not deleted before this transaction ends; undefined when nobody is, or is no longer. */
export function findColleague(tx: TenantTx, id: string): Promise<{ id: string; name: string } | undefined> {
  return tx
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", id)
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
}

/** How many people the store has. */
export async function countTeam(tx: TenantTx): Promise<number> {
  const { count } = await tx
    .selectFrom("users")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

type NewUser = { id: string; email: string; name: string; role: Role };

/** Makes the profile of somebody who is invited; false when a colleague has got their address at this very moment. */
export async function insertInvited(tx: TenantTx, user: NewUser): Promise<boolean> {
  const made = await tx
    .insertInto("users")
    .values({ ...user, client_id: tx.tenantId, invited_at: sql<string>`now()` })
    .onConflict((of) => of.columns(["client_id", "email"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** What is changed of somebody; `invitedAgain` when their invitation is sent once more. */
export async function updateTeamUser(
  tx: TenantTx,
  id: string,
  { role, isActive, invitedAgain }: { role?: Role; isActive?: boolean; invitedAgain?: true },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      ...(role && { role }),
      ...(isActive !== undefined && { is_active: isActive }),
      ...(invitedAgain && { invited_at: sql<string>`now()` }),
      updated_at: sql`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/**
 * Begins to delete somebody, whose row stays until nothing names them any more: ends their sign-in and sessions, and frees their address.
 * Returns the file of their picture, to which nothing refers any more. Waits for whoever is assigning something to them.
 */
export async function endTeamUser(tx: TenantTx, id: string): Promise<string | null> {
  const before = await tx.selectFrom("users").select("avatar_file_id").where("id", "=", id).executeTakeFirst();
  await tx
    .updateTable("users")
    .set({ is_active: false, deleted_at: sql`clock_timestamp()`, email: id, avatar_file_id: null, avatar_type: null })
    .where("id", "=", id)
    .execute();
  return before?.avatar_file_id ?? null;
}

/** Locks somebody against whoever is assigning something to them. */
export async function lockTeamUser(tx: TenantTx, id: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
}

/** Deletes the row of somebody whom nothing names any more. */
export async function deleteTeamUser(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", id).where("deleted_at", "is not", null).execute();
}
