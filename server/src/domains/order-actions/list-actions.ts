import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { beginAgain } from "../effects/index.ts";
import { ticketExists } from "../tickets/index.ts";
import { presentAction } from "./present-action.ts";
import { setLooking } from "./rows/action-steps.queries.ts";
import {
  selectAction,
  selectActionsOf,
  selectOrderToAct,
  selectRunning,
  selectWaitingActions,
} from "./rows/order-actions.queries.ts";
import { foundAction, lockToAct } from "./start-action.ts";
import { writeDown } from "./tell-of-action.ts";

type Listed = { items: OrderAction[] };

/** What was done to an order. */
export async function listActionsOfOrder(tx: TenantTx, actor: Actor, orderId: string): Promise<Listed> {
  if (!(await selectOrderToAct(tx, orderId))) throw fail("order_not_found");
  return { items: (await selectActionsOf(tx, { orderId })).map((row) => presentAction(actor, row)) };
}

/** What was done from a ticket. */
export async function listActionsOfTicket(tx: TenantTx, actor: Actor, ticketId: string): Promise<Listed> {
  if (!(await ticketExists(tx, ticketId))) throw fail("ticket_not_found");
  return { items: (await selectActionsOf(tx, { ticketId })).map((row) => presentAction(actor, row)) };
}

/** What this person may decide, then what they asked for. */
export async function listWaiting(tx: TenantTx, actor: Actor): Promise<Listed> {
  const waiting = (await selectWaitingActions(tx)).map((row) => presentAction(actor, row));
  return { items: [...waiting.filter(({ mayDecide }) => mayDecide), ...waiting.filter(({ isMine }) => isMine)] };
}

export async function getAction(tx: TenantTx, actor: Actor, id: string): Promise<OrderAction> {
  const row = await selectAction(tx, id);
  if (!row) throw fail("order_action_not_found");
  return presentAction(actor, row);
}

/** Looks once more what became of an action of which nobody knows. From then on nothing is sent for it. */
export async function lookAgain(tx: TenantTx, actor: Actor, id: string): Promise<OrderAction> {
  const action = await foundAction(tx, id);
  await lockToAct(tx, action.orderId, actor.userId);
  const running = await selectRunning(tx, action.orderId);
  if (running !== undefined) throw fail("order_action_running", { actionId: running });
  if (!(await setLooking(tx, id))) throw fail("order_action_not_unknown");
  // Its effect is forgotten after a month, when nobody can find out any more.
  if (!(await beginAgain(tx, "order-action", id))?.isBegun) throw fail("order_action_not_unknown");
  await writeDown(tx, actor, action, { audit: "order.looked", said: null });
  return getAction(tx, actor, id);
}
