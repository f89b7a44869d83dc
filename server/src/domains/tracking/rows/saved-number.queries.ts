import type { SavedOrderNumber } from "@deskhand/contract/tracking";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The ticket, locked until the transaction ends, so that nobody archives it meanwhile. */
export function lockTrackedTicket(tx: TenantTx, id: string): Promise<{ id: string; isArchived: boolean } | undefined> {
  return tx
    .selectFrom("support_tickets")
    .select(["id", "is_archived as isArchived"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The order number that is kept with a ticket, and who keeps it there. */
export function selectSaved(tx: TenantTx, ticketId: string): Promise<SavedOrderNumber | undefined> {
  return tx
    .selectFrom("ticket_orders as o")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "o.client_id").onRef("u.id", "=", "o.saved_by"))
    .select(["o.order_number as orderNumber", "o.saved_by as savedBy", "o.saved_at as savedAt"])
    .select(sql<string>`coalesce(u.name, o.saved_by_name)`.as("savedByName"))
    .where("o.ticket_id", "=", ticketId)
    .executeTakeFirst();
}

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
