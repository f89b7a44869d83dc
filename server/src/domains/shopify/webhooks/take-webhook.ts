import { isStoreDomain } from "@deskhand/contract/shopify";
import { lockNameShared } from "../../../platform/db/lock-name.ts";
import { asTenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Services } from "../../../platform/services.ts";
import { doRequestJob, fetchPendingJob, pendingLock } from "./job-kinds.ts";
import { isRequest, type RequestTopic, readNews, readRequest, type Webhook } from "./read-webhook.ts";
import { addPending, insertDelivery, reopenRequest, selectTenantOfShop, upsertRequest } from "./webhooks.queries.ts";

type Taking = Pick<Services, "db" | "jobs">;

/**
 * Takes a webhook (docs/product.md#store-webhooks): in one transaction its id is noted, and what it names or asks for kept with
 * the job that sees to it. One that came before does nothing. Fails for a store that nobody here is connected to, so that the
 * platform stops telling of it, unless there is nothing left to do.
 */
export async function takeWebhook({ db, jobs }: Taking, webhook: Webhook): Promise<void> {
  const { topic, shopDomain } = webhook;
  const found = isStoreDomain(shopDomain)
    ? await db.withoutTenant((tx) => selectTenantOfShop(tx, shopDomain))
    : undefined;
  if (found === undefined) {
    // Whoever disconnected the store has nothing of it any more.
    if (isRequest(topic)) return;
    throw fail("webhook_store_unknown");
  }
  await db.withTenant(asTenantId(found), (tx) =>
    isRequest(topic) ? takeRequest(tx, jobs, webhook, topic) : takeNews(tx, jobs, webhook),
  );
}

async function takeNews(tx: TenantTx, jobs: Taking["jobs"], webhook: Webhook): Promise<void> {
  const resources = readNews(webhook.topic, webhook.payload);
  if (resources === null) throw fail("webhook_form_invalid");
  if (resources.length === 0) return;
  await lockNameShared(tx, pendingLock);
  if (!(await insertDelivery(tx, webhook))) return;
  // Whoever asks for what waits looks once more, when nobody is under way here, before they stop.
  if (!(await addPending(tx, resources))) await jobs.enqueue(tx, fetchPendingJob, {});
}

async function takeRequest(
  tx: TenantTx,
  jobs: Taking["jobs"],
  { shopDomain, payload, bodyHash, triggeredAt, ...delivery }: Webhook,
  topic: RequestTopic,
): Promise<void> {
  const asked = readRequest(topic, shopDomain, payload);
  if (!asked) throw fail("webhook_form_invalid");
  if (!(await insertDelivery(tx, delivery))) return;
  const details = { ...asked, triggeredAt: triggeredAt?.toISOString() ?? null };
  const { id, times, isDone } = await upsertRequest(tx, { topic, shopDomain, bodyHash, details });
  if (times > 1) {
    // A customer's number is erased once, and a request for data has a number of its own. What is the same each time it is
    // asked for, because it names the store alone, is looked into again.
    if (!isDone || topic.startsWith("customers/")) return;
    await reopenRequest(tx, id, details);
  }
  await jobs.enqueue(tx, doRequestJob, { requestId: id });
}
