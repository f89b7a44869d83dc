import type { AboveLimit } from "@deskhand/contract/actions/action-errors";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { OrderAction, OrderPlan } from "@deskhand/contract/actions/action-parts";
import { lockNames } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail, failKeyUsed } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { planEffect } from "../effects/index.ts";
import { ticketExists } from "../tickets/index.ts";
import { aboveLimit } from "./limits/limits.ts";
import { measured, prepareSeen, type Ready } from "./look-at-order.ts";
import type { Desk } from "./open-order.ts";
import { presentAction } from "./present-action.ts";
import { insertAction } from "./rows/action-steps.queries.ts";
import {
  type ActionRow,
  countWaitingRequests,
  selectAction,
  selectOrderToAct,
  selectRunning,
} from "./rows/order-actions.queries.ts";
import { isPreviewOf, storedFacts } from "./store/facts.ts";
import { writeDown } from "./tell-of-action.ts";

/** An action that a person wants, from a ticket or from the order. */
export type Wanted = {
  orderId: string;
  ticketId: string | null;
  plan: OrderPlan;
  version: string;
  idempotencyKey: string;
};

/** Does an action: stores it, to be done within a second. A second request with its key gets the same one. */
export async function startAction(desk: Desk, wanted: Wanted): Promise<OrderAction> {
  const ready = await getReady(desk, wanted);
  if ("row" in ready) return presentAction(desk.actor, ready.row);
  return desk.withTenant(async (tx) => {
    const begun = await begin(tx, desk.actor, wanted);
    if (begun) return presentAction(desk.actor, begun);
    const actionId = await selectRunning(tx, wanted.orderId);
    if (actionId !== undefined) throw fail("order_action_running", { actionId });
    const above = await aboveLimit(tx, desk.actor, measured(wanted.plan, ready.prepared));
    if (above) throw fail("order_action_needs_approval", above);
    const action = await insert(tx, desk.actor, wanted, ready, { state: "planned", why: null, above: null });
    await runAction(tx, desk.actor, action);
    return presentAction(desk.actor, action);
  });
}

/** Asks colleagues to approve an action. */
export async function askForApproval(desk: Desk, wanted: Wanted & { why: string }): Promise<OrderAction> {
  const ready = await getReady(desk, wanted);
  if ("row" in ready) return presentAction(desk.actor, ready.row);
  return desk.withTenant(async (tx) => {
    const begun = await begin(tx, desk.actor, wanted);
    if (begun) return presentAction(desk.actor, begun);
    if ((await countWaitingRequests(tx, desk.actor.userId)) >= actionLimits.approvalsWaiting)
      throw fail("too_many_approvals");
    const above = await aboveLimit(tx, desk.actor, measured(wanted.plan, ready.prepared));
    const action = await insert(tx, desk.actor, wanted, ready, { state: "waiting", why: wanted.why, above });
    await writeDown(tx, desk.actor, action, {
      audit: "order.asked",
      said: `asked for approval: ${action.words}`,
      more: { why: wanted.why },
    });
    const { id: actionId, ticketId, words } = action;
    await emit(tx, "order-approval.asked", { actionId, ticketId, words, actorId: desk.actor.userId });
    return presentAction(desk.actor, action);
  });
}

/** The action that an earlier request with this key made, else what is needed to make it. */
async function getReady(desk: Desk, wanted: Wanted): Promise<Ready | { row: ActionRow }> {
  const row = await desk.withTenant(async (tx) => {
    if (wanted.ticketId !== null && !(await ticketExists(tx, wanted.ticketId))) throw fail("ticket_not_found");
    const earlier = await selectAction(tx, wanted.idempotencyKey);
    return earlier && ownRow(earlier, desk.actor, wanted);
  });
  return row ? { row } : prepareSeen(desk, wanted.orderId, wanted.plan, wanted.version);
}

/** A key stands for one request of one person. */
function ownRow(row: ActionRow, { userId }: Actor, { orderId, plan }: Wanted): ActionRow {
  if (row.byId !== userId || row.orderId !== orderId || !isPreviewOf(storedFacts(row.facts), plan)) throw failKeyUsed();
  return row;
}

/** Locks the order and the person's limits; returns what an earlier request with this key made meanwhile. */
async function begin(tx: TenantTx, actor: Actor, wanted: Wanted): Promise<ActionRow | undefined> {
  await lockToAct(tx, wanted.orderId, actor.userId);
  const earlier = await selectAction(tx, wanted.idempotencyKey);
  return earlier && ownRow(earlier, actor, wanted);
}

/** Has whoever acts on the same order, or by the same limits, wait until the transaction ends. */
export function lockToAct(tx: TenantTx, orderId: string, userId: string): Promise<void> {
  return lockNames(tx, [`order-action:${orderId}`, `order-limits:${userId}`]);
}

type Begun = { state: "planned" | "waiting"; why: string | null; above: AboveLimit | null };

async function insert(
  tx: TenantTx,
  by: Actor,
  wanted: Wanted,
  { prepared, facts }: Ready,
  begun: Begun,
): Promise<ActionRow> {
  const order = await selectOrderToAct(tx, wanted.orderId);
  if (!order) throw fail("order_not_found");
  const { orderId, ticketId, plan, idempotencyKey: id } = wanted;
  const { words, money, request } = prepared;
  const about = { id, orderId, ticketId, plan, facts, request, words, money, currency: order.currency, by };
  await insertAction(tx, Object.assign(about, begun));
  return foundAction(tx, id);
}

/** An action that is there. */
export async function foundAction(tx: TenantTx, id: string): Promise<ActionRow> {
  const action = await selectAction(tx, id);
  if (!action) throw fail("order_action_not_found");
  return action;
}

/** Plans the effect of an action, in the name of who wanted it last. */
export async function runAction(tx: TenantTx, by: Actor, action: ActionRow): Promise<void> {
  const { id, orderId, ticketId } = action;
  const isPlanned = await planEffect(tx, by, { id, kind: "order-action", targetId: orderId, ticketId, request: {} });
  // The key of something else that was done outside: the action would wait for ever.
  if (!isPlanned) throw failKeyUsed();
  await writeDown(tx, by, action, { audit: "order.begun", said: null });
}
