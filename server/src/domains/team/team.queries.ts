import type { Colleague } from "@deskhand/contract/team";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Everybody of the store by name, those who are no longer active included. */
export function listColleagues(tx: TenantTx): Promise<Colleague[]> {
  return tx
    .selectFrom("users")
    .select(["id", "name", "role", "is_active as isActive"])
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** An active colleague; undefined when nobody is, or is no longer. */
export function findColleague(tx: TenantTx, id: string): Promise<{ id: string; name: string } | undefined> {
  return tx
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "=", id)
    .where("is_active", "=", true)
    .executeTakeFirst();
}
