import type { OrderPlan, ShippingAddress } from "@deskhand/contract/actions/action-parts";
import { expect, test } from "vitest";
import { type ActingStore, act, ended, lamp, poster, prepareAct } from "../../testing/store/acting-desk.ts";
import { forEachActingStore } from "../../testing/store/for-each-acting-store.ts";
import { until } from "../../testing/take-mail.ts";

let at: ActingStore;
forEachActingStore((_desk, store) => {
  at = store;
});

const cancelPlan = (change: object = {}): OrderPlan => ({
  kind: "cancel",
  reason: "customer",
  note: "",
  restock: true,
  notify: true,
  refund: true,
  ...change,
});
const stockOf = (id: number) => at.store.state.variants?.find((variant) => variant.id === id)?.stock;
const mailsOf = () => at.store.state.mails ?? [];
const japanese: ShippingAddress = {
  firstName: "美咲",
  lastName: "田中",
  company: null,
  address1: "丸の内1-1-1 パレスビル 5階",
  address2: null,
  zip: "100-0005",
  city: "千代田区",
  provinceCode: "JP-13",
  countryCode: "JP",
  phone: "+81 3-1234-5678",
};

test("a cancellation says what goes back, is done by Shopify's job, and refunds, restocks and mails once", async () => {
  at.store.state.jobLooks = 3;
  const { orderId, shopId, name } = await at.order();
  const { preview, input } = await prepareAct(at.agent, { orderId, ticketId: at.ticketId }, cancelPlan());
  expect(preview.outcome).toMatchObject({ refund: { amount: "40.00" }, restocked: 2, sent: 0, isPaymentLetGo: false });
  const done = await ended(at.agent, await at.agent.api.orderActions.act(input));
  expect(done).toMatchObject({
    state: "done",
    words: `Cancel ${name} and refund €40.00`,
    result: { refunded: { amount: "40.00" } },
  });
  expect(at.store.order(shopId)).toMatchObject({ cancelReason: "CUSTOMER", financialStatus: "REFUNDED" });
  expect([stockOf(lamp.id), mailsOf()]).toEqual([7, [{ kind: "cancellation", to: "ann@example.com" }]]);
  await until(async () => (await at.agent.api.orders.get({ id: orderId })).cancelledAt !== null);
});

test("a cancellation whose answer was lost is found by its mark, and one by somebody else is told as theirs", async () => {
  const { orderId, shopId } = await at.order();
  at.store.meet({ kind: "lost", asking: "orderCancel(", count: 1 });
  expect(await ended(at.agent, await act(at.agent, { orderId }, cancelPlan()))).toMatchObject({ state: "done" });
  expect(at.store.order(shopId).refunds).toHaveLength(1);

  const other = await at.order();
  const { input } = await prepareAct(at.agent, other, cancelPlan({ refund: false }));
  at.store.cancelOrder(other.shopId);
  await expect(at.agent.api.orderActions.act(input)).rejects.toMatchObject({
    code: "order_changed_meanwhile",
    data: { changes: [{ what: "cancelled", from: null }] },
  });
});

test("a shipping address in Japanese is changed as it is, shown beside the old one, and not twice", async () => {
  const { orderId, shopId } = await at.order();
  at.store.meet({ kind: "lost", asking: "orderUpdate", count: 1 });
  const plan: OrderPlan = { kind: "address", address: japanese };
  const { preview, input } = await prepareAct(at.agent, { orderId }, plan);
  expect(preview.outcome).toMatchObject({
    before: null,
    after: japanese,
    changed: expect.arrayContaining(["city", "zip"]),
  });
  expect(await ended(at.agent, await at.agent.api.orderActions.act(input))).toMatchObject({ state: "done" });
  expect(at.store.order(shopId).shippingAddress).toMatchObject({
    city: "千代田区",
    country: "Japan",
    lastName: "田中",
  });
  await expect(prepareAct(at.agent, { orderId }, plan)).rejects.toMatchObject({
    data: { fields: { "plan.address": ["This is the order's address already"] } },
  });
});

test("items are changed and added, with the sum that the customer then owes, also if the commit's answer was lost", async () => {
  const { orderId, shopId } = await at.order();
  const { lines } = await at.agent.api.orderActions.look({ orderId });
  const found = await at.agent.api.orderActions.variants({ search: "poster" });
  expect(found.items).toMatchObject([{ title: "Poster", price: "5.00", available: null }]);
  at.store.meet({ kind: "lost", asking: "orderEditCommit", count: 1 });
  const plan: OrderPlan = {
    kind: "edit",
    lines: [{ lineItemId: lines[0]?.lineItemId ?? "", quantity: 3, restock: false }],
    added: [{ variantId: String(poster.id), quantity: 2 }],
    notify: false,
    note: "",
  };
  const { preview, input } = await prepareAct(at.agent, { orderId }, plan);
  expect(preview.outcome).toMatchObject({
    before: { amount: "40.00" },
    after: { amount: "70.00" },
    balance: "customer_pays",
    difference: { amount: "30.00" },
  });
  expect(at.store.order(shopId).isEdited).toBe(false);
  expect(await ended(at.agent, await at.agent.api.orderActions.act(input))).toMatchObject({ state: "done" });
  const { lineItems, financialStatus } = at.store.order(shopId);
  expect([lineItems.map(({ currentQuantity }) => currentQuantity), financialStatus]).toEqual([
    [3, 2],
    "PARTIALLY_PAID",
  ]);
});

test("pieces that were sent cannot be taken off", async () => {
  const { orderId, shopId } = await at.order();
  at.store.shipOrder(shopId, { lines: [{ line: 0, quantity: 1 }] });
  const { lines } = await at.agent.api.orderActions.look({ orderId });
  const line = { lineItemId: lines[0]?.lineItemId ?? "", quantity: 0, restock: true };
  const plan: OrderPlan = { kind: "edit", lines: [line], added: [], notify: false, note: "" };
  await expect(prepareAct(at.agent, { orderId }, plan)).rejects.toMatchObject({
    data: { fields: { "plan.lines": ["Of Lamp, 1 were sent already and cannot be taken off"] } },
  });
});

test("an order is duplicated as one draft and its invoice sent once, also if the invoice's answer was lost", async () => {
  const { orderId } = await at.order();
  at.store.meet({ kind: "lost", asking: "draftOrderInvoiceSend", count: 1 });
  const done = await ended(at.agent, await act(at.agent, { orderId }, { kind: "draft", sendInvoice: true }));
  expect(done).toMatchObject({
    state: "done",
    result: { draft: { name: "#D1", isInvoiceSent: true, total: { amount: "40.00" } } },
  });
  expect([at.store.state.drafts?.length, mailsOf()]).toEqual([1, [{ kind: "invoice", to: "ann@example.com" }]]);
});

test("a draft that is only like the one whose answer was lost is left alone, and none is made again", async () => {
  const { orderId } = await at.order();
  at.store.meet({ kind: "lost", asking: "draftOrderCreateFromOrder", count: 1 });
  const begun = await act(at.agent, { orderId }, { kind: "draft", sendInvoice: true });
  await until(async () => (await at.agent.api.orderActions.get({ id: begun.id })).answer?.includes("does not show"));
  expect((await at.agent.api.orderActions.get({ id: begun.id })).state).toBe("looking");
  expect([at.store.state.drafts, mailsOf()]).toMatchObject([[{ name: "#D1", tags: [] }], []]);
});

test("no invoice is sent for another sum than the one that somebody saw", async () => {
  const { orderId } = await at.order();
  const { input } = await prepareAct(at.agent, { orderId }, { kind: "draft", sendInvoice: true });
  at.store.state.draftPriceRise = "5.00";
  const done = await ended(at.agent, await at.agent.api.orderActions.act(input));
  expect(done).toMatchObject({
    state: "done",
    answer: "The draft #D1 is made. It costs €45.00 instead of €40.00, so its invoice was not sent",
    result: { draft: { isInvoiceSent: false, total: { amount: "45.00" } } },
  });
  expect(mailsOf()).toEqual([]);
});

test("a shipping notice is sent again, and never a second time by itself", async () => {
  const { orderId, shopId } = await at.order();
  at.store.shipOrder(shopId, { trackingInfo: [{ company: "DHL", number: "JD1", url: null }] });
  const { shipments } = await at.agent.api.orderActions.look({ orderId });
  const plan: OrderPlan = { kind: "shipping_notice", shipmentId: shipments[0]?.shipmentId ?? "" };
  expect(await ended(at.agent, await act(at.agent, { orderId }, plan))).toMatchObject({ state: "done" });
  at.store.meet({ kind: "lost", asking: "fulfillmentTrackingInfoUpdate", count: 1 });
  const lost = await ended(at.agent, await act(at.agent, { orderId }, plan));
  expect([lost.state, mailsOf().length]).toEqual(["unknown", 2]);
  expect(lost.answer).toContain("does not tell whether the mail left");
});

const parcel = (number: string | null, url: string | null = null, company = "DHL") => ({ company, number, url });

test.each([
  ["six parcels", [1, 2, 3, 4, 5, 6].map((n) => parcel(`JD${n}`, `https://dhl.example/${n}`)), true],
  ["no links", [parcel("JD1"), parcel("JD2")], true],
  ["a link of only one", [parcel("JD1", "https://dhl.example/1"), parcel("JD2")], false],
  ["two carriers", [parcel("JD1"), parcel("UP2", null, "UPS")], false],
  ["a parcel without a number", [parcel("JD1"), parcel(null)], false],
])("a notice of a shipment with %s is sent only if no tracking is lost", async (_, trackingInfo, isOffered) => {
  const { orderId, shopId } = await at.order();
  at.store.shipOrder(shopId, { trackingInfo });
  const { shipments, offers } = await at.agent.api.orderActions.look({ orderId });
  expect(offers.find(({ kind }) => kind === "shipping_notice")?.state).toBe(isOffered ? "may" : "no");
  const plan: OrderPlan = { kind: "shipping_notice", shipmentId: shipments[0]?.shipmentId ?? "" };
  if (!isOffered)
    return expect(prepareAct(at.agent, { orderId }, plan)).rejects.toMatchObject({ code: "order_action_impossible" });
  await ended(at.agent, await act(at.agent, { orderId }, plan));
  expect(at.store.order(shopId).fulfillments[0]?.trackingInfo).toEqual(trackingInfo);
});

test("a parcel's number that was corrected since is not overwritten by the old one", async () => {
  const { orderId, shopId } = await at.order();
  at.store.shipOrder(shopId, { trackingInfo: [parcel("JD1")] });
  const { shipments } = await at.agent.api.orderActions.look({ orderId });
  const shipmentId = shipments[0]?.shipmentId ?? "";
  const { input } = await prepareAct(at.agent, { orderId }, { kind: "shipping_notice", shipmentId });
  at.store.updateFulfillment(shopId, Number(shipmentId), { trackingInfo: [parcel("JD2")] });
  await expect(at.agent.api.orderActions.act(input)).rejects.toMatchObject({
    data: { changes: [{ what: "shipped", from: null, to: null }] },
  });
});

test("what was shown of an edit's sum is done, or refused if a product's price changed since", async () => {
  const { orderId, shopId } = await at.order();
  const added = [{ variantId: String(poster.id), quantity: 1 }];
  const plan: OrderPlan = { kind: "edit", lines: [], added, notify: false, note: "" };
  const { input } = await prepareAct(at.agent, { orderId }, plan);
  at.store.state.variants = [{ ...lamp }, { ...poster, price: "300.00" }];
  await expect(at.agent.api.orderActions.act(input)).rejects.toMatchObject({
    data: { changes: [{ what: "amount", from: "45.00 EUR", to: "340.00 EUR" }] },
  });
  expect(at.store.order(shopId).isEdited).toBe(false);
});

test("tags and the note are changed together, and a change that nobody saw is not overwritten", async () => {
  const { orderId, shopId } = await at.order({ tags: ["vip", "old"], note: "Ring twice" });
  const plan: OrderPlan = { kind: "annotate", addTags: ["damaged"], removeTags: ["OLD"], note: "Ring once" };
  const { preview, input } = await prepareAct(at.agent, { orderId }, plan);
  expect(preview.outcome).toMatchObject({
    added: ["damaged"],
    removed: ["old"],
    note: { from: "Ring twice", to: "Ring once" },
  });
  at.store.updateOrder(shopId, { note: "Leave at the door" });
  await expect(at.agent.api.orderActions.act(input)).rejects.toMatchObject({
    data: { changes: [{ what: "note", from: null, to: null }] },
  });
  expect(await ended(at.agent, await act(at.agent, { orderId }, plan))).toMatchObject({ state: "done" });
  expect(at.store.order(shopId)).toMatchObject({ tags: ["vip", "damaged"], note: "Ring once" });
});

test("actions that an order does not allow are offered with the reason", async () => {
  const { orderId, shopId } = await at.order({ financialStatus: "PENDING" });
  at.store.cancelOrder(shopId);
  const { offers } = await at.agent.api.orderActions.look({ orderId });
  expect(Object.fromEntries(offers.map(({ kind, because }) => [kind, because]))).toMatchObject({
    refund: "Nothing was paid for this order",
    cancel: "The order is cancelled already",
    edit: "The order is cancelled",
    shipping_notice: "No parcel of it has a tracking number",
    annotate: null,
  });
});
