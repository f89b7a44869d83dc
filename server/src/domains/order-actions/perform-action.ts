import { scopesOfAction } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { EffectState } from "@deskhand/contract/admin/effects";
import * as z from "zod";
import { actingOf } from "../../platform/acting.ts";
import type { TenantId, TenantTx } from "../../platform/db/tenant.ts";
import { Failure } from "../../platform/fail.ts";
import type { Services } from "../../platform/services.ts";
import { StoreFault } from "../../platform/shopify/store-fault.ts";
import { holdTry, type Outcome, type Performer, type TriedEffect } from "../effects/index.ts";
import { needScopes, type OpenStore, openStore, readScopesAgain } from "../shopify/index.ts";
import type { Done, NotShown } from "./kinds/action-kind.ts";
import { kindOf } from "./kinds/all-kinds.ts";
import { LostAnswer, NotDone } from "./kinds/send.ts";
import { refreshActedJob } from "./refresh-acted.ts";
import { claimSending, releaseSending, setBegunThere, setTrying, storeEnding } from "./rows/action-steps.queries.ts";
import { type ActionRow, selectAction } from "./rows/order-actions.queries.ts";
import { differencesFor, differenceWords, factsOf, storedFacts } from "./store/facts.ts";
import { type LiveOrder, readLiveOrder } from "./store/read-order.ts";
import { tellOf, writeDown } from "./tell-of-action.ts";

/** What it depends on changed before anything was sent. */
class OrderChanged extends Error {
  override readonly name = "OrderChanged";
}

/** Another try has it, or it is not to be done any more. */
class ClaimLost extends Error {
  override readonly name = "ClaimLost";
}

/** A lost answer is looked for so long; then nobody knows, and a person is asked to look. */
const lookSeconds = actionLimits.actionLookedMinutes * 60;
/** A refund is sent again with its key only for so long, which is a small part of the time for which Shopify remembers keys. */
const keyMinutes = actionLimits.actionTriedMinutes;

/** Does an action at Shopify, once (docs/decisions/0127). */
export const performAction: Performer = {
  // A person waits, and what is unknown should soon be known.
  patience: { firstPauseSeconds: 2, longestPauseSeconds: 60, triedSeconds: actionLimits.actionTriedMinutes * 60 },
  async perform(services, tenantId, effect) {
    try {
      const action = await services.db.withTenant(tenantId, (tx) => beginTry(tx, effect));
      if (!action) return { end: "refused", answer: "It is not to be done any more" };
      return outcomeOf(services, action, await doOnce(services, tenantId, effect, action));
    } catch (error) {
      services.log.error({ err: error, tenantId }, "An action on an order could not be begun");
      return endedUnread(effect, { end: "unanswered", answer: "An unexpected error occurred" });
    }
  },
  unstorable: (effect) => endedUnread(effect, { end: "unknown", answer: "What Shopify said could not be stored" }),
};

/** How a try ends of which nothing more can be said: once it is over, the action is unknown and holds up its order no longer. */
function endedUnread({ id }: TriedEffect, { end, answer }: Pick<Outcome, "end" | "answer">): Outcome {
  return {
    end,
    answer,
    async keep(tx, state) {
      const action = state === "unknown" ? await selectAction(tx, id) : undefined;
      if (!action) return;
      await storeEnding(tx, id, { state: "unknown", answer });
      await tellOf(tx, action);
    },
  };
}

async function beginTry(tx: TenantTx, { id }: TriedEffect): Promise<ActionRow | undefined> {
  const action = await selectAction(tx, id);
  if (!action || !(await setTrying(tx, id, mayHaveBeenSent(action) ? "looking" : "sent"))) return undefined;
  await tellOf(tx, action);
  return action;
}

const mayHaveBeenSent = ({ sentAt, onlyLooks }: ActionRow) => sentAt !== null || onlyLooks;

/** Does it, or finds out what an earlier try did. Whatever goes wrong after something was sent leaves it unanswered, never refused. */
async function doOnce(services: Services, tenantId: TenantId, effect: TriedEffect, action: ActionRow): Promise<Done> {
  const run = new Try(services, tenantId, effect, action);
  try {
    return await run.work();
  } catch (error) {
    return run.ended(error);
  }
}

/** One try of an action. */
class Try {
  readonly #services: Services;
  readonly #tenantId: TenantId;
  readonly #effect: TriedEffect;
  readonly #action: ActionRow;
  /** Whether something may have been sent, by an earlier try or by this one. */
  #mayBeDone: boolean;
  readonly #wasSent: boolean;
  #heldAt = performance.now();

  constructor(services: Services, tenantId: TenantId, effect: TriedEffect, action: ActionRow) {
    this.#services = services;
    this.#tenantId = tenantId;
    this.#effect = effect;
    this.#action = action;
    this.#wasSent = mayHaveBeenSent(action);
    this.#mayBeDone = this.#wasSent;
  }

  async work(): Promise<Done> {
    const store = await this.#open();
    if (!store)
      return this.#mayBeDone
        ? this.#lost("Shopify no longer accepts the connection, so nobody can look what happened")
        : { end: "refused", answer: "Shopify no longer accepts the connection" };
    if (!this.#wasSent) return this.#send(store);
    const looked = await this.#look(store);
    if (looked.end !== "not_shown") return looked;
    const sentSeconds = (Date.now() - Date.parse(this.#action.sentAt ?? "")) / 1000;
    if (this.#action.onlyLooks || !(sentSeconds < lookSeconds)) return { end: "unknown", answer: looked.answer };
    return (await this.#sendAgain(store)) ?? { end: "unanswered", answer: `${looked.answer}. Looking what happened` };
  }

  /** The store, with the lease held while it is asked: a try that lost it asks nothing more. */
  async #open(): Promise<OpenStore | null> {
    const { services, tenantId } = { services: this.#services, tenantId: this.#tenantId };
    const store = await openStore(services, tenantId, services.settings.shopify.patience.once);
    if (!store) return null;
    const hold = () => this.#hold();
    return {
      connectionId: store.connectionId,
      adminUrl: store.adminUrl,
      async ask(query, variables) {
        await hold();
        return store.ask(query, variables);
      },
    };
  }

  async #hold(): Promise<void> {
    if (performance.now() - this.#heldAt < holdEveryMs) return;
    const { db } = this.#services;
    if (!(await db.withTenant(this.#tenantId, (tx) => holdTry(tx, this.#effect)))) throw new ClaimLost();
    this.#heldAt = performance.now();
  }

  #look(store: OpenStore): Promise<Done | NotShown> {
    const { id, kind, shopifyId, request, sentAt, createdAt, begunThere } = this.#action;
    const read = () => this.#read(store);
    return kindOf(kind).look({ id, shopifyId, request, sentAt: sentAt ?? createdAt, begunThere, store, read });
  }

  async #read(store: OpenStore): Promise<LiveOrder> {
    const order = await readLiveOrder(store, this.#action.shopifyId);
    if (!order) throw new OrderChanged("The order is no longer at Shopify");
    return order;
  }

  async #send(store: OpenStore): Promise<Done> {
    const order = await this.#read(store);
    const changes = changesOf(this.#action, order);
    if (changes.length > 0) throw new OrderChanged(differenceWords(changes));
    const { id, kind, shopifyId, request } = this.#action;
    return kindOf(kind).send({
      id,
      shopifyId,
      request,
      store,
      order,
      claim: () => this.#claim(),
      keepBegun: (begunThere) =>
        this.#services.db.withTenant(this.#tenantId, (tx) => setBegunThere(tx, id, begunThere)),
    });
  }

  /** Sends it again with its key, if Shopify has one for it and nobody else changed the order since; null for a kind without keys. */
  async #sendAgain(store: OpenStore): Promise<Done | null> {
    if (!kindOf(this.#action.kind).hasKey) return null;
    const done = await this.#send(store);
    return done.end === "refused" ? this.#lost(done.answer) : done;
  }

  /** Only one try may send, only while nobody else can have begun another, and only what may still be done. */
  async #claim(): Promise<void> {
    const { id, kind } = this.#action;
    const againMinutes = this.#wasSent && kindOf(kind).hasKey ? keyMinutes : 0;
    await this.#services.db.withTenant(this.#tenantId, async (tx) => {
      if (!(await holdTry(tx, this.#effect))) throw new ClaimLost();
      await needScopes(tx, scopesOfAction[kind]);
      if (!(await claimSending(tx, id, { againMinutes }))) throw new ClaimLost();
    });
    this.#heldAt = performance.now();
    this.#mayBeDone = true;
  }

  #lost(answer: string): Done {
    return { end: this.#mayBeDone ? "unanswered" : "failed", answer };
  }

  /** What an error means for the action. */
  async ended(error: unknown): Promise<Done> {
    const { log } = this.#services;
    if (error instanceof NotDone) return this.#notDone(error.fault);
    if (error instanceof LostAnswer) return { end: "unanswered", answer: `${error.message}. Looking what happened` };
    if (error instanceof StoreFault) return this.#faulted(error);
    // Whoever took it over, or ended it, says what becomes of it.
    if (error instanceof ClaimLost) return this.#lost("It was taken over");
    if (error instanceof OrderChanged || error instanceof Failure)
      return this.#mayBeDone ? this.#lost(wordsOf(error)) : { end: "refused", answer: wordsOf(error) };
    log.error({ err: error, tenantId: this.#tenantId }, "An action on an order failed");
    return this.#lost("An unexpected error occurred");
  }

  /** A request that certainly did nothing: as if it had not been sent, unless an earlier try sent it too. */
  async #notDone(fault: StoreFault): Promise<Done> {
    if (!this.#wasSent) {
      await this.#services.db.withTenant(this.#tenantId, (tx) => releaseSending(tx, this.#action.id));
      this.#mayBeDone = false;
    }
    return this.#faulted(fault);
  }

  async #faulted(fault: StoreFault): Promise<Done> {
    const isDenied = fault.code === "ACCESS_DENIED";
    if (isDenied) await noteLostScope(this.#services, this.#tenantId);
    if (this.#mayBeDone || (fault.kind !== "refused" && fault.kind !== "revoked")) return this.#lost(fault.message);
    const because = isDenied ? "Shopify took back the permission for this. " : "";
    return { end: "refused", answer: because + fault.message };
  }
}

/** A lease is held again this often, so that it never ends within a request. */
const holdEveryMs = 10_000;

function wordsOf(error: Failure | OrderChanged): string {
  if (error instanceof OrderChanged) return error.message;
  if (error.code === "order_actions_not_granted") return "Changes of orders were switched off";
  const told = z.object({ because: z.string() }).safeParse(error.data);
  return told.success ? told.data.because : error.message;
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

const endings: Record<EffectState, { audit: "order.done" | "order.refused" | "order.unknown"; said: string } | null> = {
  planned: null,
  sent: null,
  done: { audit: "order.done", said: "did this at Shopify" },
  refused: { audit: "order.refused", said: "could not do this" },
  unknown: { audit: "order.unknown", said: "began this, and nobody knows whether it was done" },
};

function outcomeOf({ jobs }: Services, action: ActionRow, done: Done): Outcome {
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
      // The result is stored first, and then the order is read, so that screens show what was done; a webhook would come later.
      if (isDone) await jobs.enqueue(tx, refreshActedJob, { shopifyId: action.shopifyId });
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
