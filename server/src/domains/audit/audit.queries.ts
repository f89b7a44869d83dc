import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

type Entry = { actorId: string | null; action: string; subjectId: string | null; details: Record<string, unknown> };

/** Appends one entry; the application role may neither change nor delete any. */
export async function insertAuditEntry(tx: TenantTx, { actorId, action, subjectId, details }: Entry): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({ id: newId(), actor_id: actorId, action, subject_id: subjectId, details: JSON.stringify(details) })
    .execute();
}
