import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertAuditEntry } from "./audit.queries.ts";

/** Writes to the tenant's audit log, in the transaction of what is audited; `actorId` null is the system. */
export async function record(
  tx: TenantTx,
  actorId: string | null,
  action: string,
  subjectId: string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  await insertAuditEntry(tx, { actorId, action, subjectId, details });
}
