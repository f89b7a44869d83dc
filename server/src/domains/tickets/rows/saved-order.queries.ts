import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** Keeps an order number with a ticket, in place of one that was there. */
export async function upsertSavedNumber(
  tx: TenantTx,
  { userId, name }: { userId: string; name: string },
  { ticketId, orderNumber }: { ticketId: string; orderNumber: string },
): Promise<void> {
  const values = {
    order_number: orderNumber,
    saved_by: userId,
    saved_by_name: name,
    saved_at: sql<string>`clock_timestamp()`,
    // It is this ticket's own from now on, whatever it came from.
    merged_from_id: null,
  };
  await tx
    .insertInto("ticket_orders")
    .values({ ticket_id: ticketId, ...values })
    .onConflict((conflict) => conflict.columns(["client_id", "ticket_id"]).doUpdateSet(values))
    .execute();
}

/** Takes the order number of a ticket away. */
export async function deleteSavedNumber(tx: TenantTx, ticketId: string): Promise<void> {
  await tx.deleteFrom("ticket_orders").where("ticket_id", "=", ticketId).execute();
}

/** Puts the order number of a ticket on another one, which it is merged into, where that has none. The caller has locked both. */
export async function moveSavedNumber(tx: TenantTx, from: string, to: string): Promise<void> {
  const by = sql<string>`coalesce(merged_from_id, ${from}::uuid)`;
  await savedNumbers(tx, to).set({ ticket_id: to, merged_from_id: by }).where("o.ticket_id", "=", from).execute();
}

/** Puts the order number back on a ticket that came from it, or from those that were merged into it (`branch`), and stands on another one. */
export async function takeSavedNumberBack(
  tx: TenantTx,
  branch: readonly string[],
  from: string,
  to: string,
): Promise<void> {
  await savedNumbers(tx, to)
    .set({ ticket_id: to, merged_from_id: sql<string | null>`nullif(merged_from_id, ${to}::uuid)` })
    .where("o.ticket_id", "=", from)
    .where("merged_from_id", "=", sql<string>`any(${branch}::uuid[])`)
    .execute();
}

/** The order numbers that are kept with tickets, unless this one has one. */
function savedNumbers(tx: TenantTx, to: string) {
  return tx
    .updateTable("ticket_orders as o")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("ticket_orders as there").select("there.ticket_id").where("there.ticket_id", "=", to))),
    );
}
