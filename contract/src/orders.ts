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
  /** Null where the platform says none. */
  totalPrice: money.nullable(),
  currency: z.string(),
  /** The platform's words, which may grow; null for none. */
  financialStatus: z.string().nullable(),
  /** Null until something is shipped. */
  fulfillmentStatus: z.string().nullable(),
  /** How many pieces were ordered. */
  itemCount: z.number().int(),
  createdAt: timestamp,
});
export type CustomerOrder = z.infer<typeof customerOrderSchema>;

/** An address as the store's platform has it; what it does not say is null. */
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
  /** As ordered. */
  quantity: z.number().int(),
  /** What is left of it after what was taken out of the order again; null where the platform does not say. */
  currentQuantity: z.number().int().nullable(),
  /** Of one piece, in the order's currency. */
  price: money.nullable(),
  /** Of all pieces ordered. */
  total: money.nullable(),
  /** An https address; any other is left out. */
  imageUrl: z.string().nullable(),
  /** The platform's id of the product; null once it is deleted there. */
  shopifyProductId: z.string().nullable(),
});

const parcelSchema = z.object({
  number: z.string().nullable(),
  /** The carrier as the store names it. */
  company: z.string().nullable(),
  /** Where it is followed: what the store links to, over http or https, else the page of one of four carriers (docs/product.md#parcels). */
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
  /** Where it is, in the platform's words, such as "in_transit"; null where it does not say. */
  displayStatus: z.string().nullable(),
  /** In the order the platform has them; none where nothing says how it is sent. */
  parcels: z.array(parcelSchema),
  shippedAt: timestamp,
  estimatedDeliveryAt: timestamp.nullable(),
  deliveredAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
  /** What the carrier reported, the newest first. */
  events: z.array(fulfillmentEventSchema),
});

const orderStatsSchema = z.object({
  totalOrders: z.number().int(),
  paidOrders: z.number().int(),
  /** How many orders there are of each payment status, those without one as "unknown". */
  ordersByStatus: z.record(z.string(), z.number().int()),
  /** Each currency for itself, the one of the most orders first; none without orders. */
  currencies: z.array(
    z.object({
      currency: z.string(),
      orders: z.number().int(),
      /** Of all orders that have a price; refunds are not taken off. */
      revenue: money,
      /** Of the orders that have a price, to 3 decimals; null where none has one. */
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
  /** The order's own address, which may have no customer. */
  email: z.string().nullable(),
  totalPrice: money.nullable(),
  currency: z.string(),
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string().nullable(),
  createdAt: timestamp,
  cancelledAt: timestamp.nullable(),
  /** The first of them. */
  lineItems: z.array(lineItemSchema).max(limits.lineItemsOnCard),
  lineItemCount: z.number().int(),
  /** The first parcel of the first fulfillment that has a number. */
  tracking: z.object({ number: z.string(), company: z.string().nullable() }).nullable(),
});
export type OrderCard = z.infer<typeof orderCardSchema>;

const orderListSchema = z.object({
  items: z.array(orderCardSchema),
  nextCursor: z.string().nullable(),
  /** How many match. With `totalIsCapped` there may be more: it is exact up to 10,000; of a search, up to 1,000 and where the text is not common. */
  total: z.number().int(),
  totalIsCapped: z.boolean(),
});
export type OrderList = z.infer<typeof orderListSchema>;

const orderFilterSchema = z.object({
  /** Part of the number, or of the customer's name or address; upper and lower case alike. */
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
  /** The order's own, which may have no customer. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null where the platform says none. */
  totalPrice: money.nullable(),
  totalRefunded: money,
  currency: z.string(),
  /** Null until the store was asked for them. */
  sums: orderSumsSchema.nullable(),
  /** The platform's words, which may grow; null for none. */
  financialStatus: z.string().nullable(),
  /** Null until something is shipped. */
  fulfillmentStatus: z.string().nullable(),
  shippingAddress: addressSchema.nullable(),
  billingAddress: addressSchema.nullable(),
  /** All of them, in the order's order. */
  lineItems: z.array(lineItemSchema),
  /** What was shipped, the oldest first. */
  fulfillments: z.array(fulfillmentSchema),
  /** The oldest first. */
  refunds: z.array(z.object({ id, amount: money, refundedAt: timestamp })),
  createdAt: timestamp,
  paidAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  /** The platform's word for why. */
  cancelReason: z.string().nullable(),
  isTest: z.boolean(),
  /** When the platform says that it changed last; null where it does not say. */
  changedAt: timestamp.nullable(),
  /** When what is shown here was saved. */
  savedAt: timestamp,
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;

export const orders = {
  /** The newest first (docs/product.md#orders). */
  list: endpoint("orders:read", "GET", "/orders")
    .input(orderFilterSchema.extend(pageInput.shape))
    .output(orderListSchema),
  stats: endpoint("orders:read", "GET", "/orders/stats").output(orderStatsSchema),
  get: endpoint("orders:read", "GET", "/orders/{id}")
    .errors(among("order_not_found"))
    .input(z.object({ id }))
    .output(orderDetailSchema),
  /** A customer's orders, the newest first. */
  ofCustomer: endpoint("orders:read", "GET", "/customers/{customerId}/orders")
    .errors(among("customer_not_found"))
    .input(z.object({ customerId: id }).extend(pageInput.shape))
    .output(z.object({ items: z.array(customerOrderSchema), nextCursor: z.string().nullable() })),
};
