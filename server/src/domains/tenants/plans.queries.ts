import type { PlanInterest } from "@deskhand/contract/admin/billing";
import type { Plan } from "@deskhand/contract/admin/plans";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** The plan that was chosen last, with who chose it; undefined while none was. */
export function selectInterest(tx: TenantTx): Promise<PlanInterest | undefined> {
  return tx
    .selectFrom("plan_interests as interest")
    .leftJoin("users as person", "person.id", "interest.chosen_by")
    .select(["interest.plan", "person.name as chosenByName", "interest.chosen_at as chosenAt"])
    .orderBy("interest.chosen_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Makes a plan the one that was chosen last. */
export async function keepInterest(tx: TenantTx, plan: Plan, chosenBy: string): Promise<void> {
  const choice = { chosen_by: chosenBy, chosen_at: sql<string>`clock_timestamp()` };
  await tx
    .insertInto("plan_interests")
    .values({ plan, ...choice })
    .onConflict((same) => same.columns(["client_id", "plan"]).doUpdateSet(choice))
    .execute();
}
