import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { selectWhereItGoesOn } from "./tickets.queries.ts";

/** Objects to a change of a ticket that was merged into another one, and names the one on which its conversation goes on. */
export async function refuseMerged(
  tx: TenantTx,
  { id, mergedIntoId }: { id: string; mergedIntoId: string | null },
): Promise<void> {
  if (mergedIntoId === null) return;
  const into = await selectWhereItGoesOn(tx, id);
  throw into ? fail("ticket_merged", { into }) : fail("ticket_not_found");
}
