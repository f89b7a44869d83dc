import type { OrderSums } from "@deskhand/contract/desk/order-states";
import type { Money } from "@deskhand/contract/page";

/** A stored address; fields the store does not give are absent. */
type StoreAddress = Partial<
  Record<
    | "first_name"
    | "last_name"
    | "company"
    | "address1"
    | "address2"
    | "city"
    | "province"
    | "province_code"
    | "zip"
    | "country"
    | "phone",
    string
  >
>;

export type StoreLineItem = {
  title: string;
  variantTitle: string | null;
  sku: string | null;
  quantity: number;
  currentQuantity: number;
  /** Per piece. */
  price: Money | null;
  imageUrl: string | null;
  productId: string | null;
};

type StoreFulfillmentEvent = {
  status: string;
  message: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  happenedAt: string;
};

export type StoreFulfillment = {
  shopifyId: string;
  status: string;
  displayStatus: string | null;
  /** All parcels. */
  parcels: { number: string | null; company: string | null; url: string | null }[];
  createdAt: string;
  updatedAt: string;
  estimatedDeliveryAt: string | null;
  deliveredAt: string | null;
  events: StoreFulfillmentEvent[];
};

/**
 * An order as the store's platform has it, reduced to stored fields: statuses and address in lower case, times as ISO
 * 8601 in UTC, amounts in the order's currency.
 */
export type StoreOrder = {
  shopifyId: string;
  orderNumber: string;
  name: string;
  /** The store's id of the customer; null without one. */
  customerShopifyId: string | null;
  email: string | null;
  phone: string | null;
  totalPrice: Money | null;
  totalRefunded: Money;
  currency: string;
  /** Null where they were not requested. */
  sums: OrderSums | null;
  financialStatus: string | null;
  fulfillmentStatus: string | null;
  shippingAddress: StoreAddress | null;
  billingAddress: StoreAddress | null;
  createdAt: string;
  /** When the order or one of its shipments last changed; older data never replaces newer. */
  updatedAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  isTest: boolean;
  lineItems: StoreLineItem[];
  fulfillments: StoreFulfillment[];
  refunds: { amount: Money; refundedAt: string }[];
};

/** An order with the time it was requested, by this computer's clock; null where that was not recorded. */
export type FetchedOrder = StoreOrder & { askedAt: string | null };
