import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import type { OrderPlan } from "@deskhand/contract/actions/action-parts";
import type { KindLimit } from "@deskhand/contract/actions/allowed-actions";
import type { Role } from "@deskhand/contract/permissions";
import { expect, test } from "vitest";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type ActingStore, act, ended, prepareAct, refundOf } from "../../../testing/store/acting-desk.ts";
import { forEachActingStore } from "../../../testing/store/for-each-acting-store.ts";
import type { ShopifyDesk } from "../../../testing/store/shopify-desk.ts";
import { deleteGoneOrders } from "../../orders/index.ts";

let app: ShopifyDesk;
let at: ActingStore;
forEachActingStore((desk, store) => {
  app = desk;
  at = store;
});

const lamps = (quantity: number) => ({ lineItems: [{ title: "Lamp", price: "20.00", quantity }] });
const refund = (amount: string) => refundOf({ amount, reason: "Dented" });
const cancel = (isRefunded: boolean): OrderPlan => ({
  kind: "cancel",
  reason: "customer",
  note: "",
  restock: false,
  notify: false,
  refund: isRefunded,
});

/** A plan that takes all but so many lamps off an order. */
async function leave(orderId: string, quantity: number): Promise<OrderPlan> {
  const { lines } = await at.agent.api.orderActions.look({ orderId });
  const line = { lineItemId: lines[0]?.lineItemId ?? "", quantity, restock: false };
  return { kind: "edit", lines: [line], added: [], notify: false, note: "" };
}

async function limit(role: Role, kind: OrderActionKind, change: Partial<KindLimit>): Promise<void> {
  const { version, roles } = await at.admin.api.orderLimits.get();
  const changed = roles.map((each) => ({
    ...each,
    kinds: each.kinds.map((of) => (each.role === role && of.kind === kind ? { ...of, ...change } : of)),
  }));
  await at.admin.api.orderLimits.save({ version, roles: changed });
}

test.each<{ name: string; plan: (orderId: string) => OrderPlan | Promise<OrderPlan>; isMoney: boolean }>([
  { name: "a refund", plan: () => refund("45"), isMoney: true },
  { name: "a cancellation that refunds", plan: () => cancel(true), isMoney: true },
  { name: "an edit that lowers the sum", plan: (orderId) => leave(orderId, 0), isMoney: true },
  { name: "a cancellation that refunds nothing", plan: () => cancel(false), isMoney: false },
  { name: "an edit that raises the sum", plan: (orderId) => leave(orderId, 5), isMoney: false },
])("$name is within the limits of refunds if it gives the customer money: $isMoney", async ({ plan, isMoney }) => {
  const preview = async () => {
    const { orderId } = await at.order(lamps(3));
    const { above } = (await prepareAct(at.agent, { orderId }, await plan(orderId))).preview;
    return above?.why ?? null;
  };
  const { orderId } = await at.order(lamps(3));
  const done = await ended(at.agent, await act(at.agent, { orderId }, cancel(false)));
  expect(done.state).toBe("done");
  await limit("agent", "refund", { each: "40.00" });
  expect(await preview()).toBe(isMoney ? "each" : null);
  await limit("agent", "refund", { each: null, day: "40.00" });
  expect(await preview()).toBe(isMoney ? "day" : null);
  await limit("agent", "refund", { day: null, times: 0 });
  expect(await preview()).toBe(isMoney ? "times" : null);
  await limit("agent", "refund", { mode: "asks" });
  expect(await preview()).toBe(isMoney ? "asks" : null);
});

test("what an edit gave away and what a cancellation refunded uses up the day's limit of refunds", async () => {
  const [edited, cancelled, other] = [await at.order(lamps(3)), await at.order(lamps(1)), await at.order(lamps(9))];
  await ended(at.agent, await act(at.agent, edited, await leave(edited.orderId, 1)));
  await ended(at.agent, await act(at.agent, cancelled, cancel(true)));
  expect((await at.agent.api.orderLimits.get()).own.used).toBe("60.00");
  await limit("agent", "refund", { day: "100.00" });
  expect((await prepareAct(at.agent, other, refund("40"))).preview.above).toBeNull();
  expect((await prepareAct(at.agent, other, refund("40.01"))).preview.above).toEqual({
    why: "day",
    limit: "100.00",
    used: "60.00",
    currency: "EUR",
  });
});

test("what was refunded of an order that is deleted still counts, with who did it, and nothing of the customer is left", async () => {
  const { orderId, shopId } = await at.order(lamps(3));
  // The store's currency is that of its newest order.
  await at.order();
  const { ticketId } = at;
  const begun = await act(at.agent, { orderId, ticketId }, refundOf({ amount: "30", reason: "Ann's cat broke it" }));
  await ended(at.agent, begun);
  const { input } = await prepareAct(at.agent, { orderId, ticketId }, refund("20.01"));
  await limit("agent", "refund", { each: "20.00" });
  const asked = await at.agent.api.orderActions.ask({ ...input, why: "Ann is angry" });
  const gone = [{ id: String(shopId), isDeleted: true }];
  await app.services.db.withTenant(at.admin.tenantId, (tx) => deleteGoneOrders(tx, gone));
  expect((await at.agent.api.orderLimits.get()).own.used).toBe("30.00");
  const left = "select * from order_actions where id = any ($1) order by begun_at nulls last";
  const rows = await app.asOwner(left, [[begun.id, asked.id]], at.admin.tenantId);
  expect(rows).toMatchObject([
    { order_id: null, state: "done", amount: "30.00", by_id: at.agent.userId, by_name: "agent", kind: "refund" },
    { order_id: null, state: "ended", word: "The order was deleted" },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Ann|cat|angry/);
  expect(await at.agent.api.tickets.get({ id: ticketId })).toMatchObject({ hasOpenActions: false });
});

test("what is off for a role is not offered to it, nor asked for, nor approved by it", async () => {
  await limit("agent", "address", { mode: "off" });
  const { orderId } = await at.order(lamps(5));
  const { input } = await prepareAct(at.agent, { orderId }, refund("60"));
  const asked = await at.agent.api.orderActions.ask({ ...input, why: "Broken" });
  await limit("agent", "refund", { mode: "off" });
  await limit("supervisor", "refund", { mode: "off" });
  const { offers, version } = await at.agent.api.orderActions.look({ orderId });
  expect(offers.filter(({ state }) => state === "no").map(({ kind, because }) => [kind, because])).toEqual([
    ["refund", "This is off for agents in Order Limits"],
    ["address", "This is off for agents in Order Limits"],
    ["shipping_notice", expect.any(String)],
  ]);
  const refused = (because: string) => ({ code: "order_action_impossible", data: { because } });
  const off = refused("Refunds are off for agents in Order Limits");
  await expect(at.agent.api.orderActions.preview({ orderId, plan: cancel(true), version })).rejects.toMatchObject(off);
  const again = { ...input, idempotencyKey: crypto.randomUUID(), why: "Broken" };
  await expect(at.agent.api.orderActions.ask(again)).rejects.toMatchObject(
    refused("This is off for agents in Order Limits"),
  );
  expect((await prepareAct(at.agent, { orderId }, cancel(false))).preview.above).toBeNull();
  await expect(at.supervisor.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject(
    refused("This is off for supervisors in Order Limits"),
  );
  expect(await ended(at.admin, await at.admin.api.orderActions.approve({ id: asked.id }))).toMatchObject({
    state: "done",
  });
});

test("of refunds that are asked for at the same moment only those are made that fit into the day's limit", async () => {
  const inputs = [];
  for (let count = 0; count < 2; count += 1)
    inputs.push((await prepareAct(at.agent, await at.order(lamps(3)), refund("30"))).input);
  await limit("agent", "refund", { day: "50.00" });
  // Both have read what was used when neither of them is stored.
  const held = await holdRows(app.services.db.pool, at.admin, "lock table order_actions in share mode", []);
  const both = Promise.allSettled(inputs.map((input) => at.agent.api.orderActions.act(input)));
  await held.untilWaiting(2);
  await held.release();
  const refused = (await both).flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toMatchObject([{ code: "order_action_needs_approval", data: { why: "day", used: "30.00" } }]);
});

test("cancellations without a refund are counted, 30 of an agent in 24 hours", async () => {
  const { roles } = await at.agent.api.orderLimits.get();
  const timesOf = (role: Role) => roles.find((each) => each.role === role)?.kinds.map(({ times }) => times);
  expect(timesOf("agent")).toEqual(Array.from({ length: 7 }, () => 30));
  expect(timesOf("admin")).toEqual(Array.from({ length: 7 }, () => null));
  await limit("agent", "cancel", { times: 1 });
  await ended(at.agent, await act(at.agent, await at.order(), cancel(false)));
  expect((await prepareAct(at.agent, await at.order(), cancel(false))).preview.above).toMatchObject({ why: "times" });
});

test("limits are in one currency: amounts of another are asked for each time, and yen are never compared with euros", async () => {
  const old = await at.order({ ...lamps(3), createdAt: "2026-11-01T08:00:00Z" });
  await limit("agent", "refund", { each: "5000.00", day: "9000.00" });
  at.store.state.currency = "JPY";
  const yen = await at.order({ currency: "JPY", lineItems: [{ title: "Lamp", price: "2000", quantity: 1 }] });
  const { roles, currency, version } = await at.admin.api.orderLimits.get();
  const refunds = roles[0]?.kinds.find(({ kind }) => kind === "refund");
  expect([currency, refunds]).toMatchObject(["JPY", { each: "0", day: "0" }]);
  expect((await prepareAct(at.agent, yen, refund("10"))).preview.above).toMatchObject({ why: "each", limit: "0" });
  await at.admin.api.orderLimits.save({
    version,
    roles: roles.map((each) => ({
      ...each,
      kinds: each.kinds.map((of) => (of.kind === "refund" ? { ...of, each: "5000", day: "9000" } : of)),
    })),
  });
  expect((await prepareAct(at.agent, yen, refund("2000"))).preview.above).toBeNull();
  expect((await prepareAct(at.agent, old, refund("10"))).preview.above).toMatchObject({ why: "asks" });
});

test("admins who ask each time can still approve what others ask for", async () => {
  await limit("admin", "refund", { mode: "asks" });
  await limit("supervisor", "refund", { mode: "asks" });
  const { orderId } = await at.order(lamps(5));
  const { input } = await prepareAct(at.agent, { orderId }, refund("60"));
  const asked = await at.agent.api.orderActions.ask({ ...input, why: "Broken" });
  await expect(at.supervisor.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject({
    code: "approval_above_limit",
  });
  expect(await ended(at.admin, await at.admin.api.orderActions.approve({ id: asked.id }))).toMatchObject({
    state: "done",
  });
});
