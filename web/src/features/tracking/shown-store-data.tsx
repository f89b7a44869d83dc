import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { OrderSums } from "@deskhand/contract/desk/order-states";
import { defaultCurrency } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketOrder, TicketTracking } from "@deskhand/contract/tracking";
import { OrderLink } from "../../entities/order/order-link.tsx";
import { formatDate } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { orderTitle } from "./use-ticket-tracking.ts";

export interface ShownOrder {
  key: string;
  /** Set for an order stored here. */
  orderId: string | null;
  name: string;
  payment: string | null;
  fulfillment: string | null;
  amount: Money | null;
  currency: string;
  /** Null for an order from a text. */
  sums: OrderSums | null;
  /** Formatted. */
  date: string | null;
  parcels: { number: string; carrier: string | null; trackUrl: string | null }[];
  items: { title: string; quantity: number; price: Money | null }[];
  /** How many lines `items` omits. */
  moreItems: number;
}

/** A customer with orders, from the store or a text, as both tabs show them. */
export interface ShownStoreData {
  /** The customer's id here; null for nobody here. */
  customerId: string | null;
  name: string | null;
  email: string | null;
  shopifyCustomerId: string | null;
  /** Null if a text does not say. */
  totalOrders: number | null;
  totalSpent: Money | null;
  currency: string;
  isVerified: boolean;
  isFromText: boolean;
  orders: ShownOrder[];
}

/** Returns what is known of the ticket's customer and orders: from the store, else from its text; null for nothing. */
export function shownStoreData({
  customer,
  parsed,
}: Pick<TicketTracking, "customer" | "parsed">): ShownStoreData | null {
  if (customer !== null && (customer.shopifyCustomerId !== null || customer.orders.length > 0)) {
    const { id: customerId, otherTickets: _, orders, ...same } = customer;
    return { ...same, customerId, isFromText: false, orders: orders.map(shownOrder) };
  }
  if (parsed === null) return null;
  const { customerName: name, customerEmail: email, customerId: shopifyCustomerId, totalSpent } = parsed;
  // An unreadable number is parsed as 0.
  const totalOrders = parsed.totalOrders === 0 && parsed.orders.length > 0 ? null : parsed.totalOrders;
  const currency = parsed.currency ?? defaultCurrency;
  return {
    name,
    email,
    shopifyCustomerId,
    totalOrders,
    totalSpent,
    currency,
    customerId: null,
    isVerified: false,
    isFromText: true,
    orders: parsed.orders.map((order, at) => ({
      key: String(at),
      orderId: null,
      name: order.name,
      payment: order.status,
      fulfillment: order.fulfillment,
      date: order.date,
      amount: order.amount,
      currency: order.currency ?? currency,
      items: order.items,
      moreItems: 0,
      sums: null,
      parcels: order.tracking === null ? [] : [order.tracking],
    })),
  };
}

/** Whether the customer is identified at all; a text may name orders alone. */
export function namesCustomer({ customerId, name, email, shopifyCustomerId }: ShownStoreData): boolean {
  return [customerId, name, email, shopifyCustomerId].some((part) => part !== null);
}

/** Converts a store's order to the form both tabs show. */
export function shownOrder(order: TicketOrder): ShownOrder {
  return {
    key: order.id,
    orderId: order.id,
    name: order.name,
    payment: order.financialStatus,
    fulfillment: order.fulfillmentStatus,
    amount: order.totalPrice,
    currency: order.currency,
    sums: order.sums,
    date: formatDate(order.createdAt),
    parcels: order.parcels.flatMap(({ trackingNumber: number, carrier, trackUrl }) =>
      number === null ? [] : [{ number, carrier, trackUrl }],
    ),
    items: order.items.map(({ title, variantTitle, ...item }) => ({
      ...item,
      title: variantTitle === null ? title : `${title} (${variantTitle})`,
    })),
    moreItems: order.lineCount - order.items.length,
  };
}

/** "Order #1042", linked to the order if stored here. */
export function OrderName({ order: { orderId, name } }: { order: ShownOrder }) {
  const title = (
    <>
      Order <bdi className="tabular">{orderTitle(name)}</bdi>
    </>
  );
  if (orderId === null) return title;
  return (
    <OrderLink orderId={orderId} className="line-alone rounded-tag hover:text-accent hover:underline">
      {title}
    </OrderLink>
  );
}

/** Warns above a customer's orders that the ticket may have been written by somebody else. */
export function WhoseOrders({ ticket: { customer, writtenFrom } }: { ticket: TicketDetail }) {
  if (writtenFrom === null || writtenFrom.isStores || !customer?.email) return null;
  return (
    <Banner kind="warning">
      These are the orders of <bdi>{shownAddress(customer.email)}</bdi>, whom answers go to.{" "}
      <bdi>{shownAddress(writtenFrom.email)}</bdi> wrote, and nothing proves that they are the same person.
    </Banner>
  );
}
