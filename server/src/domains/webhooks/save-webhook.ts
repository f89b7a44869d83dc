import { webhookLimits } from "@deskhand/contract/admin/webhook-limits";
import type { Webhook } from "@deskhand/contract/admin/webhooks";
import type { Acting } from "../../platform/acting.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { RefusedAddress, readAddress } from "../../platform/outside/outer-address.ts";
import { record } from "../audit/index.ts";
import { beginSpanAgain, selectLastEffects } from "../effects/index.ts";
import { planDelivery } from "./deliver-webhook.ts";
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";
import {
  countOtherWebhooks,
  deleteWebhook,
  insertWebhook,
  selectWebhook,
  selectWebhookMaker,
  selectWebhooks,
  updateWebhook,
  type WebhookRow,
} from "./webhooks.queries.ts";

/** Lists the store's webhooks, each with the state of its last delivery. */
export async function listWebhooks(tx: TenantTx): Promise<Webhook[]> {
  return withLast(tx, await selectWebhooks(tx));
}

async function withLast(tx: TenantTx, webhooks: WebhookRow[]): Promise<Webhook[]> {
  const last = await selectLastEffects(
    tx,
    webhooks.map(({ id }) => id),
  );
  return webhooks.map((webhook) => ({ ...webhook, last: last.get(webhook.id) ?? null }));
}

/** Finds a webhook; fails if there is none. */
export async function findWebhook(tx: TenantTx, id: string): Promise<Webhook> {
  const row = await selectWebhook(tx, id);
  const [found] = row ? await withLast(tx, [row]) : [];
  if (!found) throw fail("webhook_not_found");
  return found;
}

/** Makes a webhook, once for a key, which becomes its id. Returns the secret, which is shown to nobody again. */
export async function createWebhook(
  tx: TenantTx,
  secret: string,
  by: Acting,
  { name, url, idempotencyKey: id }: { name: string; url: string; idempotencyKey: string },
): Promise<{ webhook: Webhook; secret: string }> {
  checkUrl(url);
  await lockName(tx, "webhooks");
  const maker = await selectWebhookMaker(tx, id);
  if (maker) {
    if (maker.id !== by.userId) throw failKeyUsed();
    return { webhook: await findWebhook(tx, id), secret: openWebhookSecret(secret, tx.tenantId, maker.secret) ?? "" };
  }
  const { count, isTaken } = await countOtherWebhooks(tx, name, id);
  if (isTaken) throw fail("webhook_name_taken");
  if (count >= webhookLimits.webhooks) throw fail("too_many_webhooks");
  const own = newWebhookSecret();
  await insertWebhook(tx, { id, name, url, secret: sealWebhookSecret(secret, tx.tenantId, own), userId: by.userId });
  await record(tx, by, "settings.webhook-made", { id, label: name }, { url });
  await emit(tx, "webhooks.changed", {});
  return { webhook: await findWebhook(tx, id), secret: own };
}

/** Changes a webhook's name and address. */
export async function changeWebhook(
  tx: TenantTx,
  by: Acting,
  { id, name, url }: { id: string; name: string; url: string },
): Promise<void> {
  checkUrl(url);
  await lockName(tx, "webhooks");
  const before = await findWebhook(tx, id);
  if (before.name === name && before.url === url) return;
  if ((await countOtherWebhooks(tx, name, id)).isTaken) throw fail("webhook_name_taken");
  await updateWebhook(tx, id, { name, url });
  await record(tx, by, "settings.webhook-changed", { id, label: name }, { url });
  await emit(tx, "webhooks.changed", {});
}

/** Replaces what signs a webhook's deliveries. */
export async function replaceWebhookSecret(
  tx: TenantTx,
  secret: string,
  { userId }: Actor,
  id: string,
): Promise<{ secret: string }> {
  const { name } = await findWebhook(tx, id);
  const own = newWebhookSecret();
  await updateWebhook(tx, id, { secret: sealWebhookSecret(secret, tx.tenantId, own) });
  await record(tx, userId, "settings.webhook-secret-replaced", { id, label: name });
  return { secret: own };
}

/** Plans a delivery that says it is a test; a second request with the same key plans no more. */
export async function testWebhook(
  tx: TenantTx,
  by: Acting,
  { id: webhookId, idempotencyKey: id }: { id: string; idempotencyKey: string },
): Promise<{ effectId: string }> {
  const { name } = await findWebhook(tx, webhookId);
  await planDelivery(tx, by, { id, webhookId, ticketId: null, told: { type: "webhook.test" } });
  await record(tx, by, "settings.webhook-tested", { id: webhookId, label: name });
  return { effectId: id };
}

/** Has deliveries of a time sent again. */
export async function replayDeliveries(
  tx: TenantTx,
  by: Acting,
  { id, from, until, all }: { id: string; from: string; until?: string | undefined; all: boolean },
): Promise<{ count: number; hasMore: boolean }> {
  const { name } = await findWebhook(tx, id);
  const span = { targetId: id, from, until: until ?? null, isOnlyUndone: !all };
  const { begun: count, hasMore } = await beginSpanAgain(tx, span, webhookLimits.effectsReplayed);
  if (count > 0) {
    await record(tx, by, "settings.effect-replayed", { id, label: name }, { count, from });
    await emit(tx, "webhooks.changed", {});
  }
  return { count, hasMore };
}

/** Deletes a webhook. What was planned for it is refused, and rules that send to it say so. */
export async function removeWebhook(tx: TenantTx, by: Acting, id: string): Promise<void> {
  const { name } = await findWebhook(tx, id);
  await deleteWebhook(tx, id);
  await record(tx, by, "settings.webhook-deleted", { id, label: name });
  await emit(tx, "webhooks.changed", {});
}

/** Refuses what can be no receiver. A name's addresses are looked at with each delivery. */
function checkUrl(url: string): void {
  try {
    readAddress(url);
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    const words = "Enter an address that begins with https:// or http://, without a password or a port of its own";
    throw fail("input_invalid", { fields: { url: [words] } });
  }
}
