import { exchange, fixed, subtract, times } from "../state/decimals.ts";
import {
  currentTotalOf,
  fulfilledQuantity,
  fulfillmentStatusOf,
  outstandingOf,
  subtotalOf,
  totalOf,
} from "../state/order-sums.ts";
import { findCustomer, type Store } from "../state/store.ts";
import type { Decimal, StoreLineItem, StoreOrder } from "../state/store-state.ts";
import { addressPayload } from "./address-payload.ts";
import { customerPayload } from "./customer-payload.ts";
import { fulfillmentPayload } from "./fulfillment-payload.ts";
import { refundPayload } from "./refund-payload.ts";

const restStatuses: Record<string, string | null> = {
  UNFULFILLED: null,
  PARTIALLY_FULFILLED: "partial",
  FULFILLED: "fulfilled",
  RESTOCKED: "restocked",
};

/** Makes an order in the form of the webhooks' REST payloads: https://shopify.dev/docs/api/webhooks, topic orders/updated. */
export function orderPayload(store: Store, order: StoreOrder): object {
  const { id, currency, presentment, lineItems } = order;
  const customer = findCustomer(store, order.customerId);
  const money = (name: string, amount: Decimal) => ({
    [name]: fixed(amount, currency),
    [`${name}_set`]: moneySet(amount, order),
  });
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    app_id: 1,
    browser_ip: null,
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    cancelled_at: order.cancelledAt,
    cart_token: null,
    closed_at: order.closedAt,
    confirmation_number: `C${order.number}`,
    confirmed: true,
    contact_email: order.email,
    created_at: order.createdAt,
    currency,
    ...money("current_subtotal_price", currentTotalOf(order)),
    ...money("current_total_price", currentTotalOf(order)),
    discount_codes: [],
    email: order.email,
    estimated_taxes: false,
    financial_status: order.financialStatus?.toLowerCase() ?? null,
    fulfillment_status: restStatus(order),
    landing_site: null,
    location_id: null,
    merchant_business_entity_id: null,
    name: order.name,
    note: order.note,
    note_attributes: [],
    number: order.number - 1000,
    order_number: order.number,
    order_status_url: `https://${store.state.domain}/orders/${id}/authenticate`,
    payment_gateway_names: ["bogus"],
    phone: order.phone,
    presentment_currency: presentment?.currency ?? currency,
    processed_at: order.processedAt,
    source_name: "web",
    subtotal_price: fixed(subtract(subtotalOf(order), order.discount), currency),
    tags: order.tags.join(", "),
    tax_exempt: false,
    tax_lines: [],
    taxes_included: true,
    test: order.isTest,
    token: `t${id}`,
    ...money("total_discounts", order.discount),
    ...money("total_line_items_price", subtotalOf(order)),
    total_outstanding: fixed(outstandingOf(order), currency),
    ...money("total_price", totalOf(order)),
    total_shipping_price_set: moneySet(order.shipping, order),
    total_tax: fixed(order.tax ?? "0", currency),
    total_tip_received: fixed("0", currency),
    total_weight: 0,
    updated_at: order.updatedAt,
    user_id: null,
    billing_address: addressPayload(order.billingAddress),
    customer: customer && customerPayload(store, customer),
    discount_applications: [],
    payment_terms: null,
    fulfillments: order.fulfillments.map((fulfillment) => fulfillmentPayload(order, fulfillment)),
    line_items: lineItems.map((item) => lineItemPayload(store, order, item)),
    refunds: order.refunds.map((refund) => refundPayload(order, refund)),
    shipping_address: addressPayload(order.shippingAddress),
    shipping_lines: [],
  };
}

function lineItemPayload({ state }: Store, order: StoreOrder, item: StoreLineItem): object {
  const product = state.products.find(({ id }) => id === item.productId);
  const exists = product !== undefined && !product.isDeleted;
  const fulfilled = fulfilledQuantity(order, item.id);
  const status = fulfilled === 0 ? null : fulfilled < item.currentQuantity ? "partial" : "fulfilled";
  return {
    id: item.id,
    admin_graphql_api_id: `gid://shopify/LineItem/${item.id}`,
    attributed_staffs: [],
    current_quantity: item.currentQuantity,
    fulfillable_quantity: Math.max(0, item.currentQuantity - fulfilled),
    fulfillment_service: "manual",
    fulfillment_status: status,
    gift_card: false,
    grams: 0,
    name: item.variantTitle ? `${item.title} - ${item.variantTitle}` : item.title,
    price: fixed(item.price, order.currency),
    price_set: moneySet(item.price, order),
    product_exists: exists,
    product_id: exists ? item.productId : null,
    properties: [],
    quantity: item.quantity,
    requires_shipping: item.requiresShipping,
    sku: item.sku,
    taxable: true,
    title: item.title,
    total_discount: fixed("0", order.currency),
    variant_id: exists ? item.id : null,
    variant_title: item.variantTitle,
    vendor: item.vendor,
    tax_lines: [],
    duties: [],
    discount_allocations: [],
    line_price: fixed(times(item.price, item.quantity), order.currency),
  };
}

/** Writes an amount in the store's currency and in the one that the customer paid in. */
function moneySet(amount: Decimal, { currency, presentment }: StoreOrder): object {
  const shown = presentment ?? { currency, rate: "1" };
  return {
    shop_money: { amount: fixed(amount, currency), currency_code: currency },
    presentment_money: {
      amount: fixed(exchange(amount, shown.rate, shown.currency), shown.currency),
      currency_code: shown.currency,
    },
  };
}

function restStatus(order: StoreOrder): string | null {
  const status = fulfillmentStatusOf(order);
  return status in restStatuses ? (restStatuses[status] ?? null) : null;
}
