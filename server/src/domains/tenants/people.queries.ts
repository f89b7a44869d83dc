import type { Role } from "@deskhand/contract/permissions";
import type { Colleague } from "@deskhand/contract/team";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Everybody of the store by name, those who are no longer active included; not yet those who are invited. */
export function listColleagues(tx: TenantTx): Promise<Colleague[]> {
  return tx
    .selectFrom("users")
    .select(["id", "name", "email", "role", "is_active as isActive"])
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

/** Removes somebody with their sign-in and their sessions; returns the file of their picture, which nothing refers to any more. */
export async function deleteTeamUser(tx: TenantTx, id: string): Promise<string | null> {
  const gone = await tx.deleteFrom("users").where("id", "=", id).returning("avatar_file_id").executeTakeFirst();
  return gone?.avatar_file_id ?? null;
}
