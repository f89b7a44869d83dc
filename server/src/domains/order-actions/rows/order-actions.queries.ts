import type { AboveLimit } from "@deskhand/contract/actions/action-errors";
import type { OrderActionKind, OrderActionState } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type {
  BothAmounts,
  OrderActionResult,
  OrderPlan,
  ShippingAddress,
} from "@deskhand/contract/actions/action-parts";
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

/** Whether something that was done from the ticket of an alias waits, is under way, or ended as unknown. */
export function hasOpenActionsOf(ticket: string) {
  return sql<boolean>`exists (select from order_actions a
    where a.client_id = ${sql.ref(`${ticket}.client_id`)} and a.ticket_id = ${sql.ref(`${ticket}.id`)}
      and a.order_id is not null and a.state in ('waiting', 'planned', 'sent', 'looking', 'unknown'))`;
}

type LastDone = Pick<ActionRow, "kind" | "result" | "changedAt"> & {
  /** The new one, of a change of address. */
  address: ShippingAddress | null;
};

/** The last refund, cancellation, change of address and draft of an order, the newest first. */
export async function selectLastDone(tx: TenantTx, orderId: string): Promise<LastDone[]> {
  const rows = await tx
    .selectFrom("order_actions")
    .distinctOn("kind")
    .select(["kind", "result", "changed_at as changedAt"])
    .select(sql`case when kind = 'address' then plan -> 'address' end`.as("address"))
    .where("order_id", "=", orderId)
    .where("state", "=", "done")
    .where("kind", "in", ["refund", "cancel", "address", "draft"])
    .orderBy("kind")
    .orderBy("done_at", "desc")
    .$castTo<LastDone>()
    .execute();
  return rows.sort((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt));
}

/** What waits for approval, the longest first. */
export function selectWaitingActions(tx: TenantTx): Promise<ActionRow[]> {
  return actions(tx).where("a.state", "=", "waiting").orderBy("a.ends_at").limit(200).execute();
}

/** What a person asked for and nobody decided yet. */
export function selectRequestsOf(tx: TenantTx, userId: string): Promise<ActionRow[]> {
  return actions(tx).where("a.state", "=", "waiting").where("a.by_id", "=", userId).execute();
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
