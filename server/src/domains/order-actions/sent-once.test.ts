import type { OrderAction, OrderPlan } from "@deskhand/contract/actions/action-parts";
import { expect, test } from "vitest";
import type { Fault } from "../../../../stand-ins/shopify/faults.ts";
import {
  type ActingStore,
  act,
  ended,
  lamp,
  lookedInVain,
  poster,
  prepareAct,
  refundOf,
} from "../../testing/store/acting-desk.ts";
import { forEachActingStore } from "../../testing/store/for-each-acting-store.ts";
import type { ShopifyDesk } from "../../testing/store/shopify-desk.ts";
import { until } from "../../testing/take-mail.ts";

let app: ShopifyDesk;
let at: ActingStore;
forEachActingStore((desk, store) => {
  app = desk;
  at = store;
});

type Placed = Awaited<ReturnType<ActingStore["order"]>>;
const lamps = { lineItems: [{ title: "Lamp", price: "20.00", quantity: 2, variantId: lamp.id }] };

/** Each kind of action: its mutation, a plan, and how often it was done to an order. */
const kinds = {
  refund: {
    asking: "refundCreate",
    plan: async () => refundOf({ amount: "10", reason: "Dented" }),
    times: ({ shopId }: Placed) => at.store.order(shopId).refunds.length,
  },
  cancel: {
    asking: "orderCancel(",
    plan: async (): Promise<OrderPlan> => ({
      kind: "cancel",
      reason: "customer",
      note: "",
      restock: true,
      notify: true,
      refund: true,
    }),
    times: ({ shopId }: Placed) => at.store.order(shopId).refunds.length,
  },
  edit: {
    asking: "orderEditCommit",
    plan: async (): Promise<OrderPlan> => ({
      kind: "edit",
      lines: [],
      added: [{ variantId: String(poster.id), quantity: 1 }],
      notify: false,
      note: "",
    }),
    times: ({ shopId }: Placed) => at.store.order(shopId).lineItems.length - 1,
  },
  draft: {
    asking: "draftOrderCreateFromOrder",
    plan: async (): Promise<OrderPlan> => ({ kind: "draft", sendInvoice: false }),
    times: () => at.store.state.drafts?.length ?? 0,
  },
  annotate: {
    asking: "orderUpdate",
    plan: async (): Promise<OrderPlan> => ({ kind: "annotate", addTags: ["vip"], removeTags: [], note: null }),
    times: ({ shopId }: Placed) => at.store.order(shopId).tags.length,
  },
  shipping_notice: {
    asking: "fulfillmentTrackingInfoUpdate",
    async plan({ orderId, shopId }: Placed): Promise<OrderPlan> {
      at.store.shipOrder(shopId, { trackingInfo: [{ company: "DHL", number: "JD1", url: null }] });
      const { shipments } = await at.agent.api.orderActions.look({ orderId });
      return { kind: "shipping_notice", shipmentId: shipments[0]?.shipmentId ?? "" };
    },
    times: () => (at.store.state.mails ?? []).filter(({ kind }) => kind === "shipping update").length,
  },
};
type Kind = keyof typeof kinds;
const each = (...without: Kind[]) => (Object.keys(kinds) as Kind[]).filter((kind) => !without.includes(kind));

/** Begins an action after its preview, with faults that its requests meet. */
async function begin(kind: Kind, ...faults: Fault[]): Promise<{ placed: Placed; begun: OrderAction; times(): number }> {
  const placed = await at.order(lamps);
  const { plan, times } = kinds[kind];
  const { input } = await prepareAct(at.agent, placed, await plan(placed));
  for (const fault of faults) at.store.meet(fault);
  return { placed, begun: await at.agent.api.orderActions.act(input), times: () => times(placed) };
}

const stateOf = async ({ id }: { id: string }) => (await at.agent.api.orderActions.get({ id })).state;
const asOwner = (sql: string, id: string | null) => app.asOwner(sql, id === null ? [] : [id], at.admin.tenantId);
const askedOfStore = () =>
  app.shopify.asked.filter(({ shop }) => shop === at.store.state.domain).map(({ query }) => query);
const askedFor = (name: string) => askedOfStore().filter((query) => query.includes(name)).length;

// A draft is known by the mark that is put on it after it was made, so that a late one is not: it stays unknown.
test.each(each("shipping_notice", "draft"))(
  "a %s that Shopify does after we gave up is found, and done once",
  async (kind) => {
    const { begun, times } = await begin(kind, { kind: "late", asking: kinds[kind].asking, count: 1 });
    // A refund is sent again with its key meanwhile.
    if (kind !== "refund") {
      await until(async () => (await stateOf(begun)) === "looking");
      expect(times()).toBe(0);
    }
    app.shopify.faults.clear();
    expect(await ended(at.agent, begun)).toMatchObject({ state: "done" });
    expect(times()).toBe(1);
  },
);

test.each(each("refund", "shipping_notice"))(
  "a %s that Shopify never shows is unknown, and looking again sends nothing",
  async (kind) => {
    const { begun, times } = await begin(kind, { kind: "cut", asking: kinds[kind].asking, count: 1 });
    const unknown = await lookedInVain(app, at.agent, begun);
    expect(unknown.state).toBe("unknown");
    await at.supervisor.api.orderActions.lookAgain(unknown);
    expect(await ended(at.agent, unknown)).toMatchObject({ state: "unknown", answer: unknown.answer });
    expect(times()).toBe(0);
  },
);

test("looking again at a refund sends nothing although it has a key, tells who looked, and finds what is there", async () => {
  const { begun, times } = await begin("refund", { kind: "late", asking: "refundCreate" });
  expect(await lookedInVain(app, at.agent, begun)).toMatchObject({ state: "unknown" });
  const sent = askedFor("refundCreate");
  await asOwner("update order_actions set sent_at = clock_timestamp() where id = $1", begun.id);
  await at.supervisor.api.orderActions.lookAgain(begun);
  expect(await ended(at.agent, begun)).toMatchObject({ state: "unknown" });
  expect([times(), askedFor("refundCreate")]).toEqual([0, sent]);
  expect((await at.admin.api.audit.list({ kind: "order" })).items).toContainEqual(
    expect.objectContaining({ action: "order.looked", actorName: "supervisor" }),
  );
  // Now Shopify does what it was asked for.
  app.shopify.faults.clear();
  await until(async () => times() === 1);
  await at.agent.api.orderActions.lookAgain(begun);
  expect(await ended(at.agent, begun)).toMatchObject({ state: "done", answer: "Refunded €10.00" });
});

/** Holds the try up while it reads the order, which `act` reads before it. */
const held: Fault = { kind: "slow", asking: "query OrderLook", after: 1, count: 1 };

/** What keeps a try from sending that already read the order. */
const stops: Record<string, { until(id: string): Promise<unknown>; ends: string }> = {
  "the grant was taken back": { until: () => at.admin.api.orderGrant.takeBack(), ends: "refused" },
  "the action ended": {
    until: (id) => asOwner("update order_actions set state = 'ended' where id = $1", id),
    ends: "ended",
  },
};

test.each(Object.entries(stops))("nothing is sent when %s while the order was read", async (_, stop) => {
  const { begun, times } = await begin("draft", held);
  await until(async () => (await stateOf(begun)) === "sent" && at.store.unmet().length === 0);
  await stop.until(begun.id);
  app.shopify.faults.clear();
  expect((await ended(at.agent, begun)).state).toBe(stop.ends);
  await until(
    async () =>
      (await app.asOwner("select 1 from effects where state in ('planned', 'sent')", [], at.admin.tenantId)).length ===
      0,
  );
  expect([times(), await stateOf(begun)]).toEqual([0, stop.ends]);
});

test.each(each("refund", "cancel", "annotate"))(
  "of two tries of a %s, of which the first was held up, one sends",
  async (kind) => {
    const { begun, times } = await begin(kind, held);
    const before = askedOfStore().length;
    await until(async () => (await stateOf(begun)) === "sent" && at.store.unmet().length === 0);
    // As if another process had taken it over after a minute, and had done it.
    await asOwner("update effects set tries = tries + 1 where id = $1", begun.id);
    await asOwner("update effects set due_at = now() where id = $1", begun.id);
    app.shopify.faults.clear();
    expect(await ended(at.agent, begun)).toMatchObject({ state: "done" });
    expect(times()).toBe(1);
    // It was sent by the second one, after it had read the order too.
    const queries = askedOfStore().slice(before);
    const upToSending = queries.slice(
      0,
      queries.findIndex((query) => query.includes(kinds[kind].asking)),
    );
    expect(upToSending.filter((query) => query.includes("query OrderLook"))).toHaveLength(2);
  },
);

test("a fault after Shopify began to cancel is not told as refused, and the cancellation is found", async () => {
  at.store.state.jobLooks = 3;
  const { begun, times } = await begin("cancel", { kind: "500", asking: "query Job", count: 1 });
  expect(await ended(at.agent, begun)).toMatchObject({ state: "done", result: { refunded: { amount: "40.00" } } });
  expect([times(), askedFor("orderCancel(")]).toEqual([1, 1]);
});

test("a cancellation of which Shopify no longer lets us read what became is unknown, not refused", async () => {
  const { begun } = await begin("cancel", { kind: "revoked", asking: "query Job", count: 1 });
  await until(async () => (await stateOf(begun)) === "looking");
  await asOwner("update effects set begun_at = begun_at - interval '1 hour' where id = $1", begun.id);
  expect((await ended(at.agent, begun)).state).toBe("unknown");
});

test("what Shopify refuses of an edit before it is committed ends the action with its words", async () => {
  const { begun, times } = await begin("edit", { kind: "throttled", asking: "mutation BeginEdit", count: 1 });
  at.store.state.variants = [];
  expect(await ended(at.agent, begun)).toMatchObject({ state: "refused", answer: "The variant does not exist." });
  expect(times()).toBe(0);
});

test("an outcome that cannot be stored ends the action as unknown, and its order can be acted on", async () => {
  const { placed, begun, times } = await begin("refund", { kind: "lost", asking: "refundCreate", count: 1 });
  await asOwner(
    `create function no_result() returns trigger language plpgsql as $$ begin raise 'no result'; end $$`,
    null,
  );
  await asOwner(
    "create trigger no_result before update on order_actions for each row when (new.state = 'done') execute function no_result()",
    null,
  );
  expect(await ended(at.agent, begun)).toMatchObject({
    state: "unknown",
    answer: "What Shopify said could not be stored",
  });
  await asOwner("drop trigger no_result on order_actions", null);
  await asOwner("drop function no_result()", null);
  expect([times(), app.takeErrors().length]).toEqual([1, 1]);
  expect((await act(at.agent, placed, refundOf({ amount: "5", reason: "Dented" }))).state).toBe("planned");
});

test("an action whose key another effect has is refused, and holds up nothing", async () => {
  const placed = await at.order(lamps);
  const first = await prepareAct(at.agent, placed, refundOf({ amount: "5", reason: "Dented" }));
  await app.asOwner(
    "insert into effects (client_id, id, kind, target_id, request, cause_kind, cause_name, state) values ($2, $1, 'webhook', $1, '{}', 'system', 'Deskhand', 'done')",
    [first.input.idempotencyKey, at.admin.tenantId],
    at.admin.tenantId,
  );
  await expect(at.agent.api.orderActions.act(first.input)).rejects.toMatchObject({ code: "input_invalid" });
  expect((await at.agent.api.orderActions.ofOrder(placed)).items).toEqual([]);
});

test("an address that Shopify wrote in its own way is found after a lost answer", async () => {
  const placed = await at.order(lamps);
  const address = {
    firstName: "Ann",
    lastName: "Lee",
    company: null,
    address1: "1 High  St",
    address2: null,
    zip: "sw1a 1aa",
    city: "London",
    provinceCode: "ENG",
    countryCode: "GB",
    phone: "020 7946 0018",
  };
  at.store.meet({ kind: "late", asking: "orderUpdate", count: 1 });
  const begun = await act(at.agent, placed, { kind: "address", address });
  await until(async () => (await stateOf(begun)) === "looking");
  const written = { address1: "1 High St", zip: "SW1A 1AA", phone: "+442079460018" };
  const shippingAddress = Object.assign({ province: "England", country: "United Kingdom" }, address, written);
  at.store.updateOrder(placed.shopId, { shippingAddress });
  expect((await ended(at.agent, begun)).state).toBe("done");
});

test("a request that certainly did nothing is as if not sent", async () => {
  const { begun, times } = await begin("shipping_notice", {
    kind: "throttled",
    asking: "fulfillmentTrackingInfoUpdate",
    count: 1,
  });
  expect(await ended(at.agent, begun)).toMatchObject({ state: "done" });
  expect(times()).toBe(1);
});
