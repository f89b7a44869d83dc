import type { TicketOrder } from "@deskhand/contract/tracking";
import { sinceTheyWrote, type Written } from "./parcels/changes-since.ts";
import { trackingOf } from "./parcels/tracking-of.ts";
import type { OrderRow } from "./rows/ticket-orders.queries.ts";

/** An order as a ticket shows it: with its parcels, and what happened to it since the customer wrote. */
export function presentOrder(row: OrderRow, written: Written | null): TicketOrder {
  const { paidAt, refunds, shipments, shopifyOrderId: _, ...same } = row;
  return { ...same, parcels: trackingOf(row), since: sinceTheyWrote(row, written) };
}
