import type { StoreOrder } from "../../orders/index.ts";
import type { AnsweredFulfillment, AnsweredOrder } from "./answer-schemas.ts";

/** Converts a complete order from an answer into its stored form (docs/product.md#orders-of-the-store). */
export function toStoreOrder(order: AnsweredOrder): StoreOrder {
  return {
    shopifyId: order.legacyResourceId,
    orderNumber: String(order.number),
    name: order.name ?? `#${order.number}`,
    customerShopifyId: order.customer?.shopifyId ?? null,
    email: order.email,
    phone: order.phone,
    totalPrice: order.totalPriceSet.kept,
    totalRefunded: order.totalRefundedSet.kept ?? "0",
    currency: order.currencyCode,
    sums: sumsOf(order),
    financialStatus: order.displayFinancialStatus,
    fulfillmentStatus: toFulfillmentStatus(order.displayFulfillmentStatus),
    shippingAddress: toAddress(order.shippingAddress),
    billingAddress: toAddress(order.billingAddress),
    createdAt: order.createdAt,
    updatedAt: newestOf([order.updatedAt, ...order.fulfillments.map(({ updatedAt }) => updatedAt)]),
    paidAt: paidAt(order),
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason,
    isTest: order.test,
    lineItems: order.lineItems.nodes.map((item) => ({
      title: item.title ?? item.name ?? "Untitled item",
      variantTitle: item.variantTitle,
      sku: item.sku,
      quantity: item.quantity,
      currentQuantity: item.currentQuantity,
      price: item.originalUnitPriceSet ?? null,
      imageUrl: toWebAddress(item.image?.url),
      productId: item.product?.legacyResourceId ?? null,
    })),
    fulfillments: order.fulfillments.map(toFulfillment),
    refunds: order.refunds.map(({ totalRefundedSet, processedAt, createdAt }) => ({
      amount: totalRefundedSet ?? "0",
      refundedAt: createdAt ?? processedAt ?? order.updatedAt,
    })),
  };
}

function sumsOf(order: AnsweredOrder): StoreOrder["sums"] {
  const bags = {
    subtotal: order.subtotalPriceSet,
    discounts: order.totalDiscountsSet,
    shipping: order.totalShippingPriceSet,
    tax: order.totalTaxSet,
  };
  const partsOf = (which: "kept" | "shown") => ({
    subtotal: bags.subtotal[which],
    discounts: bags.discounts[which],
    shipping: bags.shipping[which],
    tax: bags.tax[which],
  });
  const { currencyCode, presentmentCurrencyCode: currency, totalPriceSet, totalRefundedSet } = order;
  const totals = { total: totalPriceSet.shown, refunded: totalRefundedSet.shown };
  return {
    ...partsOf("kept"),
    discountCodes: order.discountCodes.filter((code) => code !== null),
    isTaxIncluded: order.taxesIncluded,
    shown: currency === currencyCode ? null : { ...partsOf("shown"), currency, ...totals },
  };
}

function toFulfillment({ events, trackingInfo, ...rest }: AnsweredFulfillment): StoreOrder["fulfillments"][number] {
  return {
    shopifyId: rest.legacyResourceId,
    status: rest.status ?? "unknown",
    displayStatus: rest.displayStatus,
    parcels: trackingInfo
      .map(({ number, company, url }) => ({ number, company, url: toWebAddress(url) }))
      .filter(({ number, company, url }) => (number ?? company ?? url) !== null),
    createdAt: rest.createdAt,
    updatedAt: rest.updatedAt,
    estimatedDeliveryAt: rest.estimatedDeliveryAt,
    deliveredAt: rest.deliveredAt,
    events: events.nodes.map((event) => ({ ...event, status: event.status ?? "unknown" })),
  };
}

// An order of which nothing was shipped has no status here.
function toFulfillmentStatus(display: string | null): string | null {
  if (display === "unfulfilled") return null;
  return display === "partially_fulfilled" ? "partial" : display;
}

const takesMoney = ["sale", "capture"];

/** When the last payment was made. */
function paidAt({ transactions }: AnsweredOrder): string | null {
  const taken = transactions.filter(({ kind, status }) => status === "success" && takesMoney.includes(kind ?? ""));
  const times = taken.flatMap(({ processedAt, createdAt }) => processedAt ?? createdAt ?? []);
  return times.length > 0 ? newestOf(times) : null;
}

function newestOf(times: readonly string[]): string {
  return times.reduce((a, b) => (Date.parse(b) > Date.parse(a) ? b : a));
}

function toAddress(address: AnsweredOrder["shippingAddress"]): StoreOrder["shippingAddress"] {
  if (!address) return null;
  const kept: NonNullable<StoreOrder["shippingAddress"]> = {};
  const values = {
    first_name: address.firstName,
    last_name: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    province_code: address.provinceCode,
    zip: address.zip,
    country: address.country,
    phone: address.phone,
  };
  for (const [key, value] of Object.entries(values) as [keyof typeof kept, string | null][])
    if (value !== null) kept[key] = value;
  return Object.keys(kept).length > 0 ? kept : null;
}

/** Lets through what a browser may follow: a store's text must not contribute a `javascript:` address. */
function toWebAddress(url: string | null | undefined): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
