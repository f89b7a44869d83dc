/** A sum or price as Shopify keeps it: a decimal string, never a floating-point number. */
export type Decimal = string;

export type StoreAddress = {
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  country: string | null;
  countryCode: string | null;
  zip: string | null;
  phone: string | null;
};

/** Whether a product is still there; its image is a path on this server or a whole address. */
export type StoreProduct = { id: number; title: string; image: string | null; isDeleted: boolean };

export type StoreLineItem = {
  id: number;
  productId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  /** What is left of the quantity after the order was edited. */
  currentQuantity: number;
  /** Of one piece. */
  price: Decimal;
  requiresShipping: boolean;
};

type TrackingInfo = { company: string | null; number: string | null; url: string | null };

/** One thing a carrier reported; `status` is one of Shopify's FulfillmentEventStatus. */
export type StoreFulfillmentEvent = {
  id: number;
  status: string;
  happenedAt: string;
  createdAt: string;
  message: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  zip: string | null;
  estimatedDeliveryAt: string | null;
};

export type StoreFulfillment = {
  id: number;
  /** One of Shopify's FulfillmentStatus. */
  status: string;
  createdAt: string;
  updatedAt: string;
  estimatedDeliveryAt: string | null;
  trackingInfo: TrackingInfo[];
  lineItems: { lineItemId: number; quantity: number }[];
  events: StoreFulfillmentEvent[];
};

export type StoreRefund = {
  id: number;
  createdAt: string;
  note: string | null;
  amount: Decimal;
  lineItems: { lineItemId: number; quantity: number; subtotal: Decimal }[];
  transactionIds: number[];
};

export type StoreTransaction = {
  id: number;
  /** One of Shopify's OrderTransactionKind and OrderTransactionStatus. */
  kind: string;
  status: string;
  amount: Decimal;
  gateway: string;
  createdAt: string;
};

/** One line of the order's timeline. */
type StoreEvent = { id: number; message: string; createdAt: string };

export type StoreOrder = {
  id: number;
  number: number;
  name: string;
  email: string | null;
  phone: string | null;
  customerId: number | null;
  currency: string;
  /** What the customer saw and paid in, with the rate from the store's currency; null for the same. */
  presentment: { currency: string; rate: Decimal } | null;
  /** To the second, as Shopify gives them. */
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  cancelReason: string | null;
  closedAt: string | null;
  isTest: boolean;
  isEdited: boolean;
  note: string | null;
  tags: string[];
  /** One of Shopify's OrderDisplayFinancialStatus; null where Shopify has none. */
  financialStatus: string | null;
  /** Stands for what the fulfilments say, where it is set: one of OrderDisplayFulfillmentStatus. */
  fulfillmentStatus: string | null;
  discount: Decimal;
  discountCodes?: string[];
  /** Of the taxes, which are in the prices; none unless it is said. */
  tax?: Decimal;
  shipping: Decimal;
  shippingAddress: StoreAddress | null;
  billingAddress: StoreAddress | null;
  lineItems: StoreLineItem[];
  fulfillments: StoreFulfillment[];
  refunds: StoreRefund[];
  transactions: StoreTransaction[];
  events: StoreEvent[];
};

export type StoreCustomer = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  createdAt: string;
  updatedAt: string;
  note: string | null;
  tags: string[];
  /** One of Shopify's CustomerState. */
  state: string;
  isEmailVerified: boolean;
  defaultAddress: StoreAddress | null;
};

/** A token of the app, or of a custom app whose token was pasted; times in milliseconds, null for one that does not expire. */
export type StoreToken = {
  accessToken: string;
  /** Of an app that the merchant made by hand: it stays when ours is uninstalled. */
  isCustom: boolean;
  scopes: string[];
  expiresAt: number | null;
  refreshToken: string | null;
  refreshExpiresAt: number | null;
  /** When the refresh token was first used, and the one that it gave: it works until that one is used. */
  refreshedAt: number | null;
  replacedBy: string | null;
};

export type StoreSubscription = {
  id: number;
  /** As in WebhookSubscriptionTopic: ORDERS_CREATE. */
  topic: string;
  uri: string;
  apiVersion: string;
  includeFields: string[];
  filter: string | null;
  name: string | null;
  createdAt: string;
  updatedAt: string;
  /** Deliveries given up in a row; at eight the subscription goes. */
  failures: number;
};

/** Everything about one store, as it is written to the data file. */
export type StoreState = {
  domain: string;
  id: number;
  name: string;
  email: string;
  ownerName: string;
  currency: string;
  timeZone: string;
  country: string;
  countryCode: string;
  createdAt: string;
  /** What an order's name has around its number. */
  orderPrefix: string;
  orderSuffix: string;
  /** "frozen" answers 402 and "locked" 423, as a store does that did not pay or is closed. */
  condition: "open" | "frozen" | "locked";
  nextId: number;
  nextOrderNumber: number;
  products: StoreProduct[];
  customers: StoreCustomer[];
  orders: StoreOrder[];
  tokens: StoreToken[];
  subscriptions: StoreSubscription[];
};

/** The app as its developer set it up with Shopify. */
export type StandInApp = {
  apiKey: string;
  apiSecret: string;
  name: string;
  /** Where the merchant may be sent back to. */
  redirectUris: string[];
  /** Where webhooks go that need no subscription by the API; null for nowhere. */
  webhookUrl: string | null;
  /** The topics of those, as shopify.app.toml has them: `orders/create`. The three for privacy go there in any case. */
  topics: string[];
};
