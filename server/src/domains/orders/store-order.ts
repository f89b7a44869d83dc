import type { OrderSums } from "@deskhand/contract/desk/order-states";
import type { Money } from "@deskhand/contract/page";

/** An address as it is kept; what the store does not say is not there. */
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
  /** Of one piece. */
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
  /** Every parcel. */
  parcels: { number: string | null; company: string | null; url: string | null }[];
  createdAt: string;
  updatedAt: string;
  estimatedDeliveryAt: string | null;
  deliveredAt: string | null;
  events: StoreFulfillmentEvent[];
};

/**
 * An order as the store's platform has it, cut to what is kept: statuses in lower case, the address in lower case, times as
 * ISO 8601 in UTC, amounts in the order's currency.
 */
export type StoreOrder = {
  shopifyId: string;
  orderNumber: string;
  name: string;
  /** The store's id of the customer; null where it has none. */
  customerShopifyId: string | null;
  email: string | null;
  phone: string | null;
  totalPrice: Money | null;
  totalRefunded: Money;
  currency: string;
  /** Null where nobody asked for them. */
  sums: OrderSums | null;
  financialStatus: string | null;
  fulfillmentStatus: string | null;
  shippingAddress: StoreAddress | null;
  billingAddress: StoreAddress | null;
  createdAt: string;
  /** When it or one of its shipments changed last: what is older than what is kept changes nothing. */
  updatedAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  cancelReason: string | null;
  isTest: boolean;
  lineItems: StoreLineItem[];
  fulfillments: StoreFulfillment[];
  refunds: { amount: Money; refundedAt: string }[];
};

/** With when the store was asked, by the clock of this computer; null where nobody noted it. */
export type AskedOrder = StoreOrder & { askedAt: string | null };
