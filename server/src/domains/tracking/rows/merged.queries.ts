import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/**
 * Puts a ticket's tracking notes on another one, which it is merged into, and its order number where that has none. The
 * caller has locked both.
 */
export async function moveTracking(tx: TenantTx, from: string, to: string): Promise<void> {
  const by = sql<string>`coalesce(merged_from_id, ${from}::uuid)`;
  await tx
    .updateTable("tracking_notes")
    .set({ ticket_id: to, merged_from_id: by })
    .where("ticket_id", "=", from)
    .execute();
  await tx
    .updateTable("ticket_orders as o")
    .set({ ticket_id: to, merged_from_id: by })
    .where("o.ticket_id", "=", from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("ticket_orders as there").select("there.ticket_id").where("there.ticket_id", "=", to))),
    )
    .execute();
}

/** Puts back on a ticket what came from it, or from those that were merged into it (`branch`), and stands on another one. */
export async function takeTrackingBack(
  tx: TenantTx,
  branch: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  const cameBy = sql<string>`any(${branch}::uuid[])`;
  const by = sql<string | null>`nullif(merged_from_id, ${to}::uuid)`;
  await tx
    .updateTable("tracking_notes")
    .set({ ticket_id: to, merged_from_id: by })
    .where("ticket_id", "=", from)
    .where("merged_from_id", "=", cameBy)
    .execute();
  await tx
    .updateTable("ticket_orders as o")
    .set({ ticket_id: to, merged_from_id: by })
    .where("o.ticket_id", "=", from)
    .where("merged_from_id", "=", cameBy)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("ticket_orders as there").select("there.ticket_id").where("there.ticket_id", "=", to))),
    )
    .execute();
}
