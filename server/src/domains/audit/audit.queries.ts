import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { sql } from "kysely";
import type { Acting } from "../../platform/acting.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { deviceOf } from "../../platform/http/called-from.ts";

/**
 * What an action was about. The label stays readable when the subject is gone; without one, a colleague's id gives name
 * and address.
 */
type Subject = { id: string | null; label: string };

const longestLabel = 500;

/**
 * Writes an entry to the tenant's audit log, in the transaction of the audited change; `by` is a person's id, null for the system, or
 * whoever acts.
 * The transaction knows the network address and device. Entries are never changed or deleted
 * (docs/product.md#the-audit-log).
 */
export async function record(
  tx: TenantTx,
  by: Acting | string | null,
  action: AuditAction,
  subject: Subject | string | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { id, label } = typeof subject === "string" ? { id: subject, label: null } : (subject ?? nothing);
  const actorId = typeof by === "object" ? (by?.userId ?? null) : by;
  const ownName =
    by !== null && typeof by === "object" && by.kind !== "person" && by.kind !== "system" ? by.name : null;
  const from = (person: string) => tx.selectFrom("users").where("id", "=", person);
  const isPerson = label === null && id !== null && isId(id);
  await tx
    .insertInto("audit_log")
    .values({
      id: newId(),
      actor_id: actorId,
      actor_name: actorId === null ? ownName : from(actorId).select("name"),
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

/** A colleague as "Jane Doe <jane@example.com>", or the address alone where they have no name. */
export const nameWithAddress = sql<string>`case when users.name = users.email then users.email
  else users.name || ' <' || users.email || '>' end`.as("name");

function cut(label: string | null): string | null {
  return label === null ? null : label.slice(0, longestLabel).toWellFormed();
}
