import type { Role } from "@deskhand/contract/permissions";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The role that a person has now; undefined if they were deactivated or deleted. It stays the same until the transaction ends. */
export async function selectPresentRole(tx: TenantTx, userId: string): Promise<Role | undefined> {
  const person = await tx
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .forShare()
    .executeTakeFirst();
  return person?.role;
}

/** Whether somebody is in the team, without holding them: whoever says that a person changed may be changing them elsewhere. */
export async function isInTeam(tx: TenantTx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}
