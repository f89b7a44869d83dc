import { add, subtract, times } from "../../state/decimals.ts";
import {
  currentTotalOf,
  fulfillmentStatusOf,
  outstandingOf,
  receivedOf,
  refundedOf,
  refundedQuantity,
  refundedShown,
  subtotalOf,
  totalOf,
  unsentQuantity,
} from "../../state/order-sums.ts";
import { variantOf } from "../../state/stock.ts";
import type { Decimal, StoreAddress, StoreOrder } from "../../state/store-state.ts";
import { nameOf } from "../../webhooks/address-payload.ts";
import { type Args, type Fields, gid, needScope } from "../bind.ts";
import { connect } from "../connect.ts";
import { customerRef } from "./customer-fields.ts";
import { bothMoney, moneyBag } from "./money.ts";

export type OrderRef = { typeName: "Order"; order: StoreOrder };

export function orderRef(order: StoreOrder): OrderRef {
  return { typeName: "Order", order };
}

const sum = (amountOf: (order: StoreOrder) => Decimal) => (ref: OrderRef) => moneyBag(amountOf(ref.order), ref.order);
const limited = <Item>(items: readonly Item[], { first }: Args) =>
  typeof first === "number" ? items.slice(0, first) : items;
const byId = { id: ({ id }: { id: number }) => id, key: ({ id }: { id: number }) => id };

export const orderFields: Fields<OrderRef> = {
  id: ({ order }) => gid("Order", order.id),
  legacyResourceId: ({ order }) => String(order.id),
  name: ({ order }) => order.name,
  number: ({ order }) => order.number,
  email: ({ order }) => order.email,
  phone: ({ order }) => order.phone,
  note: ({ order }) => order.note,
  tags: ({ order }) => order.tags,
  test: ({ order }) => order.isTest,
  edited: ({ order }) => order.isEdited,
  confirmed: () => true,
  confirmationNumber: ({ order }) => `C${order.number}`,
  closed: ({ order }) => order.closedAt !== null,
  closedAt: ({ order }) => order.closedAt,
  cancelledAt: ({ order }) => order.cancelledAt,
  cancelReason: ({ order }) => order.cancelReason,
  createdAt: ({ order }) => order.createdAt,
  processedAt: ({ order }) => order.processedAt,
  updatedAt: ({ order }) => order.updatedAt,
  currencyCode: ({ order }) => order.currency,
  presentmentCurrencyCode: ({ order }) => order.presentment?.currency ?? order.currency,
  displayFinancialStatus: ({ order }) => order.financialStatus,
  displayFulfillmentStatus: ({ order }) => fulfillmentStatusOf(order),
  fullyPaid: ({ order }) => order.financialStatus === "PAID",
  unpaid: ({ order }) => order.financialStatus === "PENDING",
  sourceName: () => "web",
  paymentGatewayNames: () => ["bogus"],
  statusPageUrl: ({ order }, _args, { store }) => `https://${store.state.domain}/orders/${order.id}/authenticate`,
  customer: ({ order }, _args, context) => {
    needScope(context, "read_customers", "customer");
    return customerRef(context, order.customerId);
  },
  shippingAddress: ({ order }) => addressRef(order.id, order.shippingAddress),
  billingAddress: ({ order }) => addressRef(order.id + 1, order.billingAddress),
  displayAddress: ({ order }) => addressRef(order.id, order.shippingAddress ?? order.billingAddress),
  billingAddressMatchesShippingAddress: ({ order }) =>
    JSON.stringify(order.billingAddress) === JSON.stringify(order.shippingAddress),
  totalPriceSet: sum(totalOf),
  originalTotalPriceSet: sum(totalOf),
  currentTotalPriceSet: sum(currentTotalOf),
  subtotalPriceSet: sum((order) => subtract(subtotalOf(order), order.discount)),
  currentSubtotalPriceSet: sum(currentTotalOf),
  totalDiscountsSet: sum(({ discount }) => discount),
  totalShippingPriceSet: sum(({ shipping }) => shipping),
  totalTaxSet: sum(({ tax }) => tax ?? "0"),
  taxesIncluded: () => true,
  discountCodes: ({ order }) => order.discountCodes ?? [],
  totalRefundedSet: ({ order }) => bothMoney(refundedOf(order), refundedShown(order), order),
  totalReceivedSet: sum(receivedOf),
  totalOutstandingSet: sum(outstandingOf),
  netPaymentSet: sum((order) => subtract(receivedOf(order), refundedOf(order))),
  subtotalLineItemsQuantity: ({ order }) => order.lineItems.reduce((count, { quantity }) => count + quantity, 0),
  currentSubtotalLineItemsQuantity: ({ order }) =>
    order.lineItems.reduce(
      (count, { id, currentQuantity }) => count + currentQuantity - refundedQuantity(order, id),
      0,
    ),
  lineItems: ({ order }, args) =>
    connect(
      order.lineItems.toSorted((a, b) => a.id - b.id),
      args,
      byId,
      (item) => ({ typeName: "LineItem", order, item }),
    ),
  fulfillments: ({ order }, args) =>
    limited(order.fulfillments, args).map((fulfillment) => ({ typeName: "Fulfillment", order, fulfillment })),
  fulfillmentsCount: ({ order }) => ({ count: order.fulfillments.length, precision: "EXACT" }),
  refunds: ({ order }, args) => limited(order.refunds, args).map((refund) => ({ typeName: "Refund", order, refund })),
  transactions: ({ order }, args) =>
    limited(order.transactions, args).map((transaction) => ({ typeName: "OrderTransaction", order, transaction })),
  transactionsCount: ({ order }) => ({ count: order.transactions.length, precision: "EXACT" }),
  events: ({ order }, args) =>
    connect(
      order.events.toSorted((a, b) => a.id - b.id),
      args,
      byId,
      (event) => ({ typeName: "BasicEvent", order, event }),
    ),
};

type EventRef = { order: StoreOrder; event: StoreOrder["events"][number] };

export const eventFields: Fields<EventRef> = {
  id: ({ event }) => gid("BasicEvent", event.id),
  message: ({ event }) => event.message,
  createdAt: ({ event }) => event.createdAt,
  action: () => "order_event",
  subjectId: ({ order }) => gid("Order", order.id),
  subjectType: () => "ORDER",
};

type LineRef = { order: StoreOrder; item: StoreOrder["lineItems"][number] };

export const lineItemFields: Fields<LineRef> = {
  id: ({ item }) => gid("LineItem", item.id),
  title: ({ item }) => item.title,
  variantTitle: ({ item }) => item.variantTitle,
  name: ({ item }) => (item.variantTitle ? `${item.title} - ${item.variantTitle}` : item.title),
  sku: ({ item }) => item.sku,
  vendor: ({ item }) => item.vendor,
  quantity: ({ item }) => item.quantity,
  currentQuantity: ({ order, item }) => item.currentQuantity - refundedQuantity(order, item.id),
  refundableQuantity: ({ order, item }) => Math.max(0, item.currentQuantity - refundedQuantity(order, item.id)),
  unfulfilledQuantity: ({ order, item }) => unsentQuantity(order, item),
  restockable: ({ item }, _args, { store }) => variantOf(store, item)?.stock != null,
  isGiftCard: ({ item }) => item.isGiftCard ?? false,
  discountedUnitPriceAfterAllDiscountsSet: ({ order, item }) => moneyBag(item.price, order),
  requiresShipping: ({ item }) => item.requiresShipping,
  originalUnitPriceSet: ({ order, item }) => moneyBag(item.price, order),
  discountedUnitPriceSet: ({ order, item }) => moneyBag(item.price, order),
  originalTotalSet: ({ order, item }) => moneyBag(times(item.price, item.quantity), order),
  discountedTotalSet: ({ order, item }) => moneyBag(times(item.price, item.quantity), order),
  totalDiscountSet: ({ order }) => moneyBag(add("0"), order),
  product: ({ item }, _args, { store }) => {
    const product = store.state.products.find(({ id }) => id === item.productId);
    return product && !product.isDeleted ? { typeName: "Product", product } : null;
  },
  image: ({ item }, _args, { store, url }) => {
    const product = store.state.products.find(({ id }) => id === item.productId);
    return product && !product.isDeleted ? imageOf(product.image, product.title, url) : null;
  },
};

/** Makes an image with a complete address; null without one. */
export function imageOf(image: string | null, altText: string, url: string) {
  return image === null ? null : { url: new URL(image, url).href, altText };
}

export function addressRef(id: number, address: StoreAddress | null) {
  return address && { typeName: "MailingAddress", id, address };
}
type AddressRef = { id: number; address: StoreAddress };

export const addressFields: Fields<AddressRef> = {
  id: ({ id }) => `${gid("MailingAddress", id)}?model_name=Address`,
  name: ({ address }) => nameOf(address),
  firstName: ({ address }) => address.firstName,
  lastName: ({ address }) => address.lastName,
  company: ({ address }) => address.company,
  address1: ({ address }) => address.address1,
  address2: ({ address }) => address.address2,
  city: ({ address }) => address.city,
  province: ({ address }) => address.province,
  provinceCode: ({ address }) => address.provinceCode,
  country: ({ address }) => address.country,
  countryCodeV2: ({ address }) => address.countryCode,
  zip: ({ address }) => address.zip,
  phone: ({ address }) => address.phone,
  formatted: ({ address }) =>
    [
      address.company,
      address.address1,
      address.address2,
      `${address.zip ?? ""} ${address.city ?? ""}`.trim(),
      address.country,
    ].filter(Boolean),
};
