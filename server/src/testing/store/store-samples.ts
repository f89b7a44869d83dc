import type { StoreCustomer } from "../../domains/customers/index.ts";
import type { FetchedOrder } from "../../domains/orders/index.ts";

let latestId = 5_000_000_000_000;
/** Makes an id such as the store's platform gives, which is not in use yet. */
export function newStoreId(): string {
  latestId += 1;
  return String(latestId);
}

const at = "2026-10-01T08:00:00.000Z";

/** Makes an order of the store with only the given fields and the fewest others. */
export function storeOrder(order: Partial<FetchedOrder> = {}): FetchedOrder {
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

/** Makes a customer of the store in the same way. */
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
