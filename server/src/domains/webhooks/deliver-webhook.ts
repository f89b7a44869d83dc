import type { EffectState } from "@deskhand/contract/admin/effects";
import { webhookLimits } from "@deskhand/contract/admin/webhook-limits";
import type { Acting } from "../../platform/acting.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { RefusedAddress, readAddress } from "../../platform/outside/outer-address.ts";
import { readStart, requestOutside } from "../../platform/outside/request-outside.ts";
import type { Settings } from "../../platform/settings.ts";
import { record } from "../audit/index.ts";
import { type Outcome, type Performer, planEffect } from "../effects/index.ts";
import { signDelivery } from "./sign-delivery.ts";
import { openWebhookSecret } from "./webhook-secret.ts";
import { pauseWebhook, resumeWebhook, selectReceiver, selectTold, selectWebhookNames } from "./webhooks.queries.ts";

/** What a delivery is about. */
type Told = { type: "rule.ran"; rule: { id: string; name: string } } | { type: "webhook.test" };

/** Plans a delivery to a webhook; false if there is none with this id. */
export async function planDelivery(
  tx: TenantTx,
  by: Acting,
  { webhookId, ticketId, told, id = newId() }: { webhookId: string; ticketId: string | null; told: Told; id?: string },
): Promise<boolean> {
  if (!(await selectWebhookNames(tx, [webhookId])).has(webhookId)) return false;
  await planEffect(tx, by, { id, kind: "webhook", targetId: webhookId, ticketId, request: told });
  return true;
}

/** Sends a delivery with the ticket as it is now (docs/product.md#webhooks-of-a-store). */
const deliver: Performer["perform"] = async ({ db, settings }, tenantId, effect) => {
  const { receiver, ticket } = await db.withTenant(tenantId, async (tx) => ({
    receiver: await selectReceiver(tx, effect.targetId),
    ticket: effect.ticketId === null ? undefined : await selectTold(tx, effect.ticketId),
  }));
  if (!receiver) return refused("The webhook was deleted");
  const isTest = effect.request.type === "webhook.test";
  if (!isTest && !ticket) return refused("The ticket was deleted");
  if (!isTest && receiver.isPaused) return refused("Not sent: the webhook is paused");
  const secret = openWebhookSecret(settings.secret, tenantId, receiver.secret);
  if (secret === null) return refused("Its secret cannot be opened any more: replace it");
  const { type, ...about } = effect.request;
  const url = ticket && `${settings.publicUrl}/dashboard/tickets?ticket=${ticket.id}`;
  const data = { ...about, ticket: ticket ? { ...ticket, url } : null };
  const body = JSON.stringify({ type, timestamp: effect.createdAt, data });
  const headers = {
    ...signDelivery(secret, effect.id, Math.floor(Date.now() / 1000), body),
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Deskhand",
  };
  const outcome = await post(settings, receiver.url, headers, body);
  return { ...outcome, keep: (tx, state) => pauseOrResume(tx, effect.targetId, state, outcome.end === "refused") };
};

async function post(
  { outside }: Pick<Settings, "outside">,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(webhookLimits.webhookSeconds * 1000);
  try {
    const response = await requestOutside(outside, readAddress(url), { method: "POST", headers, body, signal });
    return outcomeOf(response.statusCode ?? 0, await readStart(response, webhookLimits.effectAnswerLength));
  } catch (error) {
    if (error instanceof RefusedAddress) return { end: "failed", answer: `Not sent: ${error.message}` };
    // It may have come before the connection broke.
    return { end: "unanswered", answer: signal.aborted ? "No answer in time" : "It could not be reached" };
  }
}

/** Pauses a webhook whose receiver took nothing for as long as a delivery is tried, or wants no more; a test that is taken resumes it. */
async function pauseOrResume(tx: TenantTx, id: string, state: EffectState, isGone: boolean): Promise<void> {
  if (state === "planned" || state === "sent") return;
  const isDone = state === "done";
  const name = isDone ? await resumeWebhook(tx, id) : await pauseWebhook(tx, id, isGone);
  if (name === undefined) return;
  await record(tx, null, isDone ? "settings.webhook-resumed" : "settings.webhook-paused", { id, label: name });
  await emit(tx, "webhooks.changed", {});
}

export const deliverWebhook: Performer = {
  perform: deliver,
  patience: {
    firstPauseSeconds: 60,
    longestPauseSeconds: 3 * 3600,
    triedSeconds: webhookLimits.effectTriedDays * 24 * 3600,
  },
};

const refused = (answer: string): Outcome => ({ end: "refused", answer });

/** 410 means by the rules of Standard Webhooks that the receiver wants no more of it. */
function outcomeOf(status: number, text: string): Outcome {
  const answer = text === "" ? `Status ${status}` : `Status ${status}: ${text}`;
  if (status >= 200 && status < 300) return { end: "done", answer };
  return { end: status === 410 ? "refused" : "failed", answer };
}
