import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import type { AdminApi } from "../../../platform/shopify/admin-api.ts";
import { isStillConnected } from "../connection/is-still-connected.ts";
import { openStore } from "../connection/open-store.ts";
import { subscribeQuery, subscriptionsQuery, unsubscribeQuery, wantedTopics } from "./subscriptions.ts";
import { selectGrant, setSubscribed } from "./webhooks.queries.ts";

/** Where the platform tells of changes, at our address. */
export const webhookPath = "/api/shopify/webhooks";

/**
 * Sees to it that the platform tells of everything that we want to be told of, at our present address and at no other of ours
 * (docs/product.md#store-webhooks); done after connecting and once a day, as the platform drops a subscription whose webhooks
 * failed for hours. A store connected by a pasted token is left alone: what its app signs we cannot check. Rejects with a
 * StoreFault.
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
  const known = new Set(found.flatMap(({ topic, uri }) => (uri === address ? [topic] : [])));
  const refused: string[] = [];
  for (const [topic, includeFields] of wantedTopics) {
    if (known.has(topic)) continue;
    const subscription = { uri: address, ...(includeFields.length > 0 && { includeFields }) };
    const { webhookSubscriptionCreate } = await store.ask(subscribeQuery, { topic, subscription });
    if (webhookSubscriptionCreate.userErrors.length > 0) refused.push(topic);
  }
  if (refused.length > 0) log.warn({ tenantId, refused }, "a store does not tell of everything");
  await db.withTenant(tenantId, async (tx) => {
    if (await isStillConnected(tx, store.connectionId)) await setSubscribed(tx, refused.length === 0);
  });
}

/** The platform calls nothing but https; a stand-in on this machine calls this machine. */
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
