import { changesSchema } from "@deskhand/contract/actions/action-errors";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import { permissionsOf } from "@deskhand/contract/permissions";
import * as z from "zod";
import { system } from "../../platform/acting.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { Failure, fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Schedule } from "../../platform/jobs/job.ts";
import { forEachTenant } from "../tenants/index.ts";
import { compareAmounts } from "./amounts.ts";
import { aboveToApprove } from "./limits/limits.ts";
import { checkAmount, prepareNow, type Ready } from "./look-at-order.ts";
import type { Desk } from "./open-order.ts";
import { presentAction } from "./present-action.ts";
import { approveWaiting, endWaiting } from "./rows/action-steps.queries.ts";
import {
  type ActionRow,
  selectOverdueRequests,
  selectRequestsOf,
  selectRunning,
  selectStoredFacts,
  selectWaitingOf,
} from "./rows/order-actions.queries.ts";
import { isInTeam, selectPresentRole } from "./rows/people.queries.ts";
import { foundAction, lockToAct, runAction } from "./start-action.ts";
import { differenceWords, storedFacts } from "./store/facts.ts";
import { writeDown } from "./tell-of-action.ts";

/** Approves what a colleague asked for: it is done, caused by both. Ends the request if its order changed. */
export async function approveAction(desk: Desk, id: string): Promise<OrderAction> {
  const { actor } = desk;
  const action = await desk.withTenant(async (tx) => {
    const found = await decidable(tx, actor, id);
    const above = await aboveToApprove(tx, actor, measuredRow(found));
    if (above) throw fail("approval_above_limit", above);
    return found;
  });
  const ready = await prepareAgain(desk, action);
  return desk.withTenant(async (tx) => {
    await lockToAct(tx, action.orderId, actor.userId);
    await decidable(tx, actor, id);
    const approver = await stillApproves(tx, actor);
    const running = await selectRunning(tx, action.orderId);
    if (running !== undefined) throw fail("order_action_running", { actionId: running });
    // Others may have been approved since.
    const above = await aboveToApprove(tx, approver, measuredRow(action));
    if (above) throw fail("approval_above_limit", above);
    const { request, words, money } = ready.prepared;
    // Between reading and this it may have been declined or taken back, and then nothing is done.
    if (!(await approveWaiting(tx, { id, facts: ready.facts, request, words, money, by: actor })))
      throw fail("approval_decided", { state: (await foundAction(tx, id)).state });
    const approved = await foundAction(tx, id);
    await writeDown(tx, actor, approved, {
      audit: "order.approved",
      said: `approved: ${approved.words}`,
      more: { askedBy: approved.byName },
    });
    await runAction(tx, actor, approved);
    await tellDecision(tx, approved, "approved", actor.userId);
    return presentAction(actor, approved);
  });
}

function measuredRow({ kind, money, currency }: ActionRow) {
  return { kind, amount: money?.amount ?? null, currency };
}

/** Prepares it anew, as the order is now; if that is not what was asked for, the request ends. */
async function prepareAgain(desk: Desk, action: ActionRow): Promise<Ready> {
  const asked = storedFacts(action.facts);
  if (action.plan === null) throw fail("approval_decided", { state: action.state });
  try {
    const ready = await prepareNow(desk, action.orderId, action.plan, asked);
    checkAmount(asked, ready.facts);
    return ready;
  } catch (error) {
    if (
      error instanceof Failure &&
      (error.code === "order_changed_meanwhile" || error.code === "order_action_impossible")
    )
      await desk.withTenant((tx) => endRequest(tx, action, wordsOf(error)));
    throw error;
  }
}

function wordsOf(error: Failure): string {
  const changed = z.object({ changes: changesSchema }).safeParse(error.data);
  return changed.success ? differenceWords(changed.data.changes) : error.message;
}

/** The request, if this person may decide it. */
async function decidable(tx: TenantTx, { userId }: Actor, id: string): Promise<ActionRow> {
  const action = await foundAction(tx, id);
  if (action.byId === userId) throw fail("approval_is_own");
  if (action.state !== "waiting") throw fail("approval_decided", { state: action.state });
  // It would be done in the name of somebody who is no longer there.
  if (action.byId === null || !(await selectPresentRole(tx, action.byId)))
    throw fail("approval_decided", { state: "ended" });
  return action;
}

/** Who approves, with the role that they have now: Shopify was asked meanwhile. Fails if they may not approve any more. */
async function stillApproves(tx: TenantTx, { userId }: Actor): Promise<Pick<Actor, "userId" | "role">> {
  const role = await selectPresentRole(tx, userId);
  if (!role || !permissionsOf[role].includes("orders:approve")) throw fail("not_allowed");
  return { userId, role };
}

/** Declines what a colleague asked for. */
export function declineAction(desk: Desk, { id, word }: { id: string; word: string }): Promise<OrderAction> {
  const { actor } = desk;
  return desk.withTenant(async (tx) => {
    const action = await decidable(tx, actor, id);
    if (!(await endWaiting(tx, "declined", { id, by: actor, word })))
      throw fail("approval_decided", { state: (await foundAction(tx, id)).state });
    await writeDown(tx, actor, action, {
      audit: "order.declined",
      said: `declined: ${action.words} (${word})`,
      more: { askedBy: action.byName, word },
    });
    await tellDecision(tx, action, "declined", actor.userId);
    return presentAction(actor, await foundAction(tx, id));
  });
}

/** Takes one's own request back. */
export function takeRequestBack(desk: Desk, id: string): Promise<OrderAction> {
  const { actor } = desk;
  return desk.withTenant(async (tx) => {
    const action = await foundAction(tx, id);
    if (action.byId !== actor.userId) throw fail("approval_not_own");
    if (!(await endWaiting(tx, "ended", { id, by: null, word: "Taken back" })))
      throw fail("approval_decided", { state: (await foundAction(tx, id)).state });
    await writeDown(tx, actor, action, { audit: "order.approval-ended", said: `took back: ${action.words}` });
    await tellDecision(tx, action, "ended", actor.userId);
    return presentAction(actor, await foundAction(tx, id));
  });
}

/** Ends a request for a reason that is nobody's. */
async function endRequest(tx: TenantTx, action: ActionRow, word: string): Promise<void> {
  if (!(await endWaiting(tx, "ended", { id: action.id, by: null, word: word.slice(0, 500) }))) return;
  await writeDown(tx, system, action, {
    audit: "order.approval-ended",
    said: `ended a request for approval: ${action.words} (${word})`,
    more: { word },
  });
  await tellDecision(tx, action, "ended", null);
}

function tellDecision(
  tx: TenantTx,
  action: ActionRow,
  state: "approved" | "declined" | "ended",
  actorId: string | null,
): Promise<void> {
  const { id: actionId, ticketId, words, byId } = action;
  if (byId === null) return Promise.resolve();
  return emit(tx, "order-approval.decided", { actionId, ticketId, words, state, askedBy: byId, actorId });
}

/** Ends the requests of somebody who was deactivated or is being deleted. */
export async function endRequestsOf(tx: TenantTx, { userId }: { userId: string }, isDeleted: boolean): Promise<void> {
  if (!isDeleted && (await isInTeam(tx, userId))) return;
  for (const action of await selectRequestsOf(tx, userId))
    await endRequest(tx, action, `${action.byName} is no longer in the team`);
}

/** Ends requests whose order was cancelled or refunded since, as soon as it is known here. */
export async function endOutdated(tx: TenantTx, { orderIds }: { orderIds: readonly string[] | null }): Promise<void> {
  for (const action of await selectWaitingOf(tx, orderIds)) {
    const now = await selectStoredFacts(tx, action.orderId);
    const asked = storedFacts(action.facts);
    if (!now) continue;
    if (asked.cancelled === null && now.cancelledAt !== null)
      await endRequest(tx, action, "The order was cancelled meanwhile");
    else if (compareAmounts(now.refunded, asked.refunded) > 0)
      await endRequest(tx, action, "Something was refunded meanwhile");
  }
}

/** Ends requests that nobody decided in time. */
export const endOverdue: Schedule = {
  name: "order-actions.end-overdue",
  cron: "*/10 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      for (const action of await selectOverdueRequests(tx))
        await endRequest(tx, action, `Nobody decided within ${actionLimits.approvalDays} days`);
    }),
};
