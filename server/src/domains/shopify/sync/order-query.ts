import * as z from "zod";

/**
 * How many parts of an order come with it; further ones are asked for separately. Together they keep a page's requested
 * cost under 800 of the 1,000 points of one query, even where each list counts with all its places
 * (shopify.dev/docs/api/usage/limits).
 */
export const withOrder = { lineItems: 6, fulfillments: 3, parcels: 2, events: 7, refunds: 3, transactions: 4 } as const;
/** Orders per page. */
export const ordersPerRequest = 7;

export const lineItemFields = `
  id title name quantity currentQuantity variantTitle sku
  originalUnitPriceSet { shopMoney { amount } } image { url } product { legacyResourceId }`;

export const eventFields = "status happenedAt message city province country";

export const fulfillmentFields = (parcels: number) => `
  legacyResourceId status displayStatus createdAt updatedAt estimatedDeliveryAt deliveredAt
  trackingInfo(first: ${parcels}) { number company url }`;

export const refundFields = "createdAt processedAt totalRefundedSet { shopMoney { amount } }";
export const transactionFields = "kind status processedAt createdAt test";

export const customerFields = `
  legacyResourceId firstName lastName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber }
  numberOfOrders amountSpent { amount currencyCode } lastOrder { createdAt } createdAt updatedAt`;

const addressFields = "firstName lastName company address1 address2 city province provinceCode zip country phone";

const bothCurrencies = "{ shopMoney { amount } presentmentMoney { amount } }";

/** All stored fields of an order. */
export const orderFields = `
  id legacyResourceId name number email phone createdAt updatedAt cancelledAt cancelReason test currencyCode
  displayFinancialStatus displayFulfillmentStatus
  presentmentCurrencyCode taxesIncluded discountCodes
  totalPriceSet ${bothCurrencies} totalRefundedSet ${bothCurrencies} subtotalPriceSet ${bothCurrencies}
  totalDiscountsSet ${bothCurrencies} totalShippingPriceSet ${bothCurrencies} totalTaxSet ${bothCurrencies}
  customer { ${customerFields} }
  shippingAddress { ${addressFields} } billingAddress { ${addressFields} }
  lineItems(first: ${withOrder.lineItems}) { pageInfo { hasNextPage endCursor } nodes { ${lineItemFields} } }
  fulfillments(first: ${withOrder.fulfillments}) {
    id ${fulfillmentFields(withOrder.parcels)}
    events(first: ${withOrder.events}, sortKey: HAPPENED_AT, reverse: true) {
      pageInfo { hasNextPage } nodes { ${eventFields} }
    }
  }
  refunds(first: ${withOrder.refunds}) { ${refundFields} }
  transactions(first: ${withOrder.transactions}) { ${transactionFields} }`;

/** A page of a list. Its entries are parsed one by one, so that an unreadable one does not spoil the others. */
const page = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(z.unknown()),
  /** For a page without an end cursor, which Shopify's schema allows. */
  edges: z.array(z.object({ cursor: z.string() })).optional(),
});
export type Page = z.infer<typeof page>;

/**
 * Searches orders in one of Shopify's orders. Never more than 25,000 of one search can be paged through
 * (shopify.dev/docs/api/usage/limits).
 */
export const ordersQuery = {
  text: `query Orders($first: Int! = ${ordersPerRequest}, $after: String, $query: String, $sortKey: OrderSortKeys!, $reverse: Boolean!) {
    orders(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
      pageInfo { hasNextPage endCursor } edges { cursor } nodes { ${orderFields} }
    }
  }`,
  answer: z.object({ orders: page }),
};

/** The cursor at the end of a page; null where it has none, or no entries. */
export function endOf({ pageInfo, edges }: Page): string | null {
  return pageInfo.endCursor ?? edges?.at(-1)?.cursor ?? null;
}

const nodesAnswer = z.object({ nodes: z.array(z.unknown()) });

/** Fetches at most `ordersPerRequest` orders by id; null for a missing one. */
export const ordersByIdQuery = {
  text: `query OrdersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${orderFields} } } }`,
  answer: nodesAnswer,
};

/** Customers per request. */
export const customersPerRequest = 50;

/** Fetches at most `customersPerRequest` customers by id; null for a missing one. */
export const customersByIdQuery = {
  text: `query CustomersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { ${customerFields} } } }`,
  answer: nodesAnswer,
};

/** Fetches an order's line items after a cursor. */
export const lineItemsQuery = {
  text: `query LineItems($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor } nodes { ${lineItemFields} } } }
  }`,
  answer: z.object({ order: z.object({ lineItems: page }).nullable() }),
};

/** Fetches the lists of an order that have no pages, as far as one query may. */
export const orderPartsQuery = {
  text: `query OrderParts($id: ID!) {
    order(id: $id) {
      fulfillments(first: 90) { id ${fulfillmentFields(4)} }
      refunds(first: 60) { ${refundFields} }
      transactions(first: 100) { ${transactionFields} }
    }
  }`,
  answer: z.object({
    order: z
      .object({
        fulfillments: z.array(z.looseObject({ id: z.string() })),
        refunds: z.array(z.unknown()),
        transactions: z.array(z.unknown()),
      })
      .nullable(),
  }),
};

/** Fulfillments per request for events. */
export const fulfillmentsPerRequest = 30;

/** Fetches the newest 25 events of at most `fulfillmentsPerRequest` fulfillments each. */
export const fulfillmentEventsQuery = {
  text: `query FulfillmentEvents($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Fulfillment { id events(first: 25, sortKey: HAPPENED_AT, reverse: true) { nodes { ${eventFields} } } }
    }
  }`,
  answer: z.object({
    nodes: z.array(z.object({ id: z.string(), events: z.object({ nodes: z.array(z.unknown()) }) }).nullable()),
  }),
};

/** Counts orders; at most 25,001, which then is not exact. */
export const ordersCountQuery = {
  text: "query OrdersCount($query: String) { ordersCount(query: $query, limit: null) { count precision } }",
  answer: z.object({ ordersCount: z.object({ count: z.int().nonnegative(), precision: z.string() }).nullable() }),
};
