import type { AboveLimit } from "@deskhand/contract/actions/action-errors";
import type { OrderActionKind, OrderActionState } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { BothAmounts, OrderActionResult, OrderPlan } from "@deskhand/contract/actions/action-parts";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

const money = sql<BothAmounts | null>`case when a.amount is not null then json_build_object(
  'amount', a.amount::text, 'currency', a.currency,
  'shown', case when a.shown_amount is not null then json_build_object(
    'amount', a.shown_amount::text, 'currency', a.shown_currency) end) end`;

/** An action with its order's name; `facts` and `request` are for whoever does it. */
export type ActionRow = {
  id: string;
  orderId: string;
  shopifyId: string;
  orderName: string;
  ticketId: string | null;
  kind: OrderActionKind;
  state: OrderActionState;
  words: string;
  /** Null once it was erased with the order's customer. */
  plan: OrderPlan | null;
  facts: unknown;
  request: Record<string, unknown>;
  money: BothAmounts | null;
  currency: string;
  byId: string | null;
  byName: string;
  decidedById: string | null;
  decidedByName: string | null;
  why: string | null;
  above: AboveLimit | null;
  word: string | null;
  endsAt: string | null;
  sentAt: string | null;
  begunThere: string | null;
  onlyLooks: boolean;
  answer: string | null;
  result: OrderActionResult | null;
  createdAt: string;
  changedAt: string;
};

function actions(tx: TenantTx) {
  return tx
    .selectFrom("order_actions as a")
    .innerJoin("shopify_orders as o", (join) =>
      join.onRef("o.client_id", "=", "a.client_id").onRef("o.id", "=", "a.order_id"),
    )
    .select(["a.id", "a.order_id as orderId", "o.shopify_order_id as shopifyId", "o.name as orderName"])
    .select(["a.ticket_id as ticketId", "a.kind", "a.state", "a.words", "a.plan", "a.facts", "a.request", "a.currency"])
    .select(["a.by_id as byId", "a.by_name as byName", "a.decided_by as decidedById"])
    .select(["a.decided_by_name as decidedByName", "a.why", "a.above", "a.word", "a.ends_at as endsAt"])
    .select(["a.sent_at as sentAt", "a.begun_there as begunThere", "a.only_looks as onlyLooks"])
    .select(["a.answer", "a.result", "a.created_at as createdAt", "a.changed_at as changedAt"])
    .select(money.as("money"))
    .$castTo<ActionRow>();
}

/** One action; undefined if there is none. */
export function selectAction(tx: TenantTx, id: string): Promise<ActionRow | undefined> {
  return actions(tx).where("a.id", "=", id).executeTakeFirst();
}

/** What was done to an order, or from a ticket, newest first. */
export function selectActionsOf(tx: TenantTx, of: { orderId: string } | { ticketId: string }): Promise<ActionRow[]> {
  const [column, id] =
    "orderId" in of ? (["a.order_id", of.orderId] as const) : (["a.ticket_id", of.ticketId] as const);
  return actions(tx)
    .where(column, "=", id)
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(actionLimits.actionsShown)
    .execute();
}

/** The last refund, cancellation and draft of an order, the newest first. */
export function selectLastDone(
  tx: TenantTx,
  orderId: string,
): Promise<Pick<ActionRow, "kind" | "result" | "changedAt">[]> {
  return tx
    .selectFrom("order_actions")
    .distinctOn("kind")
    .select(["kind", "result", "changed_at as changedAt"])
    .where("order_id", "=", orderId)
    .where("state", "=", "done")
    .where("kind", "in", ["refund", "cancel", "draft"])
    .where(sql<boolean>`(kind <> 'cancel' or amount > 0)`)
    .orderBy("kind")
    .orderBy("done_at", "desc")
    .$castTo<Pick<ActionRow, "kind" | "result" | "changedAt">>()
    .execute()
    .then((rows) => rows.sort((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt)));
}

/** What waits for approval, the longest first. */
export function selectWaitingActions(tx: TenantTx): Promise<ActionRow[]> {
  return actions(tx).where("a.state", "=", "waiting").orderBy("a.ends_at").limit(200).execute();
}

/** What waits for approval of these orders; null for all. */
export function selectWaitingOf(tx: TenantTx, orderIds: readonly string[] | null): Promise<ActionRow[]> {
  return actions(tx)
    .where("a.state", "=", "waiting")
    .$if(orderIds !== null, (query) => query.where(sql<boolean>`a.order_id = any (${orderIds}::uuid[])`))
    .execute();
}

/** What of an order a request for approval depends on, as stored here. */
export function selectStoredFacts(
  tx: TenantTx,
  orderId: string,
): Promise<{ cancelledAt: string | null; refunded: string } | undefined> {
  return tx
    .selectFrom("shopify_orders")
    .select(["cancelled_at as cancelledAt", "total_refunded as refunded"])
    .where("id", "=", orderId)
    .executeTakeFirst();
}

/** What waited too long. */
export function selectOverdueRequests(tx: TenantTx): Promise<ActionRow[]> {
  return actions(tx)
    .where("a.state", "=", "waiting")
    .where("a.ends_at", "<=", sql<string>`clock_timestamp()`)
    .limit(500)
    .execute();
}

/** The action that is being done to an order; undefined for none. */
export async function selectRunning(tx: TenantTx, orderId: string): Promise<string | undefined> {
  const running = await tx
    .selectFrom("order_actions")
    .select("id")
    .where("order_id", "=", orderId)
    .where("state", "in", ["planned", "sent", "looking"])
    .executeTakeFirst();
  return running?.id;
}

/** How many requests of a person wait. */
export async function countWaitingRequests(tx: TenantTx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("order_actions")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "waiting")
    .where("by_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** An order's id at Shopify, and its currency; undefined if there is none. */
export function selectOrderToAct(
  tx: TenantTx,
  orderId: string,
): Promise<{ shopifyId: string; currency: string } | undefined> {
  return tx
    .selectFrom("shopify_orders")
    .select(["shopify_order_id as shopifyId", "currency"])
    .where("id", "=", orderId)
    .executeTakeFirst();
}

export type NewAction = {
  id: string;
  orderId: string;
  ticketId: string | null;
  state: "planned" | "waiting";
  plan: OrderPlan;
  facts: object;
  request: object;
  words: string;
  money: BothAmounts | null;
  currency: string;
  by: { userId: string; name: string };
  why: string | null;
  above: AboveLimit | null;
};

/** Inserts an action. */
export async function insertAction(tx: TenantTx, { plan, money: moved, by, ...action }: NewAction): Promise<void> {
  await tx
    .insertInto("order_actions")
    .values({
      id: action.id,
      order_id: action.orderId,
      ticket_id: action.ticketId,
      kind: plan.kind,
      state: action.state,
      words: action.words.slice(0, 500).toWellFormed(),
      plan: JSON.stringify(plan),
      facts: JSON.stringify(action.facts),
      request: JSON.stringify(action.request),
      amount: moved?.amount ?? null,
      currency: moved?.currency ?? action.currency,
      shown_amount: moved?.shown?.amount ?? null,
      shown_currency: moved?.shown?.currency ?? null,
      by_id: by.userId,
      by_name: by.name.slice(0, 200),
      why: action.why,
      above: action.above && JSON.stringify(action.above),
      begun_at: action.state === "planned" ? sql<string>`clock_timestamp()` : null,
      ends_at:
        action.state === "waiting"
          ? sql<string>`clock_timestamp() + make_interval(days => ${actionLimits.approvalDays})`
          : null,
    })
    .execute();
}

const moved = { changed_at: sql<string>`clock_timestamp()` };

type Decision = {
  id: string;
  by: { userId: string; name: string } | null;
  word: string | null;
};

/** Ends a request for approval; false if somebody else decided it meanwhile. */
export async function endWaiting(
  tx: TenantTx,
  state: "declined" | "ended",
  { id, by, word }: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_actions")
    .set({ ...moved, state, word, decided_by: by?.userId ?? null, decided_by_name: by?.name.slice(0, 200) ?? null })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Approval = Pick<NewAction, "id" | "facts" | "request" | "words" | "money"> & {
  by: { userId: string; name: string };
};

/** Approves a request, with what is done now; false if somebody else decided it meanwhile, or its time is over. */
export async function approveWaiting(
  tx: TenantTx,
  { id, facts, request, words, money: amounts, by }: Approval,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_actions")
    .set({
      ...moved,
      state: "planned",
      facts: JSON.stringify(facts),
      request: JSON.stringify(request),
      words: words.slice(0, 500).toWellFormed(),
      amount: amounts?.amount ?? null,
      shown_amount: amounts?.shown?.amount ?? null,
      shown_currency: amounts?.shown?.currency ?? null,
      decided_by: by.userId,
      decided_by_name: by.name.slice(0, 200),
      begun_at: sql<string>`clock_timestamp()`,
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where("ends_at", ">", sql<string>`clock_timestamp()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const underWay = ["planned", "sent", "looking"] as const;

/** Begins a try: whether it is done, or only looked at what an earlier one did. False if the action is not to be done any more. */
export async function setTrying(tx: TenantTx, id: string, state: "sent" | "looking"): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_actions")
    .set({ ...moved, state })
    .where("id", "=", id)
    .where("state", "in", underWay)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Claims the request that changes something, which is sent right after; false if it was claimed before, or may not be sent any more. A request with
 * Shopify's idempotency key may be sent again for so many minutes.
 */
export async function claimSending(
  tx: TenantTx,
  id: string,
  { againMinutes }: { againMinutes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_actions")
    .set({ sent_at: sql<string>`coalesce(sent_at, clock_timestamp())` })
    .where("id", "=", id)
    .where("state", "in", ["sent", "looking"])
    .where("only_looks", "=", false)
    .where(
      sql<boolean>`(sent_at is null or sent_at > clock_timestamp() - make_interval(mins => ${againMinutes}::integer))`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a claim back, of a request of which is certain that nothing was done. */
export async function releaseSending(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable("order_actions")
    .set({ sent_at: null })
    .where("id", "=", id)
    .where("state", "in", underWay)
    .execute();
}

/** Keeps what Shopify answered to have begun, by which the result is found. */
export async function setBegunThere(tx: TenantTx, id: string, begunThere: string): Promise<void> {
  await tx
    .updateTable("order_actions")
    .set({ begun_there: begunThere.slice(0, 200) })
    .where("id", "=", id)
    .execute();
}

/** Has an action of which nobody knows be looked at once more; false if its state is another one now. */
export async function setLooking(tx: TenantTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("order_actions")
    .set({ ...moved, state: "looking", only_looks: true, answer: "Looking what happened" })
    .where("id", "=", id)
    .where("state", "=", "unknown")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Ending = {
  state: OrderActionState;
  answer: string;
  result?: OrderActionResult | undefined;
  /** What it really moved. */
  money?: BothAmounts | undefined;
};

/** Stores how a try ended. */
export async function storeEnding(
  tx: TenantTx,
  id: string,
  { state, answer, result, money: amounts }: Ending,
): Promise<void> {
  await tx
    .updateTable("order_actions")
    .set({ ...moved, state, answer: answer.slice(0, 500).toWellFormed() })
    .$if(result !== undefined, (query) =>
      query.set({ result: JSON.stringify(result), done_at: result?.at ?? sql<string>`clock_timestamp()` }),
    )
    .$if(amounts !== undefined, (query) =>
      query.set({
        amount: amounts?.amount ?? null,
        shown_amount: amounts?.shown?.amount ?? null,
        shown_currency: amounts?.shown?.currency ?? null,
      }),
    )
    .where("id", "=", id)
    .where("state", "in", underWay)
    .execute();
}

const orWaiting = ["waiting", "planned", "sent", "looking"] as const;
/** How what is not done yet ends: what may have been sent nobody knows any more. */
const endedNow = sql<OrderActionState>`case when state not in ('waiting', 'planned', 'sent', 'looking') then state
  when state = 'waiting' then 'ended' when sent_at is null then 'refused' else 'unknown' end`;

/** Has nothing that is under way be done, for the reason given: a copy of the store may not do what the original does. */
export async function refusePlannedActions(tx: TenantTx, answer: string): Promise<void> {
  await tx
    .updateTable("order_actions")
    .set({ ...moved, state: endedNow, answer })
    .where("state", "in", ["planned", "sent", "looking"])
    .execute();
}

/**
 * Removes what actions on a customer's orders say of them: addresses and notes, and the digests by which one could be guessed. What is not done
 * yet ends, as it would be done with them.
 */
export async function eraseActionsOf(tx: TenantTx, orderIds: readonly string[]): Promise<void> {
  const erased = "The order's customer was erased";
  await tx
    .updateTable("order_actions")
    .set((eb) => ({
      state: endedNow,
      word: eb.case().when("state", "=", "waiting").then(erased).else(eb.ref("word")).end(),
      answer: eb.case().when("state", "in", orWaiting).then(erased).else(null).end(),
      plan: null,
      request: "{}",
      why: null,
      facts: sql<string>`facts || '{"address": "", "note": "", "tags": ""}'`,
    }))
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .execute();
}
