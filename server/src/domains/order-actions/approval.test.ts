import { expect, test } from "vitest";
import { holdRows } from "../../testing/hold-rows.ts";
import {
  type ActingStore,
  act,
  ended,
  openActingStore,
  prepareAct,
  refundOf,
} from "../../testing/store/acting-desk.ts";
import { forEachActingStore } from "../../testing/store/for-each-acting-store.ts";
import { allowAtShopify, allScopes, connectByOAuth, returnTo } from "../../testing/store/open-shopify.ts";
import type { ShopifyDesk } from "../../testing/store/shopify-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { newOwner } from "../../testing/test-people.ts";
import { endOverdue } from "./decide-action.ts";
import { eraseActionsOf, refusePlannedActions } from "./rows/action-steps.queries.ts";

let app: ShopifyDesk;
let at: ActingStore;
forEachActingStore((desk, store) => {
  app = desk;
  at = store;
});

const lamps = (quantity: number) => ({ lineItems: [{ title: "Lamp", price: "20.00", quantity }] });
const refund = (amount: string) => refundOf({ amount, reason: "Dented" });
const refundsOf = (shopId: number) => at.store.order(shopId).refunds.map(({ amount }) => amount);

test("an agent above their limit asks, a supervisor approves, and it is done once in the name of both", async () => {
  const { orderId, shopId, name } = await at.order(lamps(5));
  const { preview, input } = await prepareAct(at.agent, { orderId, ticketId: at.ticketId }, refund("60"));
  expect(preview.above).toEqual({ why: "each", limit: "50.00", used: null, currency: "EUR" });
  await expect(at.agent.api.orderActions.act(input)).rejects.toMatchObject({ code: "order_action_needs_approval" });
  const asked = await at.agent.api.orderActions.ask({ ...input, why: "Broken on arrival" });
  expect(asked).toMatchObject({ state: "waiting", why: "Broken on arrival", isMine: true, mayDecide: false });
  await expect(at.agent.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject({ code: "not_allowed" });
  expect((await at.supervisor.api.orderActions.waiting()).items).toMatchObject([{ id: asked.id, mayDecide: true }]);
  expect((await at.supervisor.api.notifications.list()).items[0]).toMatchObject({
    type: "order_approval",
    message: `agent asks for approval: Refund €60.00 of ${name}`,
    orderId,
  });
  const approved = await at.supervisor.api.orderActions.approve({ id: asked.id });
  expect(await ended(at.agent, approved)).toMatchObject({
    state: "done",
    by: { name: "agent" },
    decidedBy: { name: "supervisor" },
  });
  expect(refundsOf(shopId)).toEqual(["60"]);
  expect((await at.agent.api.notifications.list()).items[0]).toMatchObject({
    message: `supervisor approved: Refund €60.00 of ${name}`,
  });
  await expect(at.supervisor.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject({
    code: "approval_decided",
  });
  // It counts for who approved it.
  expect((await at.agent.api.orderLimits.get()).own).toEqual({ each: "50.00", day: "200.00", used: "0.00" });
  expect((await at.supervisor.api.orderLimits.get()).own).toMatchObject({ day: "2000.00", used: "60.00" });
});

test("a day's limit counts what was refunded in 24 hours", async () => {
  const { orderId } = await at.order(lamps(20));
  for (let count = 0; count < 4; count += 1)
    await ended(at.agent, await act(at.agent, { orderId }, refund(count === 3 ? "49" : "50")));
  const { preview } = await prepareAct(at.agent, { orderId }, refund("2"));
  expect(preview.above).toEqual({ why: "day", limit: "200.00", used: "199.00", currency: "EUR" });
});

test("nobody approves their own, and nobody more than their own limit allows", async () => {
  const { orderId } = await at.order(lamps(50));
  const { input } = await prepareAct(at.supervisor, { orderId }, refund("600"));
  const own = await at.supervisor.api.orderActions.ask({ ...input, why: "All broken" });
  await expect(at.supervisor.api.orderActions.approve({ id: own.id })).rejects.toMatchObject({
    code: "approval_is_own",
  });
  const asked = await at.agent.api.orderActions.ask({
    ...(await prepareAct(at.agent, { orderId }, refund("700"))).input,
    why: "All broken",
  });
  await expect(at.supervisor.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject({
    code: "approval_above_limit",
    data: { why: "each", limit: "500.00" },
  });
  const declined = await at.supervisor.api.orderActions.decline({ id: asked.id, word: "Send a new one" });
  expect(declined).toMatchObject({ state: "declined", word: "Send a new one", decidedBy: { name: "supervisor" } });
  expect(await at.supervisor.api.orderActions.takeBack({ id: own.id })).toMatchObject({ state: "ended" });
});

test("a request that was taken back while it is approved is not done", async () => {
  const { orderId, shopId } = await at.order(lamps(5));
  const { input } = await prepareAct(at.agent, { orderId }, refund("60"));
  const asked = await at.agent.api.orderActions.ask({ ...input, why: "Broken on arrival" });
  const taking = await holdRows(app.db.pool, at.admin, "update order_actions set state = 'ended' where id = $1", [
    asked.id,
  ]);
  const approving = at.supervisor.api.orderActions.approve({ id: asked.id });
  approving.catch(() => undefined);
  // It read the request as waiting, and waits for who takes it back.
  await taking.untilWaiting(1);
  await taking.release();
  await expect(approving).rejects.toMatchObject({ code: "approval_decided", data: { state: "ended" } });
  expect(await app.asOwner("select 1 from effects where id = $1", [asked.id], at.admin.tenantId)).toEqual([]);
  expect(refundsOf(shopId)).toEqual([]);
});

test("a request ends when its order changed, and after three days", async () => {
  const { orderId, shopId } = await at.order(lamps(10));
  const ask = async () =>
    at.agent.api.orderActions.ask({ ...(await prepareAct(at.agent, { orderId }, refund("60"))).input, why: "Broken" });
  const asked = await ask();
  at.store.refundOrder(shopId, { amount: "5.00" });
  await expect(at.supervisor.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject({
    code: "order_changed_meanwhile",
  });
  expect(await at.agent.api.orderActions.get({ id: asked.id })).toMatchObject({
    state: "ended",
    word: "The order changed meanwhile: its payment changed, something was refunded",
  });
  const late = await ask();
  await app.asOwner("update order_actions set ends_at = now() where id = $1", [late.id], at.admin.tenantId);
  await endOverdue.work(app.services);
  expect(await at.agent.api.orderActions.get({ id: late.id })).toMatchObject({
    state: "ended",
    word: "Nobody decided within 3 days",
  });
});

const askFor = async (amount: string) => {
  const { orderId, shopId } = await at.order(lamps(10));
  const { input } = await prepareAct(at.agent, { orderId }, refund(amount));
  return { input, shopId, asked: await at.agent.api.orderActions.ask({ ...input, why: "Broken" }) };
};

test.each<{ name: string; happens: (id: string) => Promise<unknown>; word: string | null }>([
  {
    name: "its time is over",
    happens: (id) => app.asOwner("update order_actions set ends_at = now() where id = $1", [id], at.admin.tenantId),
    word: null,
  },
  {
    name: "who asked is deactivated",
    happens: () => at.admin.api.team.deactivate({ id: at.agent.userId }),
    word: "agent is no longer in the team",
  },
  {
    name: "who asked is deleted",
    happens: () => at.admin.api.team.delete({ id: at.agent.userId }),
    word: "agent is no longer in the team",
  },
])("a request cannot be approved any more once $name", async ({ happens, word }) => {
  const { asked, shopId } = await askFor("60");
  await happens(asked.id);
  await expect(at.supervisor.api.orderActions.approve({ id: asked.id })).rejects.toMatchObject({
    code: "approval_decided",
  });
  expect(await at.admin.api.orderActions.get({ id: asked.id })).toMatchObject({ word });
  expect(refundsOf(shopId)).toEqual([]);
});

test("who loses the right to approve while Shopify is asked does not approve any more", async () => {
  const { asked, shopId } = await askFor("60");
  at.store.meet({ kind: "slow", asking: "OrderLook", count: 1 });
  const approving = at.supervisor.api.orderActions.approve({ id: asked.id });
  await until(async () => at.store.unmet().length === 0);
  await at.admin.api.team.changeRole({ id: at.supervisor.userId, role: "agent" });
  app.shopify.faults.clear();
  await expect(approving).rejects.toMatchObject({ code: "not_allowed" });
  expect([(await at.agent.api.orderActions.get({ id: asked.id })).state, refundsOf(shopId)]).toEqual(["waiting", []]);
});

test("who asks again with the same key gets their request, also once it was approved", async () => {
  const { asked, input } = await askFor("60");
  await ended(at.supervisor, await at.supervisor.api.orderActions.approve({ id: asked.id }));
  expect(await at.agent.api.orderActions.ask({ ...input, why: "Broken" })).toMatchObject({
    id: asked.id,
    state: "done",
  });
});

test.each([
  { state: "planned", sent: false, ends: "refused" },
  { state: "looking", sent: true, ends: "unknown" },
  { state: "waiting", sent: false, ends: "ended" },
])("what is $state of an erased customer ends as $ends, without a trace of them", async ({ state, sent, ends }) => {
  const { asked } = await askFor("60");
  const { tenantId } = at.admin;
  await app.asOwner(
    "update order_actions set state = $2, sent_at = case when $3 then now() end where id = $1",
    [asked.id, state, sent],
    tenantId,
  );
  await app.services.db.withTenant(tenantId, (tx) => eraseActionsOf(tx, [asked.orderId], "erased"));
  const [row] = await app.asOwner<{ request: object; plan: unknown; facts: object }>(
    "select request, plan, facts from order_actions where id = $1",
    [asked.id],
    tenantId,
  );
  expect(row).toMatchObject({ request: {}, plan: null, facts: { address: "", note: "" } });
  expect(await at.agent.api.orderActions.get({ id: asked.id })).toMatchObject({ state: ends, why: null });
});

test("in a restored copy what may have been sent is unknown, and the rest refused", async () => {
  const [one, another] = [await askFor("60"), await askFor("70")];
  const { tenantId } = at.admin;
  await app.asOwner(
    "update order_actions set state = 'looking', sent_at = case when id = $1 then now() end where id in ($1, $2)",
    [one.asked.id, another.asked.id],
    tenantId,
  );
  await app.services.db.withTenant(tenantId, (tx) => refusePlannedActions(tx, "This is a copy"));
  const stateOf = async ({ id }: { id: string }) => (await at.agent.api.orderActions.get({ id })).state;
  expect([await stateOf(one.asked), await stateOf(another.asked)]).toEqual(["unknown", "refused"]);
});

test("an admin changes the limits, one at a time, and each fault is named", async () => {
  const { version, roles } = await at.admin.api.orderLimits.get();
  const asking = roles.map((each) => ({
    ...each,
    kinds: each.kinds.map((limit) =>
      each.role === "agent" && limit.kind === "refund" ? { ...limit, mode: "asks" as const } : limit,
    ),
  }));
  await at.admin.api.orderLimits.save({ version, roles: asking });
  await expect(at.admin.api.orderLimits.save({ version, roles })).rejects.toMatchObject({
    code: "order_limits_changed_meanwhile",
    data: { version: version + 1 },
  });
  const { orderId } = await at.order();
  expect((await prepareAct(at.agent, { orderId }, refund("1"))).preview.above).toMatchObject({ why: "asks" });
  await expect(at.supervisor.api.orderLimits.save({ version: 1, roles })).rejects.toMatchObject({
    code: "not_allowed",
    message: "Only administrators can change what may be done to orders",
  });
  const wrong = asking.map((each) => ({
    ...each,
    kinds: each.kinds.map((limit) => (limit.kind === "refund" ? { ...limit, each: "20.005", day: "10" } : limit)),
  }));
  await expect(at.admin.api.orderLimits.save({ version: version + 1, roles: wrong })).rejects.toMatchObject({
    data: { fields: { "roles.agent.refund": ["EUR has 2 decimals"] } },
  });
});

test("without the grant nothing can be acted on, and everything else works", async () => {
  at = await openActingStore(app, {}, allScopes);
  const { orderId } = await at.order();
  await expect(at.agent.api.orderActions.look({ orderId })).rejects.toMatchObject({
    code: "order_actions_not_granted",
  });
  expect((await at.agent.api.orderActions.ofOrder({ orderId })).items).toEqual([]);
  await expect(at.admin.api.orderGrant.allow()).rejects.toMatchObject({
    code: "order_actions_not_granted",
    data: { missing: expect.arrayContaining(["write_orders"]) },
  });
  expect(await at.agent.api.orderGrant.status()).toMatchObject({ state: "off", kinds: [] });
});

test("by OAuth a second step asks for the scopes, and taking it back gives them back and asks only for reading", async () => {
  const admin = await newOwner(app);
  const domain = app.newShop();
  await connectByOAuth(admin, domain);
  expect((await admin.api.orderGrant.status()).state).toBe("off");
  const { authorizationUrl } = await admin.api.orderGrant.allow();
  expect(new URL(authorizationUrl ?? "").searchParams.get("scope")).toContain("write_order_edits");
  const returned = await returnTo(admin, await allowAtShopify(authorizationUrl ?? ""));
  expect(returned.get("oauth_grant")).toBe("true");
  const granted = await admin.api.orderGrant.status();
  expect([granted.state, granted.kinds.length]).toEqual(["on", 7]);
  expect(await admin.api.orderGrant.takeBack()).toMatchObject({ state: "off", isStillGranted: false, kinds: [] });
  const again = await admin.api.shopify.connect({ shopDomain: domain });
  expect(new URL(again.authorizationUrl).searchParams.get("scope")).toBe("read_orders,read_customers");
  expect((await connectByOAuth(admin, domain)).has("oauth_grant")).toBe(false);
});

test("a scope that Shopify takes away in the middle is told as such, to who acts and to the admins", async () => {
  const { orderId, shopId } = await at.order();
  const { input } = await prepareAct(at.agent, { orderId }, refund("10"));
  at.store.takeScopes(["write_orders"]);
  const refused = await ended(at.agent, await at.agent.api.orderActions.act(input));
  expect([refused.state, refundsOf(shopId)]).toEqual(["refused", []]);
  expect(refused.answer).toContain("Shopify took back the permission for this");
  expect(await at.admin.api.orderGrant.status()).toMatchObject({ state: "lost", lost: ["write_orders"] });
  expect((await at.admin.api.notifications.list()).items[0]).toMatchObject({
    type: "store_notice",
    message: expect.stringContaining("write_orders"),
  });
  await expect(prepareAct(at.agent, { orderId }, refund("10"))).rejects.toMatchObject({
    code: "order_actions_lost",
    data: { missing: ["write_orders"] },
  });
});
