import type { PlanInterest } from "@deskhand/contract/admin/billing";
import type { Plan } from "@deskhand/contract/admin/plans";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import type { Actor } from "../../platform/http/context.ts";
import { keepInterest, lockTenant, selectInterest } from "./tenants.queries.ts";

/** Records which plan the store would like; `isNew` is false where that is known already (docs/product.md#plans). */
export async function choosePlan(
  tx: TenantTx,
  { userId }: Actor,
  plan: Plan,
): Promise<{ interest: PlanInterest; isNew: boolean }> {
  // Two clicks, or two people, come one after the other.
  await lockTenant(tx);
  const known = await selectInterest(tx);
  if (known?.plan === plan) return { interest: known, isNew: false };
  await keepInterest(tx, plan, userId);
  await emit(tx, "plan.chosen", { plan, actorId: userId });
  const interest = await selectInterest(tx);
  if (!interest) throw new Error("The plan that was chosen is not there");
  return { interest, isNew: true };
}
