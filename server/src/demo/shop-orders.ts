import type { StoreAddress, StoreFulfillment, StoreState } from "../../../stand-ins/shopify/state/store-state.ts";
import type { ImportedCustomer } from "../domains/customers/index.ts";
import type { StoreOrder } from "../domains/orders/index.ts";
import type { DemoPlan } from "./demo-plan.ts";
import { amountOf, answeredAmount, centsOf } from "./products.ts";

type ShopOrder = StoreState["orders"][number];

/** The store's orders as a sync saves them; `imagesUrl` is the base of its pictures, or null. */
export function ordersOf({ orders, products }: StoreState, imagesUrl: string | null): StoreOrder[] {
  return orders.map((order) => ({
    shopifyId: String(order.id),
    orderNumber: String(order.number),
    name: order.name,
    customerShopifyId: order.customerId === null ? null : String(order.customerId),
    email: order.email,
    phone: order.phone,
    currency: order.currency,
    isTest: order.isTest,
    totalPrice: answeredAmount(totalCents(order)),
    totalRefunded: answeredAmount(sumOf(order.refunds.map(({ amount }) => centsOf(amount)))),
    sums: {
      subtotal: answeredAmount(totalCents(order)),
      discounts: answeredAmount(0),
      shipping: answeredAmount(0),
      tax: answeredAmount(centsOf(order.tax ?? "0.00")),
      discountCodes: [],
      isTaxIncluded: true,
      shown: null,
    },
    financialStatus: order.financialStatus?.toLowerCase() ?? null,
    fulfillmentStatus: fulfillmentStatusOf(order),
    shippingAddress: addressOf(order.shippingAddress),
    billingAddress: addressOf(order.billingAddress),
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    paidAt: maybeIso(paidAt(order)),
    cancelledAt: maybeIso(order.cancelledAt),
    cancelReason: order.cancelReason?.toLowerCase() ?? null,
    lineItems: order.lineItems.map((item) => {
      const product = products.find(({ id, isDeleted }) => id === item.productId && !isDeleted);
      return {
        title: item.title,
        variantTitle: item.variantTitle,
        sku: item.sku,
        quantity: item.quantity,
        currentQuantity: item.currentQuantity - refundedPieces(order, item.id),
        price: answeredAmount(centsOf(item.price)),
        imageUrl: product?.image && imagesUrl ? new URL(product.image, imagesUrl).href : null,
        productId: product ? String(product.id) : null,
      };
    }),
    fulfillments: order.fulfillments.map(fulfillmentOf),
    refunds: order.refunds.map(({ amount, createdAt }) => ({
      amount: answeredAmount(centsOf(amount)),
      refundedAt: iso(createdAt),
    })),
  }));
}

/** The plan's customers with the sums of their orders, as the platform counts them. */
export function customersOf({ customers }: DemoPlan, shop: StoreState): ImportedCustomer[] {
  return customers.map(({ id, first, last, email, phone }, index) => {
    const shopifyId = shop.customers[index]?.id;
    const own = shop.orders.filter(({ customerId }) => customerId === shopifyId);
    const spent = sumOf(
      own.map((order) => receivedCents(order) - sumOf(order.refunds.map((refund) => centsOf(refund.amount)))),
    );
    const times = own.map(({ createdAt }) => createdAt).sort();
    const createdAt = times[0] ?? new Date().toISOString();
    return {
      id,
      name: `${first} ${last}`,
      email,
      phone,
      shopify_customer_id: String(shopifyId),
      total_orders: own.length,
      total_spent: amountOf(spent),
      last_order_date: times.at(-1) ?? null,
      created_at: createdAt,
      updated_at: times.at(-1) ?? createdAt,
    };
  });
}

function fulfillmentOf(shipped: StoreFulfillment): StoreOrder["fulfillments"][number] {
  const { events, trackingInfo } = shipped;
  const display = events.at(-1)?.status ?? (trackingInfo.length > 0 ? "FULFILLED" : "MARKED_AS_FULFILLED");
  return {
    shopifyId: String(shipped.id),
    status: shipped.status.toLowerCase(),
    displayStatus: display.toLowerCase(),
    parcels: trackingInfo,
    createdAt: iso(shipped.createdAt),
    updatedAt: iso(shipped.updatedAt),
    estimatedDeliveryAt: maybeIso(shipped.estimatedDeliveryAt),
    deliveredAt: maybeIso(events.find(({ status }) => status === "DELIVERED")?.happenedAt ?? null),
    // Newest first, as requested.
    events: events.toReversed().map(({ status, message, city, province, country, happenedAt }) => ({
      status: status.toLowerCase(),
      message,
      city,
      province,
      country,
      happenedAt: iso(happenedAt),
    })),
  };
}

function fulfillmentStatusOf({ lineItems, fulfillments }: ShopOrder): string | null {
  const sent = fulfillments.flatMap((fulfillment) => fulfillment.lineItems.map(({ lineItemId }) => lineItemId));
  if (sent.length === 0) return null;
  return lineItems.every(({ id }) => sent.includes(id)) ? "fulfilled" : "partial";
}

function addressOf(address: StoreAddress | null): StoreOrder["shippingAddress"] {
  if (!address) return null;
  const { firstName, lastName, address1, city, province, provinceCode, zip, country } = address;
  return {
    ...(firstName && { first_name: firstName }),
    ...(lastName && { last_name: lastName }),
    ...(address1 && { address1 }),
    ...(city && { city }),
    ...(province && { province }),
    ...(provinceCode && { province_code: provinceCode }),
    ...(zip && { zip }),
    ...(country && { country }),
  };
}

function paidAt({ transactions }: ShopOrder): string | null {
  return transactions.find(({ kind, status }) => kind === "SALE" && status === "SUCCESS")?.createdAt ?? null;
}

function receivedCents(order: ShopOrder): number {
  return paidAt(order) === null ? 0 : totalCents(order);
}

function totalCents({ lineItems }: ShopOrder): number {
  return sumOf(lineItems.map(({ price, quantity }) => centsOf(price) * quantity));
}

function refundedPieces({ refunds }: ShopOrder, lineItemId: number): number {
  const lines = refunds.flatMap(({ lineItems }) => lineItems.filter((line) => line.lineItemId === lineItemId));
  return sumOf(lines.map(({ quantity }) => quantity));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function iso(time: string): string {
  return new Date(time).toISOString();
}

function maybeIso(time: string | null): string | null {
  return time === null ? null : iso(time);
}
