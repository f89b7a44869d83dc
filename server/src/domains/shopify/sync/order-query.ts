import * as z from "zod";
import {
  customerFields,
  eventFields,
  fulfillmentFields,
  lineItemFields,
  orderFields,
  ordersAtOnce,
  refundFields,
  transactionFields,
} from "./order-fields.ts";

/** A page of a list. What is in it is read one by one, so that one that cannot be read leaves the others. */
const page = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  nodes: z.array(z.unknown()),
  /** For a page that does not say where it ends, which Shopify's schema allows. */
  edges: z.array(z.object({ cursor: z.string() })).optional(),
});
export type Page = z.infer<typeof page>;

/**
 * Orders in an order of Shopify's, of those that a search finds. Never more than 25,000 of one search can be paged through
 * (shopify.dev/docs/api/usage/limits).
 */
export const ordersQuery = {
  text: `query Orders($first: Int! = ${ordersAtOnce}, $after: String, $query: String, $sortKey: OrderSortKeys!, $reverse: Boolean!) {
    orders(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
      pageInfo { hasNextPage endCursor } edges { cursor } nodes { ${orderFields} }
    }
  }`,
  answer: z.object({ orders: page }),
};

/** Where a page of a list ends; null where it does not say, or has nothing. */
export function endOf({ pageInfo, edges }: Page): string | null {
  return pageInfo.endCursor ?? edges?.at(-1)?.cursor ?? null;
}

const nodesAnswer = z.object({ nodes: z.array(z.unknown()) });

/** At most `ordersAtOnce` orders by their ids; null for one that is not there. */
export const ordersByIdQuery = {
  text: `query OrdersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${orderFields} } } }`,
  answer: nodesAnswer,
};

/** Customers that are asked for at once. */
export const customersAtOnce = 50;

/** At most `customersAtOnce` customers by their ids; null for one that is not there. */
export const customersByIdQuery = {
  text: `query CustomersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { ${customerFields} } } }`,
  answer: nodesAnswer,
};

/** Line items of one order, from a cursor on. */
export const lineItemsQuery = {
  text: `query LineItems($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) { pageInfo { hasNextPage endCursor } edges { cursor } nodes { ${lineItemFields} } } }
  }`,
  answer: z.object({ order: z.object({ lineItems: page }).nullable() }),
};

/** Of what a list without pages holds, all that one query may ask for. */
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

/** Fulfillments that are asked for their events at once. */
export const eventsOfAtOnce = 30;

/** The newest 25 events of each of at most `eventsOfAtOnce` fulfillments. */
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

/** How many orders there are; at most 25,001, which then are not exact. */
export const ordersCountQuery = {
  text: "query OrdersCount($query: String) { ordersCount(query: $query, limit: null) { count precision } }",
  answer: z.object({ ordersCount: z.object({ count: z.int().nonnegative(), precision: z.string() }).nullable() }),
};
