import type { TicketOrder } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { presentOrder } from "./present-order.ts";
import { selectTicketAbout } from "./rows/ticket-about.queries.ts";
import { selectOrderByNumber } from "./rows/ticket-orders.queries.ts";

type Look = { ticketId: string; orderNumber: string };

/** The order with a number, as it was read last, for a ticket. */
export async function lookUpOrder(tx: TenantTx, { ticketId, orderNumber }: Look): Promise<{ order: TicketOrder }> {
  const about = await selectTicketAbout(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  const order = await selectOrderByNumber(tx, orderNumber, about.customer?.id ?? null);
  if (!order) throw fail("tracked_order_not_found");
  return { order: presentOrder(order, about.written) };
}
