import type { AboveLimit } from "@deskhand/contract/actions/action-errors";
import type { OrderActionState } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { BothAmounts, OrderActionResult, OrderPlan } from "@deskhand/contract/actions/action-parts";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

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
 * Removes what actions on orders say of their customers, when these are erased or the orders deleted: addresses, notes, why approval was asked for, a
 * draft's link, and the digests by which an address could be guessed. What was done stays, with its amount, its people and its day. What is not done yet
 * ends, as it would be done with them.
 */
export async function eraseActionsOf(
  tx: TenantTx,
  orderIds: readonly string[],
  because: "erased" | "deleted",
): Promise<void> {
  const words = because === "erased" ? "The order's customer was erased" : "The order was deleted";
  await tx
    .updateTable("order_actions")
    .set((eb) => ({
      state: endedNow,
      word: eb.case().when("state", "=", "waiting").then(words).else(null).end(),
      answer: eb.case().when("state", "in", orWaiting).then(words).else(null).end(),
      plan: null,
      request: "{}",
      why: null,
      result: sql<string>`result || '{"draft": null}'`,
      facts: sql<string>`facts || '{"address": "", "note": "", "tags": ""}'`,
    }))
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .execute();
}
