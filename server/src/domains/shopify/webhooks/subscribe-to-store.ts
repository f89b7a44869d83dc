import * as z from "zod";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { isStillConnected, openStore } from "../connection/open-store.ts";
import { selectGrant, setSubscribed } from "./webhooks.queries.ts";

/** The path of the platform's webhooks. */
export const webhookPath = "/api/shopify/webhooks";

/**
 * Makes the platform send every wanted webhook to our present address, and to no earlier one
 * (docs/product.md#store-webhooks). Runs after connecting and daily, as the platform drops a subscription whose
 * webhooks failed for hours. Skips a store connected by a pasted token: we cannot verify its app's signatures. Rejects
 * with a StoreFault.
 */
export async function subscribeToStore(services: Services, tenantId: TenantId): Promise<void> {
  const { db, settings, log } = services;
  const connection = await db.withTenant(tenantId, selectGrant);
  if (connection?.origin !== "oauth" || !canBeTold(settings)) return;
  const store = await openStore(services, tenantId);
  if (!store) return;
  const address = settings.publicUrl + webhookPath;
  const found = await listSubscriptions(store);
  for (const { id, uri } of found) {
    if (uri !== address && uri.endsWith(webhookPath)) await store.ask(unsubscribeQuery, { id });
  }
  const subscribed = new Set(found.flatMap(({ topic, uri }) => (uri === address ? [topic] : [])));
  const refused: string[] = [];
  for (const [topic, includeFields] of wantedTopics) {
    if (subscribed.has(topic)) continue;
    const subscription = { uri: address, ...(includeFields.length > 0 && { includeFields }) };
    const { webhookSubscriptionCreate } = await store.ask(subscribeQuery, { topic, subscription });
    if (webhookSubscriptionCreate.userErrors.length > 0) refused.push(topic);
  }
  if (refused.length > 0) log.warn({ tenantId, refused }, "a store does not tell of everything");
  await db.withTenant(tenantId, async (tx) => {
    if (await isStillConnected(tx, store.connectionId)) await setSubscribed(tx, refused.length === 0);
  });
}

/** The platform calls https only; a stand-in on this machine calls this machine. */
function canBeTold({ publicUrl, shopify }: Settings): boolean {
  return shopify.app !== null && (publicUrl.startsWith("https://") || !shopify.storeUrl.startsWith("https://"));
}

async function listSubscriptions(store: AdminApi) {
  const found: { id: string; topic: string; uri: string }[] = [];
  for (let after: string | null = null, pages = 0; pages < 10; pages += 1) {
    const { webhookSubscriptions }: Awaited<ReturnType<typeof ask>> = await ask(store, after);
    found.push(...webhookSubscriptions.nodes);
    after = webhookSubscriptions.pageInfo.endCursor ?? null;
    if (!webhookSubscriptions.pageInfo.hasNextPage || after === null) break;
  }
  return found;
}

const ask = (store: AdminApi, after: string | null) => store.ask(subscriptionsQuery, { after });

const page = z.object({
  webhookSubscriptions: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
  }),
});

/** Lists the app's webhook subscriptions and their addresses (shopify.dev: webhookSubscriptions). */
export const subscriptionsQuery = {
  text: `query Subscriptions($after: String) {
    webhookSubscriptions(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { id topic uri } }
  }`,
  answer: page,
};

const userErrors = z.array(z.object({ message: z.string() }));

/** Subscribes to a topic. */
export const subscribeQuery = {
  text: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) { userErrors { message } }
  }`,
  answer: z.object({ webhookSubscriptionCreate: z.object({ userErrors }) }),
};

/** Ends a subscription. */
export const unsubscribeQuery = {
  text: "mutation Unsubscribe($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }",
  answer: z.object({ webhookSubscriptionDelete: z.object({ userErrors }) }),
};

const ofOrder = ["id", "order_id", "updated_at"];

/**
 * The wanted topics with the fields to send; empty for all fields. Everything about an order is asked of the store
 * itself, so webhooks carry no more personal data than is needed to ask.
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
  ["APP_SCOPES_UPDATE", []],
]);
