import type { Activity } from "@deskhand/contract/activities";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { selectActivities } from "./activity.queries.ts";
import { ticketExists } from "./tickets.queries.ts";

/** The newest steps of a ticket's trail, newest last. */
export async function listActivity(tx: TenantTx, ticketId: string): Promise<{ items: Activity[]; hasOlder: boolean }> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  const newestFirst = await selectActivities(tx, ticketId, limits.activitiesShown + 1);
  const items = newestFirst.slice(0, limits.activitiesShown).reverse();
  return { items, hasOlder: newestFirst.length > limits.activitiesShown };
}
