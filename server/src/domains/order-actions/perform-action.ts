import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { EffectState } from "@deskhand/contract/admin/effects";
import { actingOf } from "../../platform/acting.ts";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import type { Services } from "../../platform/services.ts";
import { StoreFault } from "../../platform/shopify/store-fault.ts";
import type { Outcome, Performer, TriedEffect } from "../effects/index.ts";
import { openStore, readScopesAgain, refreshOrder } from "../shopify/index.ts";
import type { Done } from "./kinds/action-kind.ts";
import { kindOf } from "./kinds/all-kinds.ts";
import { LostAnswer } from "./kinds/send.ts";
import { type ActionRow, selectAction, setSent, setTrying, storeEnding } from "./rows/order-actions.queries.ts";
import { differencesFor, differenceWords, factsOf, storedFacts } from "./store/facts.ts";
import { type LiveOrder, readLiveOrder } from "./store/read-order.ts";
import { tellOf, writeDown } from "./tell-of-action.ts";

/** What it depends on changed before anything was sent. */
class OrderChanged extends Error {
  override readonly name = "OrderChanged";
}

/** Does an action at Shopify, once (docs/decisions/0127). */
export const performAction: Performer = {
  // A person waits, and what is unknown should soon be known.
  patience: { firstPauseSeconds: 2, longestPauseSeconds: 60, triedSeconds: actionLimits.actionTriedMinutes * 60 },
  async perform(services, tenantId, effect) {
    const action = await services.db.withTenant(tenantId, (tx) => beginTry(tx, effect));
    if (!action) return { end: "refused", answer: "The order was deleted here" };
    const done = await doOnce(services, tenantId, action);
    if (done.end === "done") await refresh(services, tenantId, action);
    return outcomeOf(action, done);
  },
};

async function beginTry(tx: TenantTx, { id }: TriedEffect): Promise<ActionRow | undefined> {
  const action = await selectAction(tx, id);
  if (!action) return undefined;
  await setTrying(tx, id, action.sentAt === null ? "sent" : "looking");
  await tellOf(tx, action);
  return action;
}

/** Does it, or finds out what an earlier try did. Whatever goes wrong after something was sent leaves it unanswered, never refused. */
async function doOnce(services: Services, tenantId: TenantId, action: ActionRow): Promise<Done> {
  const { db, settings } = services;
  let { sentAt } = action;
  const lost = (answer: string): Done => ({ end: sentAt === null ? "failed" : "unanswered", answer });
  try {
    const store = await openStore(services, tenantId, settings.shopify.patience.once);
    if (!store)
      return sentAt === null
        ? { end: "refused", answer: "Shopify no longer accepts the connection" }
        : lost("Shopify no longer accepts the connection, so nobody can look what happened");
    return await kindOf(action.kind).perform({
      id: action.id,
      shopifyId: action.shopifyId,
      request: action.request,
      sentAt,
      store,
      async read() {
        const order = await readLiveOrder(store, action.shopifyId);
        if (!order) throw new OrderChanged("The order is no longer at Shopify");
        return order;
      },
      isUnchanged: (order) => changesOf(action, order).length === 0,
      async beforeSending(order: LiveOrder) {
        if (sentAt !== null) return;
        const changes = changesOf(action, order);
        if (changes.length > 0) throw new OrderChanged(differenceWords(changes));
        await db.withTenant(tenantId, (tx) => setSent(tx, action.id));
        sentAt = new Date().toISOString();
      },
    });
  } catch (error) {
    if (error instanceof OrderChanged)
      return sentAt === null ? { end: "refused", answer: error.message } : { end: "unknown", answer: error.message };
    if (error instanceof LostAnswer) return { end: "unanswered", answer: `${error.message}. Looking what happened` };
    if (error instanceof StoreFault)
      return faultOf(services, tenantId, error, { wasSent: action.sentAt !== null, lost });
    services.log.error({ err: error, tenantId }, "An action on an order failed");
    return lost("An unexpected error occurred");
  }
}

/** What a fault means that came before anything could be done by this try; an earlier one may have done it. */
async function faultOf(
  services: Services,
  tenantId: TenantId,
  fault: StoreFault,
  { wasSent, lost }: { wasSent: boolean; lost: (answer: string) => Done },
): Promise<Done> {
  if (fault.code === "ACCESS_DENIED") await noteLostScope(services, tenantId);
  const isRefusal = fault.kind === "refused" || fault.kind === "revoked";
  if (!isRefusal) return wasSent ? lost(fault.message) : { end: "failed", answer: fault.message };
  if (wasSent) return lost(fault.message);
  const words =
    fault.code === "ACCESS_DENIED" ? `Shopify took back the permission for this. ${fault.message}` : fault.message;
  return { end: "refused", answer: words };
}

/** Shopify says that a scope is gone: what is left is read at once, so that screens and admins are told. */
async function noteLostScope(services: Services, tenantId: TenantId): Promise<void> {
  try {
    await readScopesAgain(services, tenantId);
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    services.log.warn({ tenantId, err: error }, "a store's scopes could not be read again");
  }
}

function changesOf({ kind, facts }: ActionRow, order: LiveOrder) {
  return differencesFor(kind, storedFacts(facts), factsOf(order));
}

/** Reads the order again at once, so that screens show what was done; a webhook would come later. */
async function refresh(services: Services, tenantId: TenantId, { shopifyId }: ActionRow): Promise<void> {
  try {
    await refreshOrder(services, tenantId, shopifyId);
  } catch (error) {
    // It was done in any case. A webhook, or the next reconciliation, brings what it changed.
    services.log.warn({ tenantId, err: error }, "an order could not be read again after an action");
  }
}

const endings: Record<EffectState, { audit: "order.done" | "order.refused" | "order.unknown"; said: string } | null> = {
  planned: null,
  sent: null,
  done: { audit: "order.done", said: "did this at Shopify" },
  refused: { audit: "order.refused", said: "could not do this" },
  unknown: { audit: "order.unknown", said: "began this, and nobody knows whether it was done" },
};

function outcomeOf(action: ActionRow, done: Done): Outcome {
  return {
    end: done.end,
    answer: done.answer,
    async keep(tx, state) {
      const isLooking = state === "planned" && done.end === "unanswered";
      const isDone = done.end === "done";
      await storeEnding(tx, action.id, {
        state: isLooking ? "looking" : state === "sent" ? "planned" : state,
        answer: done.answer,
        result: isDone ? done.result : undefined,
        money: isDone ? done.money : undefined,
      });
      await tell(tx, action, state, done);
    },
  };
}

/** Tells what became of it, once it ended; until then only the screens are told. */
async function tell(tx: TenantTx, action: ActionRow, state: EffectState, done: Done): Promise<void> {
  const ending = endings[state];
  if (!ending) return tellOf(tx, action);
  const { kind, by } = { kind: action.kind, by: actingOf(action.decidedById ?? action.byId) };
  const money = (done.end === "done" ? done.money : undefined) ?? action.money;
  const said = `${ending.said}: ${action.words}${state === "done" ? "" : ` (${done.answer})`}`;
  const more = { kind, answer: done.answer, askedBy: action.decidedById === null ? undefined : action.byName };
  await writeDown(tx, by, { ...action, money }, { audit: ending.audit, said, more });
}
