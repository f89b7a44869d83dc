import { isStoreDomain } from "@deskhand/contract/shopify";
import type { FastifyInstance } from "fastify";
import { lockNameShared } from "../../../platform/db/lock-name.ts";
import { asTenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { doRequestJob, fetchPendingJob, pendingLock, readScopesJob } from "../job-kinds.ts";
import {
  isRequest,
  type RequestTopic,
  readNews,
  readRequest,
  readWebhook,
  scopesTopic,
  type Webhook,
} from "./read-webhook.ts";
import { addPending, insertDelivery, reopenRequest, selectTenantOfShop, upsertRequest } from "./webhooks.queries.ts";

/** `POST /api/shopify/webhooks` (docs/product.md#store-webhooks): one address for all webhooks of the platform. */
export async function shopifyWebhookRoutes(http: FastifyInstance, services: Services): Promise<void> {
  const { app } = services.settings.shopify;
  await http.register(async (scope) => {
    // The signature covers the raw bytes, so they are neither unpacked nor parsed before it is checked.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    scope.post(
      "/api/shopify/webhooks",
      { config: { isForPrograms: true }, decompress: false },
      async (request, reply) => {
        // The rest of a refused request is not read.
        reply.header("connection", "close");
        if (!app) throw fail("webhook_disabled");
        const webhook = await readWebhook(request, app.secret, Date.now());
        reply.removeHeader("connection");
        await takeWebhook(services, webhook);
        return {};
      },
    );
  });
}

type WebhookServices = Pick<Services, "db" | "jobs">;

/**
 * Stores a webhook (docs/product.md#store-webhooks): in one transaction its id, what it names or requests, and the job
 * for it. A repeated one does nothing. Fails for a store no tenant is connected to, so that the platform stops sending,
 * unless there is nothing left to do.
 */
async function takeWebhook({ db, jobs }: WebhookServices, webhook: Webhook): Promise<void> {
  const { topic, shopDomain } = webhook;
  const found = isStoreDomain(shopDomain)
    ? await db.withoutTenant((tx) => selectTenantOfShop(tx, shopDomain))
    : undefined;
  if (found === undefined) {
    // A tenant that disconnected the store has nothing of it left.
    if (isRequest(topic)) return;
    throw fail("webhook_store_unknown");
  }
  await db.withTenant(asTenantId(found), (tx) => {
    if (isRequest(topic)) return takeRequest(tx, jobs, webhook, topic);
    return topic === scopesTopic ? takeScopes(tx, jobs, webhook) : takeNews(tx, jobs, webhook);
  });
}

async function takeScopes(tx: TenantTx, jobs: WebhookServices["jobs"], webhook: Webhook): Promise<void> {
  if (await insertDelivery(tx, webhook)) await jobs.enqueue(tx, readScopesJob, {});
}

async function takeNews(tx: TenantTx, jobs: WebhookServices["jobs"], webhook: Webhook): Promise<void> {
  const resources = readNews(webhook.topic, webhook.payload);
  if (resources === null) throw fail("webhook_form_invalid");
  if (resources.length === 0) return;
  await lockNameShared(tx, pendingLock);
  if (!(await insertDelivery(tx, webhook))) return;
  // The job that asks for what waits looks once more, when no note is being written, before it stops.
  if (!(await addPending(tx, resources))) await jobs.enqueue(tx, fetchPendingJob, {});
}

async function takeRequest(
  tx: TenantTx,
  jobs: WebhookServices["jobs"],
  { shopDomain, payload, bodyHash, triggeredAt, ...delivery }: Webhook,
  topic: RequestTopic,
): Promise<void> {
  const asked = readRequest(topic, shopDomain, payload);
  if (!asked) throw fail("webhook_form_invalid");
  if (!(await insertDelivery(tx, delivery))) return;
  const details = { ...asked, triggeredAt: triggeredAt?.toISOString() ?? null };
  const { id, times, isDone } = await upsertRequest(tx, { topic, shopDomain, bodyHash, details });
  if (times > 1) {
    // A customer's number is erased once, and a request for data has its own number. A request that names only the
    // store is the same each time, so it is carried out again.
    if (!isDone || topic.startsWith("customers/")) return;
    await reopenRequest(tx, id, details);
  }
  await jobs.enqueue(tx, doRequestJob, { requestId: id });
}
