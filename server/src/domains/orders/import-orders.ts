import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertFulfillments, insertLineItems, insertOrders } from "./orders.queries.ts";

type OrderAddress = {
  first_name: string;
  last_name: string;
  address1: string;
  address2: string | null;
  city: string;
  province_code: string | null;
  zip: string;
  country: string;
};

type ImportedLineItem = {
  id: string;
  title: string;
  quantity: number;
  /** Of one piece, in the order's currency. */
  price: number;
  variantTitle: string | null;
  sku: string | null;
  productImageUrl: string | null;
  shopifyProductId: string | null;
};

type ImportedFulfillment = {
  id: string;
  status: string | null;
  trackingNumber: string | null;
  trackingCompany: string | null;
  trackingUrl: string | null;
  createdAt: string;
};

/** An order as the store's platform has it. */
export type ImportedOrder = {
  id: string;
  shopifyOrderId: string;
  orderNumber: string;
  /** The number as the store writes it, such as "#1042". */
  name: string;
  customerId: string | null;
  email: string | null;
  totalPrice: number;
  /** ISO 4217. */
  currency: string;
  financialStatus: string | null;
  /** Null until something is shipped. */
  fulfillmentStatus: string | null;
  shippingAddress: OrderAddress | null;
  billingAddress: OrderAddress | null;
  createdAt: string;
  lineItems: ImportedLineItem[];
  fulfillments: ImportedFulfillment[];
};

/** Adds orders with their line items and fulfillments as they are, with their ids and times. */
export async function importOrders(tx: TenantTx, orders: ImportedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await insertOrders(tx, orders);
  await insertLineItems(tx, orders);
  await insertFulfillments(tx, orders);
}
