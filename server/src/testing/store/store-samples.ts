import type { StoreCustomer } from "../../domains/customers/index.ts";
import type { AskedOrder } from "../../domains/orders/index.ts";

let latestId = 5_000_000_000_000;
/** An id as the store's platform gives them, which nothing has yet. */
export function newStoreId(): string {
  latestId += 1;
  return String(latestId);
}

const at = "2026-10-01T08:00:00.000Z";

/** An order of the store of which next to nothing is known but what is given. */
export function storeOrder(order: Partial<AskedOrder> = {}): AskedOrder {
  return {
    shopifyId: newStoreId(),
    orderNumber: "1042",
    name: "#1042",
    customerShopifyId: null,
    email: null,
    phone: null,
    totalPrice: "10.00",
    totalRefunded: "0",
    currency: "USD",
    financialStatus: "paid",
    fulfillmentStatus: null,
    sums: null,
    shippingAddress: null,
    billingAddress: null,
    createdAt: at,
    updatedAt: at,
    paidAt: null,
    cancelledAt: null,
    cancelReason: null,
    isTest: false,
    lineItems: [],
    fulfillments: [],
    refunds: [],
    askedAt: at,
    ...order,
  };
}

/** A customer of the store, likewise. */
export function storeCustomer(customer: Partial<StoreCustomer> = {}): StoreCustomer {
  return {
    shopifyId: newStoreId(),
    name: "Jane Doe",
    email: null,
    phone: null,
    totalOrders: 1,
    totalSpent: "10.00",
    lastOrderAt: at,
    createdAt: at,
    updatedAt: at,
    ...customer,
  };
}
