import type {
  CheckedOrder,
  CheckedParcel,
  KnownAmount,
  KnownDate,
  ReplyFacts,
} from "@deskhand/contract/checking/facts";
import type { OrderSums } from "@deskhand/contract/desk/order-states";
import type { Money } from "@deskhand/contract/page";
import type { Read, TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { findOrderByNumber, orderNamesQuery, ownOrdersQuery } from "../orders/index.ts";
import { findOrdersOfTicket, type OrderRow, selectOrdersById, trackingOf } from "../tracking/index.ts";
import { selectNamesOnOrders, selectThreadFacts } from "./checks.queries.ts";

/** The newest orders of a customer that a reply is compared with. */
const mostOrders = 20;

/** Reads what a reply to a ticket is compared with (docs/product.md#the-check-before-sending). */
export async function readReplyFacts(tx: TenantTx, ticketId: string): Promise<ReplyFacts> {
  const about = await selectThreadFacts(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  const { customerId, email, savedNumber, customerNames, storeName, thread } = about;
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const found = await findOrdersOfTicket(read, ticketId);
  const own = customerId === null && email === null ? [] : await read(ownOrdersQuery({ customerId, email }));
  const saved = savedNumber === null ? null : await findOrderByNumber(tx, savedNumber, { customerId, email });
  // What a colleague chose counts more than what the mails say.
  const chosen = saved?.isTellable ? [saved.orderId] : [];
  const certain = found.orders.filter(({ certainty }) => certainty === "certain").map(({ orderId }) => orderId);
  const likely = found.orders.filter(({ certainty }) => certainty === "likely").map(({ orderId }) => orderId);
  const ids = [...new Set([...chosen, ...certain, ...likely, ...own.map(({ id }) => id)])].slice(0, mostOrders);
  const isCertain = new Set(chosen.length > 0 ? chosen : certain);
  const orders = ids.length === 0 ? [] : await selectOrdersById(tx, ids);
  const names = ids.length === 0 ? [] : await selectNamesOnOrders(tx, ids);
  return {
    orders: orders
      .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
      .map((order) => checkedOrder(order, isCertain.has(order.id))),
    orderNames: await read(orderNamesQuery()),
    customerNames: [...new Set([...customerNames, ...names])],
    storeName,
    thread,
  };
}

function checkedOrder(order: OrderRow, isCertain: boolean): CheckedOrder {
  const { name, orderNumber, currency, financialStatus, fulfillmentStatus, cancelledAt, totalRefunded } = order;
  const parcels = trackingOf(order);
  const sent = order.shipments.flatMap((shipment) => shipment.parcels);
  const isSent = ({ status }: (typeof parcels)[number]) =>
    !["order-placed", "processing", "cancelled"].includes(status);
  const delivered = parcels.filter(({ status }) => status === "delivered");
  const isRefunded = Number(totalRefunded) > 0 || /refunded|voided/i.test(financialStatus ?? "");
  return {
    name,
    orderNumber,
    isCertain,
    currency,
    amounts: amountsOf(order),
    dates: datesOf(order),
    isRefunded,
    // An order that a store ships without a word to the platform is only marked so.
    isShipped:
      order.shipments.length > 0 || parcels.some(isSent) || /fulfilled$|partial/i.test(shippedWord(fulfillmentStatus)),
    isAllShipped: /^fulfilled$/i.test(fulfillmentStatus ?? ""),
    isDelivered: delivered.length > 0,
    isAllDelivered: delivered.length > 0 && delivered.length === parcels.length,
    isCancelled: cancelledAt !== null,
    isPaid: isPaid(order),
    isReturned: sent.length > 0 && parcels.every(isTravelling) ? false : null,
    parcels: parcelsOf(order),
  };
}

/** The parcels as they are shown, and with the links that the platform has for them. */
function parcelsOf(order: OrderRow): CheckedParcel[] {
  const shown = trackingOf(order);
  const sent = order.shipments.flatMap((shipment) => shipment.parcels);
  const same = (number: string | null, other: string | null) => number !== null && number.trim() === other?.trim();
  const told = (number: string | null) => {
    const shipment = order.shipments.find(({ parcels }) => parcels.some((parcel) => same(number, parcel.number)));
    const parcel = shown.find(({ trackingNumber }) => same(number, trackingNumber));
    const isDelivered = parcel?.status === "delivered" || (parcel && isTravelling(parcel) ? false : null);
    return { dates: shipment ? datesOfShipment(shipment) : [], isDelivered };
  };
  return [
    ...shown.map(({ trackingNumber: number, carrier, trackUrl: url }) => ({ number, carrier, url, ...told(number) })),
    ...sent
      .filter(({ url }) => url !== null)
      .map(({ number, company: carrier, url }) => ({ number, carrier, url, ...told(number) })),
  ].filter(({ number, carrier, url }) => number !== null || carrier !== null || url !== null);
}

/** Money that is only reserved, or of which a part came, is neither. */
function isPaid({ paidAt, financialStatus }: OrderRow): boolean | null {
  if (paidAt !== null || /^(?:paid|partially_refunded|refunded)$/i.test(financialStatus ?? "")) return true;
  return /^(?:pending|expired)$/i.test(financialStatus ?? "") ? false : null;
}

/** What its carrier says is moving; a parcel that is only marked as shipped may have come back long ago. */
const isTravelling = ({ platformStatus }: ReturnType<typeof trackingOf>[number]): boolean =>
  platformStatus === "in_transit" || platformStatus === "out_for_delivery";

const shippedWord = (status: string | null): string => (/^unfulfilled$/i.test(status ?? "") ? "" : (status ?? ""));

function amountsOf({ totalPrice, totalRefunded, currency, sums, items, refunds }: OrderRow): KnownAmount[] {
  const amount = (kind: KnownAmount["kind"], value: Money | null, of = currency, title: string | null = null) =>
    value === null || Number(value) === 0 ? [] : [{ kind, amount: value, currency: of, title }];
  return [
    ...amount("total", totalPrice),
    ...amount("refund", totalRefunded),
    ...refunds.flatMap((refund) => amount("refund", refund.amount)),
    ...(sums === null ? [] : sumsIn(sums, currency, amount)),
    ...items.flatMap(({ price, title, quantity }) => [
      ...amount("line", price, currency, title),
      ...(price === null || quantity < 2 ? [] : amount("line", product(price, quantity), currency, title)),
    ]),
  ];
}

type Amount = (kind: KnownAmount["kind"], value: Money | null, of?: string) => KnownAmount[];

function sumsIn(
  { subtotal, discounts, shipping, tax, shown }: OrderSums,
  currency: string,
  amount: Amount,
): KnownAmount[] {
  const parts = (
    of: typeof currency,
    sums: { subtotal: Money | null; discounts: Money | null; shipping: Money | null; tax: Money | null },
  ) => [
    ...amount("total", sums.subtotal, of),
    ...amount("discount", sums.discounts, of),
    ...amount("shipping", sums.shipping, of),
    ...amount("tax", sums.tax, of),
  ];
  const here = parts(currency, { subtotal, discounts, shipping, tax });
  if (shown === null) return here;
  const { total, refunded, currency: of } = shown;
  return [...here, ...parts(of, shown), ...amount("total", total, of), ...amount("refund", refunded, of)];
}

const product = (price: Money, quantity: number): Money => `${Math.round(Number(price) * quantity * 1000) / 1000}`;

const date = (kind: KnownDate["kind"], at: string | null): KnownDate[] => (at === null ? [] : [{ kind, at }]);

function datesOf({ createdAt, cancelledAt, refunds, shipments }: OrderRow): KnownDate[] {
  return [
    ...date("ordered", createdAt),
    ...date("cancelled", cancelledAt),
    ...refunds.flatMap(({ refundedAt }) => date("refunded", refundedAt)),
    ...shipments.flatMap(datesOfShipment),
  ];
}

function datesOfShipment({
  createdAt,
  deliveredAt,
  estimatedDeliveryAt,
  events,
}: OrderRow["shipments"][number]): KnownDate[] {
  return [
    ...date("shipped", createdAt),
    ...date("delivered", deliveredAt),
    ...date("expected", estimatedDeliveryAt),
    ...carried(events).flatMap(({ happenedAt }) => date("shipped", happenedAt)),
    ...events
      .filter(({ status }) => /^(?:delivered|picked_up)$/i.test(status))
      .flatMap(({ happenedAt }) => date("delivered", happenedAt)),
  ];
}

/** The carrier's first word of a parcel, which may come a day after its label. */
function carried(events: OrderRow["shipments"][number]["events"]) {
  const first = events
    .filter(({ status }) => /carrier_picked_up|in_transit/i.test(status))
    .toSorted((one, other) => Date.parse(one.happenedAt) - Date.parse(other.happenedAt));
  return first.slice(0, 1);
}
