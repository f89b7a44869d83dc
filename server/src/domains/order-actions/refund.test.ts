import type { OrderPlan } from "@deskhand/contract/actions/action-parts";
import { expect, test } from "vitest";
import {
  type ActingStore,
  act,
  actingScopes,
  ended,
  lamp,
  lookedInVain,
  openActingStore,
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

const nowhere = { firstName: null, lastName: null, company: null, address2: null, phone: null };
const lineOf = async (orderId: string, place = 0) =>
  (await at.agent.api.orderActions.look({ orderId })).lines[place]?.lineItemId ?? "";

const refundsOf = (shopId: number) => at.store.order(shopId).refunds.map(({ amount }) => amount);

test("a refund is previewed, done once at Shopify, and told in the trail, the audit log and the order", async () => {
  const { orderId, shopId, name } = await at.order({ shipping: "4.90" });
  const lineItemId = await lineOf(orderId);
  const plan = refundOf({
    lines: [{ lineItemId, quantity: 1, restock: "cancel", locationId: null }],
    withShipping: true,
  });
  const { preview, input } = await prepareAct(at.agent, { orderId, ticketId: at.ticketId }, plan);
  expect(preview).toMatchObject({
    above: null,
    outcome: {
      amount: { amount: "24.90", currency: "EUR", shown: null },
      most: { amount: "44.90" },
      parts: { items: { amount: "20.00" }, shipping: { amount: "4.90" } },
      stock: [{ title: "Lamp", quantity: 1, restock: "cancel", location: "Warehouse", isCounted: true }],
    },
  });
  const begun = await at.agent.api.orderActions.act(input);
  expect(begun).toMatchObject({ state: "planned", words: `Refund €24.90 of ${name}`, by: { name: "agent" } });
  expect((await at.agent.api.orderActions.act(input)).id).toBe(begun.id);
  const done = await ended(at.agent, begun);
  expect(done).toMatchObject({ state: "done", result: { refunded: { amount: "24.90", currency: "EUR" } } });
  expect(refundsOf(shopId)).toEqual(["24.9"]);
  expect(at.store.state.variants?.find(({ id }) => id === lamp.id)?.stock).toBe(6);
  await until(async () => (await at.agent.api.orders.get({ id: orderId })).totalRefunded === "24.9");
  const { items } = await at.agent.api.tickets.activity({ id: at.ticketId });
  expect(items.find(({ kind }) => kind === "order_action")).toMatchObject({
    kind: "order_action",
    actorName: "agent",
    to: `did this at Shopify: ${begun.words}`,
  });
  const audit = await at.admin.api.audit.list({ kind: "order" });
  expect(audit.items[0]).toMatchObject({
    action: "order.done",
    subject: begun.words,
    details: { amount: "24.90 EUR" },
  });
  expect((await at.agent.api.orderActions.ofTicket({ ticketId: at.ticketId })).items).toMatchObject([{ id: begun.id }]);
});

test("pieces go back into stock only where they are, as sent or never sent, and to a place", async () => {
  const { orderId, shopId } = await at.order({
    lineItems: [{ title: "Lamp", price: "20.00", quantity: 3, variantId: lamp.id }],
  });
  at.store.shipOrder(shopId, { lines: [{ line: 0, quantity: 1 }] });
  const lineItemId = await lineOf(orderId);
  const back = (quantity: number, restock: "return" | "cancel", locationId: string | null = null) =>
    refundOf({ lines: [{ lineItemId, quantity, restock, locationId }] });
  for (const [plan, words] of [
    [back(2, "return"), "Of Lamp, 1 were sent. Others go back into stock as never sent"],
    [back(3, "cancel"), "Of Lamp, 2 were never sent. Others go back into stock as returned"],
  ] as const)
    await expect(prepareAct(at.agent, { orderId }, plan)).rejects.toMatchObject({
      data: { fields: { "plan.lines": [words] } },
    });
  await ended(at.agent, await act(at.agent, { orderId }, back(1, "return", "9")));
  await ended(at.agent, await act(at.agent, { orderId }, back(2, "cancel")));
  const restocked = at.store.order(shopId).refunds.flatMap(({ lineItems }) => lineItems);
  expect(restocked).toMatchObject([
    { quantity: 1, restockType: "RETURN", locationId: 9 },
    { quantity: 2, restockType: "CANCEL", locationId: 9 },
  ]);

  at = await openActingStore(
    app,
    {},
    actingScopes.filter((scope) => scope !== "read_locations"),
  );
  const other = await at.order();
  const line = { lineItemId: await lineOf(other.orderId), quantity: 1, locationId: null };
  await expect(
    prepareAct(at.agent, other, refundOf({ lines: [{ ...line, restock: "cancel" }] })),
  ).rejects.toMatchObject({
    data: { fields: { "plan.lines": [expect.stringContaining("does not let Deskhand read the store's locations")] } },
  });
  const done = await act(at.agent, other, refundOf({ lines: [{ ...line, restock: "none" }] }));
  expect((await ended(at.agent, done)).state).toBe("done");
});

test("a refund counts as asked until its payment confirms it, and one that the payment refuses is told as refused", async () => {
  at.store.state.refundStatus = "PENDING";
  const { orderId, shopId } = await at.order();
  const begun = await act(at.agent, { orderId }, refundOf({ amount: "30", reason: "Dented" }));
  await until(async () => (await at.agent.api.orderActions.get({ id: begun.id })).answer !== null);
  expect(await at.agent.api.orderActions.get({ id: begun.id })).toMatchObject({
    state: "looking",
    answer: "Shopify has the refund, and its payment has not confirmed it yet",
    money: { amount: "30.00" },
  });
  expect((await at.agent.api.orderLimits.get()).own.used).toBe("30.00");
  at.store.settleRefunds(shopId, "SUCCESS");
  expect(await ended(at.agent, begun)).toMatchObject({ state: "done", answer: "Refunded €30.00" });

  at.store.state.refundStatus = "FAILURE";
  const refused = await ended(
    at.agent,
    await act(at.agent, await at.order(), refundOf({ amount: "5", reason: "Late" })),
  );
  expect(refused).toMatchObject({
    state: "refused",
    answer: "No money went back, though Shopify lists the refund. Bogus Gateway refused it: card declined",
  });
  expect((await at.agent.api.orderLimits.get()).own.used).toBe("30.00");
});

test("an answer lost after the refund was made is found out, and the money moves once", async () => {
  const { orderId, shopId } = await at.order();
  at.store.meet({ kind: "lost", asking: "refundCreate", count: 1 });
  const plan = refundOf({
    lines: [{ lineItemId: await lineOf(orderId), quantity: 2, restock: "none", locationId: null }],
  });
  const done = await ended(at.agent, await act(at.agent, { orderId, ticketId: at.ticketId }, plan));
  expect(done).toMatchObject({ state: "done", answer: "Refunded €40.00" });
  expect(refundsOf(shopId)).toEqual(["40"]);
});

test("a refund whose request never came is made by the next try", async () => {
  const { orderId, shopId } = await at.order();
  at.store.meet({ kind: "cut", asking: "refundCreate", count: 1 });
  const plan = refundOf({ amount: "12.5", reason: "Dented" });
  expect(await ended(at.agent, await act(at.agent, { orderId }, plan))).toMatchObject({ state: "done" });
  expect(refundsOf(shopId)).toEqual(["12.5"]);
});

test("after a lost request nothing is refunded on top of what somebody else refunded meanwhile", async () => {
  const { orderId, shopId } = await at.order();
  at.store.meet({ kind: "cut", asking: "refundCreate", count: 1 });
  const begun = await act(at.agent, { orderId }, refundOf({ amount: "10", reason: "Dented" }));
  await until(async () => at.store.unmet().length === 0);
  at.store.refundOrder(shopId, { amount: "10.00" });
  const done = await lookedInVain(app, at.agent, begun);
  expect([done.state, done.answer, refundsOf(shopId)]).toEqual([
    "unknown",
    "Shopify does not show the refund",
    ["10.00"],
  ]);
});

test("of two agents who refund at once, one does, and the other is told what changed", async () => {
  const { orderId, shopId } = await at.order();
  const plan = refundOf({ amount: "30", reason: "Dented" });
  const [one, another] = await Promise.all([
    prepareAct(at.agent, { orderId }, plan),
    prepareAct(at.supervisor, { orderId }, plan),
  ]);
  const tried = await Promise.allSettled([
    at.agent.api.orderActions.act(one.input),
    at.supervisor.api.orderActions.act(another.input),
  ]);
  const begun = tried.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(begun).toHaveLength(1);
  for (const action of begun) await ended(at.admin, action);
  expect(refundsOf(shopId)).toEqual(["30"]);
  await expect(
    at.supervisor.api.orderActions.act({ ...another.input, idempotencyKey: crypto.randomUUID() }),
  ).rejects.toMatchObject({
    code: "order_changed_meanwhile",
    data: { changes: expect.arrayContaining([{ what: "refunded", from: "0.00", to: "30.00" }]) },
  });
});

test("more than is left, another amount without a reason, and decimals that the currency has not are refused by name", async () => {
  const { orderId } = await at.order();
  const preview = (change: object) => prepareAct(at.admin, { orderId }, refundOf({ reason: "Dented", ...change }));
  await expect(preview({ amount: "40.01" })).rejects.toMatchObject({
    code: "order_refund_too_much",
    data: { most: "40.00", currency: "EUR" },
  });
  await expect(preview({ amount: "10", reason: "" })).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { "plan.reason": ["Say why it is another amount"] } },
  });
  await expect(preview({ amount: "1.005" })).rejects.toMatchObject({
    data: { fields: { "plan.amount": ["EUR has 2 decimals"] } },
  });
  await expect(preview({ amount: null })).rejects.toMatchObject({
    data: { fields: { "plan.lines": ["Choose what is refunded"] } },
  });
});

test.each([
  ["HUF", { currency: "HUF", price: "1234.56", amount: "1234.56", words: "HUF 1,234.56", wrong: "1.005" }],
  ["JPY", { currency: "JPY", price: "2000", amount: "1500", words: "¥1,500", wrong: "10.5" }],
  ["KWD", { currency: "KWD", price: "20.250", amount: "1.125", words: "KWD 1.125", wrong: "1.0005" }],
])("refunds are exact in %s", async (_, { currency, price, amount, words, wrong }) => {
  at = await openActingStore(app, { currency });
  const { orderId, shopId } = await at.order({ lineItems: [{ title: "Lamp", price, quantity: 1 }] });
  await expect(prepareAct(at.agent, { orderId }, refundOf({ amount: wrong, reason: "Dented" }))).rejects.toMatchObject({
    code: "input_invalid",
  });
  const done = await ended(at.agent, await act(at.agent, { orderId }, refundOf({ amount, reason: "Dented" })));
  expect(done.words.replace("\u00a0", " ")).toContain(words);
  expect(refundsOf(shopId)).toEqual([amount]);
});

test("a customer who paid in another currency is refunded in theirs, and limits count in the store's", async () => {
  const { orderId, shopId } = await at.order({ presentment: { currency: "USD", rate: "1.1" } });
  const { preview, input } = await prepareAct(at.agent, { orderId }, refundOf({ amount: "10.99", reason: "Dented" }));
  expect(preview.outcome).toMatchObject({
    amount: { amount: "10.00", currency: "EUR", shown: { amount: "10.99", currency: "USD" } },
  });
  const done = await ended(at.agent, await at.agent.api.orderActions.act(input));
  expect(done.result?.refunded?.shown).toEqual({ amount: "10.99", currency: "USD" });
  expect(at.store.order(shopId).refunds[0]?.shownAmount).toBe("10.99");
});

test("an order paid by a gift card and a card gets it back on both, the gift card first", async () => {
  const at0 = "2026-11-20T10:00:00Z";
  const paid = (id: number, amount: string, gateway: string) => ({
    id,
    kind: "SALE",
    status: "SUCCESS",
    amount,
    gateway,
    createdAt: at0,
  });
  const { orderId, shopId } = await at.order({
    transactions: [paid(1, "15.00", "gift_card"), paid(2, "25.00", "bogus")],
  });
  const { preview, input } = await prepareAct(at.agent, { orderId }, refundOf({ amount: "18", reason: "Dented" }));
  expect(preview.outcome).toMatchObject({
    payments: [
      { isGiftCard: true, amount: { amount: "15.00" } },
      { isGiftCard: false, amount: { amount: "3.00" } },
    ],
  });
  await ended(at.agent, await at.agent.api.orderActions.act(input));
  const back = at.store.order(shopId).transactions.filter(({ kind }) => kind === "REFUND");
  expect(back.map(({ parentId, amount }) => [parentId, amount])).toEqual([
    [1, "15.00"],
    [2, "3.00"],
  ]);
});

test("an order of 230 lines is looked at and refunded whole", async () => {
  const lineItems = Array.from({ length: 230 }, (_, line) => ({ title: `Bead ${line}`, price: "0.10", quantity: 1 }));
  const { orderId, shopId } = await at.order({ lineItems });
  const { lines } = await at.agent.api.orderActions.look({ orderId });
  expect(lines).toHaveLength(230);
  const plan = refundOf({
    lines: lines.map(({ lineItemId }) => ({ lineItemId, quantity: 1, restock: "return", locationId: null })),
  });
  const { preview, input } = await prepareAct(at.agent, { orderId }, plan);
  expect(preview.outcome).toMatchObject({
    amount: { amount: "23.00" },
    stock: expect.arrayContaining([expect.objectContaining({ isCounted: false })]),
  });
  expect(await ended(at.agent, await at.agent.api.orderActions.act(input))).toMatchObject({ state: "done" });
  expect(refundsOf(shopId)).toEqual(["23"]);
});

test("a refund made here is a colleague's in what changed since the customer wrote, and fills placeholders", async () => {
  // Shopify's times are accurate to the second.
  await app.asOwner("update ticket_messages set created_at = created_at - interval '1 hour'", [], at.admin.tenantId);
  const { ticketId } = at;
  const { customer } = await at.agent.api.tickets.get({ id: ticketId });
  const email = customer?.email ?? "";
  const { orderId, shopId, name: orderNumber } = await at.order({ email });
  await ended(at.agent, await act(at.agent, { orderId, ticketId }, refundOf({ amount: "5", reason: "Dented" })));
  // Another one of the same amount was made in Shopify, some seconds later.
  const later = new Date(Date.parse(at.store.order(shopId).refunds[0]?.createdAt ?? "") + 10_000);
  at.store.refundOrder(shopId, { amount: "5.00", createdAt: later.toISOString().replace(".000Z", "Z") });
  const { order } = await at.agent.api.tracking.look({ ticketId, orderNumber });
  const refunds = order.since?.changes.filter(({ kind }) => kind === "refunded") ?? [];
  expect(refunds).toMatchObject([
    { amount: "5.0", by: "agent" },
    { amount: "5.0", by: null },
  ]);
  const told = { title: "Refunded", category: "Refunds", tags: [], content: "{{refund.amount}} of {{order.name}}" };
  const { id } = await at.admin.api.cannedResponses.create({ ...told, idempotencyKey: crypto.randomUUID() });
  const fill = { id, ticketId, to: [email] };
  // The ticket does not name it: an answer that is begun after an action does.
  expect((await at.agent.api.cannedResponses.fill(fill)).content).toBe(told.content);
  expect((await at.agent.api.cannedResponses.fill({ ...fill, orderNumber })).content).toBe(`€5.00 of ${orderNumber}`);
  const elsewhere = await at.agent.api.cannedResponses.fill({ ...fill, to: ["else@example.com"], orderNumber });
  expect(elsewhere.content).toBe(told.content);
  await at.agent.api.tracking.saveOrderNumber({ ticketId, orderNumber });
  const { values } = await at.agent.api.cannedResponses.values({ ticketId, to: [email] });
  expect(values["refund.amount"]).toBe("€5.00");
  expect(values).not.toHaveProperty("invoice.link");
  const address = {
    ...nowhere,
    lastName: "Lee",
    address1: "5 Elm St",
    zip: "78701",
    city: "Austin",
    provinceCode: "TX",
  };
  const moved: OrderPlan = { kind: "address", address: { ...address, countryCode: "US" } };
  await ended(at.agent, await act(at.agent, { orderId, ticketId }, moved));
  const cancel = { kind: "cancel", reason: "customer", note: "", restock: false, notify: false, refund: true } as const;
  await ended(at.agent, await act(at.agent, { orderId, ticketId }, cancel));
  expect((await at.agent.api.cannedResponses.values({ ticketId, to: [email] })).values).toMatchObject({
    "address.new": "Lee, 5 Elm St, Austin, TX 78701, United States",
    "cancellation.amount": "€30.00",
    "refund.amount": "€30.00",
    "cancellation.date": values["refund.date"],
  });
  const toOthers = await at.agent.api.cannedResponses.values({ ticketId, to: ["else@example.com"] });
  expect(toOthers.withheld).toEqual(expect.arrayContaining(["address.new", "cancellation.amount"]));
});
