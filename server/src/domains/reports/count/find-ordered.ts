import type { Read, TenantTx } from "../../../platform/db/tenant.ts";
import { findOrdersOfTicket } from "../../tracking/index.ts";
import { hasOrders, selectOrderedThings, selectSavedOrder } from "./ordered.queries.ts";
import type { OrderedThings } from "./traits-of.ts";

/** What a ticket's orders say: the one that a colleague saved for it, or else those that its customer surely means. */
export async function findOrdered(tx: TenantTx, ticketId: string): Promise<OrderedThings> {
  if (!(await hasOrders(tx))) return { skus: [], carriers: [] };
  const saved = await selectSavedOrder(tx, ticketId);
  if (saved) return selectOrderedThings(tx, [saved.id]);
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const { orders } = await findOrdersOfTicket(read, ticketId);
  const meant = orders.filter(({ certainty }) => certainty === "certain").map(({ orderId }) => orderId);
  return meant.length === 0 ? { skus: [], carriers: [] } : selectOrderedThings(tx, meant);
}
