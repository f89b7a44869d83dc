/** An amount as Shopify stores it: a decimal string, never a floating-point number. */
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

/** A product, which may be deleted; its image is a path on this server or a whole address. */
export type StoreProduct = { id: number; title: string; image: string | null; isDeleted: boolean };

export type StoreLineItem = {
  id: number;
  productId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  /** The quantity left after edits of the order. */
  currentQuantity: number;
  /** The price of one piece. */
  price: Decimal;
  requiresShipping: boolean;
  /** The variant that was sold, whose stock changes; none for an item made up by hand. */
  variantId?: number;
  isGiftCard?: boolean;
};

/** What is sold of a product. `stock` is null where the store does not count it. */
export type StoreVariant = {
  id: number;
  productTitle: string;
  title: string;
  sku: string | null;
  price: Decimal;
  stock: number | null;
};

type TrackingInfo = { company: string | null; number: string | null; url: string | null };

/** One report of a carrier; `status` is one of Shopify's FulfillmentEventStatus. */
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
  /** The amount in the customer's currency, if it was refunded in that one. */
  shownAmount?: Decimal;
  /** How much of it is shipping. */
  shipping?: Decimal;
  lineItems: { lineItemId: number; quantity: number; subtotal: Decimal; restockType?: string; locationId?: number }[];
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
  /** Of a refund: the payment that it goes back to. */
  parentId?: number;
};

/** An order that a merchant prepares and the customer pays by its invoice. */
export type StoreDraft = {
  id: number;
  name: string;
  orderId: number;
  email: string | null;
  createdAt: string;
  invoiceSentAt: string | null;
  tags: string[];
  pieces: number;
  total: Decimal;
};

/** Where goods are kept. */
export type StoreLocation = { id: number; name: string };

/** A mail that Shopify sent to a customer. */
export type StoreMail = {
  kind: "refund" | "cancellation" | "shipping update" | "order edited" | "invoice";
  to: string | null;
};

/** One line in the order's timeline. */
type StoreEvent = { id: number; message: string; createdAt: string };

export type StoreOrder = {
  id: number;
  number: number;
  name: string;
  email: string | null;
  phone: string | null;
  customerId: number | null;
  currency: string;
  /** The currency that the customer saw and paid in, with the rate from the store's; null if it is the store's. */
  presentment: { currency: string; rate: Decimal } | null;
  /** Accurate to the second, like Shopify's. */
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  cancelReason: string | null;
  /** What the staff noted of a cancellation. */
  staffNote?: string | null;
  closedAt: string | null;
  isTest: boolean;
  isEdited: boolean;
  note: string | null;
  tags: string[];
  /** One of Shopify's OrderDisplayFinancialStatus; null if Shopify has none. */
  financialStatus: string | null;
  /** Overrides the status that follows from the fulfilments: one of OrderDisplayFulfillmentStatus. */
  fulfillmentStatus: string | null;
  discount: Decimal;
  discountCodes?: string[];
  /** The taxes included in the prices; none by default. */
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

/** A token of the app, or of a custom app; times in milliseconds, null for one that does not expire. */
export type StoreToken = {
  accessToken: string;
  /** Whether it belongs to an app that the merchant made by hand: it survives when ours is uninstalled. */
  isCustom: boolean;
  scopes: string[];
  expiresAt: number | null;
  refreshToken: string | null;
  refreshExpiresAt: number | null;
  /** When the refresh token was first used; it works until the token it gave is used. */
  refreshedAt: number | null;
  replacedBy: string | null;
};

export type StoreSubscription = {
  id: number;
  /** One of WebhookSubscriptionTopic: ORDERS_CREATE. */
  topic: string;
  uri: string;
  apiVersion: string;
  includeFields: string[];
  filter: string | null;
  name: string | null;
  createdAt: string;
  updatedAt: string;
  /** How many deliveries were given up in a row. */
  failures: number;
};

/** Everything about one store, as in the data file. */
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
  /** The text before an order's number in its name. */
  orderPrefix: string;
  orderSuffix: string;
  /** "frozen" answers 402, as a store that did not pay, and "locked" 423, as one that is closed. */
  condition: "open" | "frozen" | "locked";
  nextId: number;
  nextOrderNumber: number;
  products: StoreProduct[];
  customers: StoreCustomer[];
  orders: StoreOrder[];
  tokens: StoreToken[];
  subscriptions: StoreSubscription[];
  locations?: StoreLocation[];
  variants?: StoreVariant[];
  drafts?: StoreDraft[];
  mails?: StoreMail[];
  /** Answers by their idempotency keys, with a digest of what was asked for. */
  answered?: Record<string, { asked: string; answer: unknown }>;
  /** Jobs by their ids, with how often they are looked at before they are done. */
  jobs?: Record<string, number>;
  /** How often a new job is looked at before it is done. */
  jobLooks?: number;
  /** How payments answer to a new refund: by default SUCCESS, else another OrderTransactionStatus. */
  refundStatus?: string;
  /** By how much a new draft is dearer than its order, as after a change of prices. */
  draftPriceRise?: Decimal;
};

/** The app as its developer configured it at Shopify. */
export type StandInApp = {
  apiKey: string;
  apiSecret: string;
  name: string;
  /** The addresses to which the merchant may be sent back. */
  redirectUris: string[];
  /** Where webhooks go without a subscription by the API; null for nowhere. */
  webhookUrl: string | null;
  /** The topics of those webhooks, as in shopify.app.toml: `orders/create`. The three for privacy go there in any case. */
  topics: string[];
};
