import { sql } from "kysely";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Writes to the tenant's audit log, in the transaction of what is audited; `actorId` null is the system. The application's
 * role may neither change nor delete an entry.
 */
export async function record(
  tx: TenantTx,
  actorId: string | null,
  action: string,
  subjectId: string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({ id: newId(), actor_id: actorId, action, subject_id: subjectId, details: JSON.stringify(details) })
    .execute();
}

/** Takes a customer's name and address out of the log; what was done by whom and when stays. */
export async function forgetInAudit(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  await tx.selectNoFrom(sql`forget_in_audit(${customerId}::uuid)`.as("forgotten")).execute();
}
