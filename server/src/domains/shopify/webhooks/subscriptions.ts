import * as z from "zod";

const page = z.object({
  webhookSubscriptions: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
  }),
});

/** What the app is told of the store, and where (shopify.dev: webhookSubscriptions). */
export const subscriptionsQuery = {
  text: `query Subscriptions($after: String) {
    webhookSubscriptions(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { id topic uri } }
  }`,
  answer: page,
};

const userErrors = z.array(z.object({ message: z.string() }));

/** Asks to be told of a topic. */
export const subscribeQuery = {
  text: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) { userErrors { message } }
  }`,
  answer: z.object({ webhookSubscriptionCreate: z.object({ userErrors }) }),
};

/** Asks not to be told any more. */
export const unsubscribeQuery = {
  text: "mutation Unsubscribe($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }",
  answer: z.object({ webhookSubscriptionDelete: z.object({ userErrors }) }),
};

const ofOrder = ["id", "order_id", "updated_at"];

/**
 * What we want to be told of, and which fields of it: all that is known of an order is asked of the store itself, so no more of
 * anybody's data goes about than is needed to ask. Empty for everything.
 */
export const wantedTopics: ReadonlyMap<string, readonly string[]> = new Map([
  ["ORDERS_CREATE", ["id", "updated_at"]],
  ["ORDERS_UPDATED", ["id", "updated_at"]],
  ["ORDERS_DELETE", []],
  ["FULFILLMENTS_CREATE", ofOrder],
  ["FULFILLMENTS_UPDATE", ofOrder],
  ["FULFILLMENT_EVENTS_CREATE", ofOrder],
  ["REFUNDS_CREATE", ["id", "order_id", "created_at"]],
  ["CUSTOMERS_CREATE", ["id", "updated_at"]],
  ["CUSTOMERS_UPDATE", ["id", "updated_at"]],
  ["CUSTOMERS_DELETE", []],
  ["CUSTOMERS_MERGE", []],
  ["APP_UNINSTALLED", []],
]);
