import * as z from "zod";
import { orderSumsSchema } from "./desk/order-states.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, money, pageInput, timestamp, typedText } from "./page.ts";
import { paymentFilters } from "./vocabulary.ts";

const customerOrderSchema = z.object({
  id,
  /** The number as the store writes it, such as '#1042'. */
  name: z.string(),
  /** Null if the platform gives none. */
  totalPrice: money.nullable(),
  currency: z.string(),
  /** The platform's words, of which there may be new ones; null for none. */
  financialStatus: z.string().nullable(),
  /** Null until something is shipped. */
  fulfillmentStatus: z.string().nullable(),
  /** The number of pieces ordered. */
  itemCount: z.number().int(),
  createdAt: timestamp,
});
export type CustomerOrder = z.infer<typeof customerOrderSchema>;

/** An address at the store's platform; fields that it does not give are null. */
const addressSchema = z.object({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  provinceCode: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string().nullable(),
});

const lineItemSchema = z.object({
  id,
  title: z.string(),
  variantTitle: z.string().nullable(),
  sku: z.string().nullable(),
  /** The quantity as ordered. */
  quantity: z.number().int(),
  /** The quantity left after removals from the order; null if the platform does not say. */
  currentQuantity: z.number().int().nullable(),
  /** The price of one piece, in the order's currency. */
  price: money.nullable(),
  /** The price of all pieces ordered. */
  total: money.nullable(),
  /** An https address; others are left out. */
  imageUrl: z.string().nullable(),
  /** The platform's id of the product; null once it was deleted there. */
  shopifyProductId: z.string().nullable(),
});

const parcelSchema = z.object({
  number: z.string().nullable(),
  /** The carrier's name at the store. */
  company: z.string().nullable(),
  /** Where to follow the parcel: the store's http or https link, else the page of one of four carriers (docs/product.md#parcels). */
  url: z.string().nullable(),
});

const fulfillmentEventSchema = z.object({
  id,
  status: z.string(),
  message: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  country: z.string().nullable(),
  happenedAt: timestamp,
});

const fulfillmentSchema = z.object({
  id,
  status: z.string().nullable(),
  /** Where it is, in the platform's words, such as "in_transit"; null if it does not say. */
  displayStatus: z.string().nullable(),
  /** In the platform's order; none if it does not say how the order is sent. */
  parcels: z.array(parcelSchema),
  shippedAt: timestamp,
  estimatedDeliveryAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
  /** What the carrier reported, newest first. */
  events: z.array(fulfillmentEventSchema),
});

const orderStatsSchema = z.object({
  totalOrders: z.number().int(),
  paidOrders: z.number().int(),
  /** How many orders have each payment status; those without one count as "unknown". */
  ordersByStatus: z.record(z.string(), z.number().int()),
  /** One entry per currency, that of the most orders first; none without orders. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      orders: z.number().int(),
      /** The sum of all orders that have a price; refunds are not subtracted. */
      revenue: money,
      /** The average of the orders that have a price, with 3 decimals; null if none has one. */
      average: money.nullable(),
    }),
  ),
});
export type OrderStats = z.infer<typeof orderStatsSchema>;

const orderCardSchema = z.object({
  id,
  shopifyOrderId: z.string(),
  /** The number as the store writes it, such as '#1042'. */
  name: z.string(),
  customer: z.object({ id, name: z.string().nullable(), email: z.string().nullable() }).nullable(),
  /** The order's own address; there may be no customer. */
  email: z.string().nullable(),
  totalPrice: money.nullable(),
  currency: z.string(),
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string().nullable(),
  createdAt: timestamp,
  cancelledAt: timestamp.nullable(),
  /** Only the first ones. */
  lineItems: z.array(lineItemSchema).max(limits.lineItemsOnCard),
  lineItemCount: z.number().int(),
  /** The first parcel with a number, of the first fulfillment that has one. */
  tracking: z.object({ number: z.string(), company: z.string().nullable() }).nullable(),
});
export type OrderCard = z.infer<typeof orderCardSchema>;

const orderListSchema = z.object({
  items: z.array(orderCardSchema),
  nextCursor: z.string().nullable(),
  /** The number of matches, exact up to 10,000, or up to 1,000 when searching for an uncommon text; then `totalIsCapped`. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
});
export type OrderList = z.infer<typeof orderListSchema>;

const orderFilterSchema = z.object({
  /** Part of the number, or of the customer's name or address; case does not matter. */
  search: typedText().max(limits.searchLength, "Search for at most 200 characters").optional(),
  status: z.enum(paymentFilters).optional(),
});
export type OrderFilter = z.infer<typeof orderFilterSchema>;

const orderCustomerSchema = z.object({
  id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

const orderDetailSchema = z.object({
  id,
  shopifyOrderId: z.string(),
  orderNumber: z.string(),
  /** The number as the store writes it, such as '#1042'. */
  name: z.string(),
  customer: orderCustomerSchema.nullable(),
  /** The order's own address; there may be no customer. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null if the platform gives none. */
  totalPrice: money.nullable(),
  totalRefunded: money,
  currency: z.string(),
  /** Null until they were fetched from the store. */
  sums: orderSumsSchema.nullable(),
  /** The platform's words, of which there may be new ones; null for none. */
  financialStatus: z.string().nullable(),
  /** Null until something is shipped. */
  fulfillmentStatus: z.string().nullable(),
  shippingAddress: addressSchema.nullable(),
  billingAddress: addressSchema.nullable(),
  /** All of them, in the order's sequence. */
  lineItems: z.array(lineItemSchema),
  /** The shipments, oldest first. */
  fulfillments: z.array(fulfillmentSchema),
  /** The oldest first. */
  refunds: z.array(z.object({ id, amount: money, refundedAt: timestamp })),
  createdAt: timestamp,
  paidAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  /** The platform's word for the reason. */
  cancelReason: z.string().nullable(),
  isTest: z.boolean(),
  /** When the order last changed at the platform; null if it does not say. */
  changedAt: timestamp.nullable(),
  /** When this data was saved here. */
  savedAt: timestamp,
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

export const orders = {
  /** Lists orders, newest first (docs/product.md#orders). */
  list: endpoint("orders:read", "GET", "/orders", { v1: true })
    .input(orderFilterSchema.extend(pageInput.shape))
    .output(orderListSchema),
  stats: endpoint("orders:read", "GET", "/orders/stats").output(orderStatsSchema),
  get: endpoint("orders:read", "GET", "/orders/{id}", { v1: true })
    .errors(among("order_not_found"))
    .input(z.object({ id }))
    .output(orderDetailSchema),
  /** Lists a customer's orders, newest first. */
  ofCustomer: endpoint("orders:read", "GET", "/customers/{customerId}/orders", { v1: true })
    .errors(among("customer_not_found"))
    .input(z.object({ customerId: id }).extend(pageInput.shape))
    .output(z.object({ items: z.array(customerOrderSchema), nextCursor: z.string().nullable() })),
};
