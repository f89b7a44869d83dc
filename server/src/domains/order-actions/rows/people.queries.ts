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
