import type { EventPayloads } from "@deskhand/contract/events";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Gives all orders of a customer who was joined to the one they are now, each with whom it came. */
export async function moveOrdersOf(
  tx: TenantTx,
  { customerId, into }: EventPayloads["customer.joined"],
): Promise<void> {
  await tx
    .updateTable("shopify_orders")
    .set({ customer_id: into, came_with: sql<string>`coalesce(came_with, ${customerId}::uuid)` })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Gives orders back to a customer who parts: those that came with them, and those with one of their addresses that came since. */
export async function takeOrdersBack(
  tx: TenantTx,
  { customerId, from, joinedAt }: EventPayloads["customer.parted"],
): Promise<void> {
  await tx
    .updateTable("shopify_orders")
    .set({ customer_id: customerId, came_with: null })
    .where("customer_id", "=", from)
    .where(
      sql<boolean>`(came_with = ${customerId} or (came_with is null and created_at >= ${joinedAt}::timestamptz
        and email = any (addresses_of(${customerId}::uuid))))`,
    )
    .execute();
}
