import type { Acting } from "../../platform/acting.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertEffect, type NewEffect, selectPersonName } from "./effects.queries.ts";

/**
 * Plans something to be done outside once the transaction has committed (docs/decisions/0124). A repetition with the same id plans
 * nothing more, and returns false.
 */
export async function planEffect(tx: TenantTx, by: Acting, effect: NewEffect): Promise<boolean> {
  return insertEffect(tx, effect, { kind: by.kind, name: await nameOf(tx, by) });
}

async function nameOf(tx: TenantTx, by: Acting): Promise<string> {
  if (by.kind === "person") return selectPersonName(tx, by.userId);
  return by.kind === "system" ? "Deskhand" : by.name;
}
