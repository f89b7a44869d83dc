import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { sql } from "kysely";
import { isId, newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { deviceOf } from "../../platform/http/called-from.ts";

/** What something was done to. Its label stays readable when it is gone; without one a colleague's id has their name and address. */
type Subject = { id: string | null; label: string };

const longestLabel = 500;

/**
 * Writes to the tenant's audit log, in the transaction of what is audited; `actorId` null is the system. From where it was asked
 * for is known to the transaction. Nobody changes or deletes an entry (docs/product.md#the-audit-log).
 */
export async function record(
  tx: TenantTx,
  actorId: string | null,
  action: AuditAction,
  subject: Subject | string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { id, label } = typeof subject === "string" ? { id: subject, label: null } : (subject ?? nothing);
  const from = (person: string) => tx.selectFrom("users").where("id", "=", person);
  const isPerson = label === null && id !== null && isId(id);
  await tx
    .insertInto("audit_log")
    .values({
      id: newId(),
      actor_id: actorId,
      actor_name: actorId === null ? null : from(actorId).select("name"),
      actor_email: actorId === null ? null : from(actorId).select("email"),
      action,
      subject_id: id,
      subject_label: isPerson ? from(id).select(nameWithAddress) : cut(label ?? id),
      details: JSON.stringify(details),
      ip: tx.calledFrom?.ip?.slice(0, 100) ?? null,
      device: tx.calledFrom && deviceOf(tx.calledFrom.userAgent).device,
    })
    .execute();
}

const nothing = { id: null, label: null };

/** Somebody of the team as "Jane Doe <jane@example.com>"; who has no name but their address, as that. */
export const nameWithAddress = sql<string>`case when users.name = users.email then users.email
  else users.name || ' <' || users.email || '>' end`.as("name");

function cut(label: string | null): string | null {
  return label === null ? null : label.slice(0, longestLabel).toWellFormed();
}
