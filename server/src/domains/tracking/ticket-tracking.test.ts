import { randomUUID } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import type { Desk } from "../../testing/open-desk.ts";
import { daysAgo, type OrderDesk, openOrderDesk } from "../../testing/store/order-desk.ts";
import { customerReplies, makeTicket } from "../../testing/test-desk.ts";
import { newAddress, type Person } from "../../testing/test-people.ts";
import type { ImportedOrder } from "../orders/index.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let inStore: OrderDesk["inStore"];
let order: OrderDesk["order"];
beforeAll(async () => {
  ({ app, owner, agent, inStore, order } = await openOrderDesk());
});
afterAll(() => app.stop());

const parcel = (number: string, makings: Partial<ImportedOrder["fulfillments"][number]> = {}) => ({
  id: newId(),
  status: "success",
  display_status: "in_transit",
  shopify_created_at: daysAgo(3),
  tracking_number: number,
  tracking_company: "DHL Express",
  tracking_url: null,
  ...makings,
});

const stepsOf = async (ticketId: string) => {
  const { items } = await agent.api.tickets.activity({ id: ticketId });
  return items
    .filter(({ kind }) => kind === "order_changed")
    .map(({ from, to, actorName }) => ({ from, to, actorName }));
};

test("shows the customer's three newest orders and the store's values, each parcel with its events", async () => {
  const from = newAddress("buyer");
  for (const [days, name] of [
    [40, "#2001"],
    [30, "#2002"],
    [20, "#2003"],
  ] as const) {
    await order(name, { from, shopify_created_at: daysAgo(days) });
  }
  const item = { id: newId(), title: "Linen lamp", quantity: 2, price: "29.50", variant_title: "Sand" } as const;
  const rest = { sku: null, product_image_url: null, shopify_product_id: null };
  const id = await order("#2004", { from, lineItems: [{ ...item, ...rest }], fulfillments: [parcel("JD 014/6")] });
  const ticket = await makeTicket(app, owner, { from });
  await makeTicket(app, owner, { from });

  const { customer, ...shown } = await agent.api.tracking.ofTicket({ ticketId: ticket.id });
  expect(customer).toMatchObject({ name: "Ann Lee", email: from, otherTickets: 1, isVerified: false, currency: "EUR" });
  expect(customer?.orders.map(({ name }) => name)).toEqual(["#2004", "#2003", "#2002"]);
  expect(customer?.orders[0]).toMatchObject({
    id,
    orderNumber: "2004",
    totalPrice: "59.00",
    lineCount: 1,
    since: null,
    items: [{ title: "Linen lamp", variantTitle: "Sand", quantity: 2, price: "29.50" }],
    parcels: [
      {
        orderNumber: "#2004",
        trackingNumber: "JD 014/6",
        carrier: "DHL Express",
        status: "shipped",
        progress: 50,
        trackUrl: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD%20014%2F6",
      },
    ],
  });
  const none = { state: "none", shopDomain: null, lastSyncedAt: null, revokedAt: null };
  expect(shown).toEqual({
    saved: null,
    savedOrder: null,
    savedCertainty: null,
    savedDoubt: null,
    found: [],
    notFound: [],
    deleted: [],
    parsed: null,
    store: none,
    notes: [],
    hasOlderNotes: false,
  });
});

test("shows the orders a ticket names with their parcels, and marks other people's", async () => {
  const from = newAddress("names");
  const own = await order("#7001", { from, fulfillments: [parcel("JD7", { display_status: "out_for_delivery" })] });
  const strange = await order("#7002", { from: newAddress("else") });
  const about = { subject: "Order #7001", description: "And order #7002, and order #7999?" };
  const { id: ticketId } = await makeTicket(app, owner, { from, ...about });
  const { found, notFound } = await agent.api.tracking.ofTicket({ ticketId });
  expect(found).toMatchObject([
    { certainty: "certain", order: { id: own, parcels: [{ trackingNumber: "JD7", status: "out-for-delivery" }] } },
    { certainty: "other", doubt: "another_address", order: { id: strange } },
  ]);
  expect(notFound).toEqual([expect.stringContaining("7999")]);
});

test("shows that there is nothing on a ticket without a customer, or of one without orders", async () => {
  const nobody = await makeTicket(app, owner, { from: null });
  expect(await agent.api.tracking.ofTicket({ ticketId: nobody.id })).toMatchObject({ customer: null, parsed: null });
  const stranger = await makeTicket(app, owner, { from: newAddress("stranger") });
  expect((await agent.api.tracking.ofTicket({ ticketId: stranger.id })).customer).toMatchObject({ orders: [] });
});

test("shows data from a ticket's text while there is none from the store, with a tracking link", async () => {
  const from = newAddress("pasted");
  const description = "Order #77\n   Total: $12.50\n   Status: paid/fulfilled\n   Tracking: 1Z999 (UPS Ground)";
  const ticket = await makeTicket(app, owner, { from, description });
  const { parsed } = await agent.api.tracking.ofTicket({ ticketId: ticket.id });
  expect(parsed?.orders).toMatchObject([
    {
      name: "#77",
      amount: "12.50",
      tracking: { number: "1Z999", trackUrl: "https://www.ups.com/track?tracknum=1Z999" },
    },
  ]);
  await agent.api.messages.addNote({
    ticketId: ticket.id,
    idempotencyKey: randomUUID(),
    content: "SHOPIFY_INTEGRATION_DATA:\nName: Ann\nRECENT ORDERS:\n1. Order #78 - $9.00 - paid",
  });
  expect((await agent.api.tracking.ofTicket({ ticketId: ticket.id })).parsed?.orders).toMatchObject([{ name: "#78" }]);
  await order("#79", { from });
  expect((await agent.api.tracking.ofTicket({ ticketId: ticket.id })).parsed).toBeNull();
});

test("saves an order number for all, once, trimmed, and records it in the trail", async () => {
  const id = await order("#3001");
  const { id: ticketId } = await makeTicket(app, owner, { from: newAddress("saved") });
  const save = (orderNumber: string | null) => agent.api.tracking.saveOrderNumber({ ticketId, orderNumber });
  expect((await save(" # 3001\u200b ")).saved).toMatchObject({ orderNumber: "3001", savedByName: agent.name });
  await save("#3001");
  const shown = await owner.api.tracking.ofTicket({ ticketId });
  expect(shown).toMatchObject({ saved: { orderNumber: "3001", savedBy: agent.userId }, savedOrder: { id } });
  expect((await save(null)).saved).toBeNull();
  expect(await stepsOf(ticketId)).toEqual([
    { from: null, to: "3001", actorName: agent.name },
    { from: "3001", to: null, actorName: agent.name },
  ]);
});

test.each(["", "  ", "#", " # \u200b\u00a0"])("refuses %j as an order number", async (orderNumber) => {
  const { id: ticketId } = await makeTicket(app, owner);
  const fields = { orderNumber: ["Please enter an order number"] };
  const refused = { code: "input_invalid", data: { fields } };
  await expect(agent.api.tracking.saveOrderNumber({ ticketId, orderNumber })).rejects.toMatchObject(refused);
  await expect(agent.api.tracking.look({ ticketId, orderNumber })).rejects.toMatchObject(refused);
});

test("tells the second of two colleagues what the first saved, unless both want the same", async () => {
  const { id: ticketId } = await makeTicket(app, owner);
  const save = (person: Person, orderNumber: string | null, expected: string | null) =>
    person.api.tracking.saveOrderNumber({ ticketId, orderNumber, expected });
  const outcomes = await Promise.allSettled([save(owner, "1", null), save(agent, "2", null)]);
  const [refused] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  const { saved } = await owner.api.tracking.ofTicket({ ticketId });
  expect(refused).toMatchObject({
    code: "ticket_changed_meanwhile",
    data: { field: "orderNumber", value: saved?.orderNumber },
  });
  expect((await save(agent, saved?.orderNumber ?? "", null)).saved).toEqual(saved);
  await expect(save(agent, null, "other")).rejects.toMatchObject({ code: "ticket_changed_meanwhile" });
});

test("keeps an archived ticket's order number and tracking notes", async () => {
  const { id: ticketId } = await makeTicket(app, owner, { status: "closed" });
  const archived = { code: "ticket_archived" };
  await expect(agent.api.tracking.saveOrderNumber({ ticketId, orderNumber: "1" })).rejects.toMatchObject(archived);
  const note = { ticketId, content: "Lost", idempotencyKey: randomUUID() };
  await expect(agent.api.tracking.addNote(note)).rejects.toMatchObject(archived);
});

test("saves tracking notes once each with their author, and pages back", async () => {
  const { id: ticketId } = await makeTicket(app, owner);
  const add = (content: string, idempotencyKey: string = randomUUID()) =>
    agent.api.tracking.addNote({ ticketId, content, idempotencyKey });
  const key = randomUUID();
  const [first, again] = await Promise.all([add(" Asked the carrier ", key), add(" Asked the carrier ", key)]);
  expect(again).toEqual(first);
  expect(first).toMatchObject({ content: "Asked the carrier", authorId: agent.userId, authorName: agent.name });
  const other = await makeTicket(app, owner);
  const misused = agent.api.tracking.addNote({ ticketId: other.id, content: "x", idempotencyKey: key });
  await expect(misused).rejects.toMatchObject({ code: "input_invalid" });
  await expect(add(" \n ")).rejects.toMatchObject({ data: { fields: { content: ["Note cannot be empty"] } } });

  for (let count = 0; count < limits.threadPageSize; count += 1) await add(`Note ${count}`);
  const { notes, hasOlderNotes } = await owner.api.tracking.ofTicket({ ticketId });
  expect([notes.length, notes.at(-1)?.content, hasOlderNotes]).toEqual([limits.threadPageSize, "Note 49", true]);
  const earlier = await owner.api.tracking.listNotes({ ticketId, ...(notes[0] && { before: notes[0].id }) });
  expect(earlier).toEqual({ items: [first], hasOlder: false });
});

test.each([
  ["4001", "#4001"],
  ["#4001", "#4001"],
  ["ORD-4001", "#4001"],
  ["ll-4002-eu", "LL-4002-EU"],
  ["4002", "LL-4002-EU"],
  ["LL-4002", "LL-4002-EU"],
  ["ll4002eu", "LL-4002-EU"],
])("finds with the number %j the order %s", async (typed, name) => {
  if (typed === "4001") await order("#4001");
  if (typed === "4001") await order("LL-4002-EU");
  const { id: ticketId } = await makeTicket(app, owner);
  expect((await agent.api.tracking.look({ ticketId, orderNumber: typed })).order.name).toBe(name);
});

test("prefers the customer's own among orders with one number", async () => {
  const from = newAddress("own");
  const id = await order("A-5001", { from, shopify_created_at: daysAgo(90) });
  await order("B-5001");
  const ticket = await makeTicket(app, owner, { from });
  const { order: found } = await agent.api.tracking.look({ ticketId: ticket.id, orderNumber: "5001" });
  expect(found.id).toBe(id);
});

test.each(["400", "40011", "%", "x' or true --", "９９９９"])("finds no order with %j", async (orderNumber) => {
  const { id: ticketId } = await makeTicket(app, owner);
  await expect(agent.api.tracking.look({ ticketId, orderNumber })).rejects.toMatchObject({
    code: "tracked_order_not_found",
    message: "Order not found. Please check the order number and try again.",
  });
});

test("reports what happened to an order since the customer wrote, ignoring automatic mail", async () => {
  const from = newAddress("waiting");
  const paid = { paid_at: daysAgo(20), shopify_created_at: daysAgo(21) };
  const fulfillments = [parcel("JD1", { shopify_created_at: daysAgo(8), delivered_at: daysAgo(1) })];
  await order("#6001", { from, ...paid, fulfillments });
  const ticket = await makeTicket(app, owner, { from, createdAt: daysAgo(10) });
  await inStore((tx) =>
    tx
      .updateTable("ticket_messages")
      .set({ created_at: sql`now() - interval '10 days'` })
      .where("id", "=", ticket.firstMessageId)
      .execute(),
  );
  const sinceOf = async () => (await agent.api.tracking.ofTicket({ ticketId: ticket.id })).customer?.orders[0]?.since;
  expect(await sinceOf()).toMatchObject({
    isLastMessage: true,
    changes: [{ kind: "shipped" }, { kind: "delivered" }],
  });
  await customerReplies(app, owner, ticket.id, "I am away", { isAutomatic: true });
  expect((await sinceOf())?.changes).toHaveLength(2);
  await customerReplies(app, owner, ticket.id, "Any news?", { createdAt: daysAgo(5) });
  expect(await sinceOf()).toMatchObject({ isLastMessage: true, changes: [{ kind: "delivered" }] });
});
