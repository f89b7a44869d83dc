import { randomUUID } from "node:crypto";
import { cannedResponses } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { holdRows } from "../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { findOrCreateCustomer } from "../customers/index.ts";
import { importOrders } from "../orders/index.ts";
import { importCannedResponses } from "./save-canned-response.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const thanks = { title: "Thanks", content: "Thank you, {{customer.first_name}}!", category: "General", tags: ["nice"] };
const make = (person: Person, fields: Partial<typeof thanks> = {}) =>
  person.api.cannedResponses.create({ ...thanks, ...fields, idempotencyKey: randomUUID() });

test("a new store has five templates in four categories", async () => {
  const { items } = await (await newOwner(app)).api.cannedResponses.list();
  expect(items).toHaveLength(5);
  expect([...new Set(items.map(({ category }) => category))]).toEqual([
    "Account",
    "Product Support",
    "Returns & Refunds",
    "Shipping",
  ]);
});

test("a response is trimmed and shared with all colleagues, and a repeated request creates it once", async () => {
  const request = { ...thanks, title: "  Thanks a lot ", tags: [" a", "b", "a "], idempotencyKey: randomUUID() };
  const created = await agent.api.cannedResponses.create(request);
  expect(created).toMatchObject({ title: "Thanks a lot", tags: ["a", "b"] });
  expect(await agent.api.cannedResponses.create(request)).toEqual(created);
  const { items } = await owner.api.cannedResponses.list();
  // The owner is also told how often it was used.
  const shared = { ...created, uses: { thisMonth: 0, ever: 0 } };
  expect(items.filter(({ title }) => title === "Thanks a lot")).toEqual([shared]);
});

test("every blank or overlong field is reported by name", async () => {
  const blank = make(agent, { title: " ", content: "\n", category: "" });
  await expect(blank).rejects.toMatchObject({
    code: "input_invalid",
    data: {
      fields: { title: ["Title is required"], content: ["Content is required"], category: ["Category is required"] },
    },
  });
  const long = make(agent, { content: "x".repeat(10_001) });
  await expect(long).rejects.toMatchObject({
    data: { fields: { content: ["Content is too long (maximum 10,000 characters)"] } },
  });
});

test("concurrent requests cannot pass the limit together", async () => {
  const person = await newOwner(app);
  const { items } = await person.api.cannedResponses.list();
  const others = Array.from({ length: limits.cannedResponses - items.length - 1 }, () => thanks);
  await app.services.db.withTenant(person.tenantId, (tx) => importCannedResponses(tx, others, null));
  // Each request stops at the lookup of its author.
  const author = "select from users where id = $1 for update";
  const lock = await holdRows(app.services.db.pool, person, author, [person.userId]);
  const created = Promise.allSettled([make(person), make(person)]);
  await lock.untilWaiting(2);
  await lock.release();
  const ends = (await created).map((end) => (end.status === "fulfilled" ? "made" : end.reason.code));
  expect(ends.sort()).toEqual(["made", "too_many_canned_responses"]);
});

test("a colleague's change is not overwritten, and the same change twice counts once", async () => {
  const created = await make(agent);
  const change = { ...thanks, id: created.id, expectedUpdatedAt: created.updatedAt, title: "Theirs" };
  const theirs = await owner.api.cannedResponses.update(change);
  expect(await owner.api.cannedResponses.update(change)).toEqual(theirs);
  const mine = { ...change, title: "Mine" };
  await expect(agent.api.cannedResponses.update(mine)).rejects.toMatchObject({
    code: "canned_response_changed_meanwhile",
    data: { updatedAt: theirs.updatedAt },
  });
  const saved = await agent.api.cannedResponses.update({ ...mine, expectedUpdatedAt: theirs.updatedAt });
  expect(saved.title).toBe("Mine");
});

test("a deleted response is hidden but kept, and cannot be used or changed", async () => {
  const making = { ...thanks, title: "Gone", idempotencyKey: randomUUID() };
  const created = await owner.api.cannedResponses.create(making);
  const ticket = await makeTicket(app, owner);
  await agent.api.cannedResponses.delete({ id: created.id });
  await agent.api.cannedResponses.delete({ id: created.id });
  expect((await owner.api.cannedResponses.list()).items.map(({ title }) => title)).not.toContain("Gone");
  const gone = { code: "canned_response_not_found", message: "This response was deleted meanwhile" };
  await expect(owner.api.cannedResponses.fill({ ticketId: ticket.id, id: created.id })).rejects.toMatchObject(gone);
  const change = { ...thanks, id: created.id, expectedUpdatedAt: created.updatedAt };
  await expect(owner.api.cannedResponses.update(change)).rejects.toMatchObject(gone);
  await expect(owner.api.cannedResponses.create(making)).rejects.toMatchObject(gone);
  expect(cannedResponses.create["~orpc"].errorMap).toHaveProperty(gone.code);
  const kept = "select is_active from canned_responses where id = $1";
  expect(await app.asOwner(kept, [created.id], owner.tenantId)).toEqual([{ is_active: false }]);
});

test("placeholders are filled from the recipients in To, the certain order and its shipment; the others stay", async () => {
  const ticket = await makeTicket(app, owner, { from: "jane@orders.test", subject: "Where is my order #1002?" });
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    const customer = await findOrCreateCustomer(tx, { email: "jane@orders.test", name: "Jane {{store.name}}" });
    const shipment = { tracking_number: "1Z999", tracking_company: "UPS", tracking_url: null };
    const order = { customer_id: customer.id, email: null, lineItems: [] };
    const paid = { currency: "EUR", financial_status: "paid", total_price: "1234.5" as const };
    const older = { shopify_created_at: "2026-01-02T10:00:00.000Z", fulfillment_status: null, fulfillments: [] };
    const newer = { shopify_created_at: "2026-02-03T10:00:00.000Z", fulfillment_status: "fulfilled" };
    const shipped = { id: newId(), status: "success", ...shipment, shopify_created_at: newer.shopify_created_at };
    const names = { shopify_order_id: "1001", order_number: "1001", name: "#1001" };
    const newerNames = { shopify_order_id: "1002", order_number: "1002", name: "#1002" };
    await importOrders(tx, [
      { id: newId(), ...names, ...order, ...paid, ...older },
      { id: newId(), ...newerNames, ...order, ...paid, ...newer, fulfillments: [shipped] },
    ]);
  });
  const response = await make(agent, {
    content:
      "{{customer.name}} <{{customer.email}}> {{order.name}} {{order.total}} {{order.status}} {{order.date}} " +
      "{{tracking.carrier}} {{tracking.number}} {{tracking.url}} {{ticket.subject}} {{agent.name}}",
  });
  const { values } = await agent.api.cannedResponses.values({ ticketId: ticket.id, to: ["jane@orders.test"] });
  expect(values).toMatchObject({
    "customer.name": "Jane {{store.name}}",
    "order.name": "#1002",
    "tracking.number": "1Z999",
  });
  // The link that the panel shows, though the store gave none.
  expect(values["tracking.url"]).toBe("https://www.ups.com/track?tracknum=1Z999");
  expect(values["tracking.status"]).toBe("Shipped");
  expect(values).not.toHaveProperty("tracking.expected");
  const filled = { ticketId: ticket.id, id: response.id, to: ["jane@orders.test"] };
  expect(await agent.api.cannedResponses.fill(filled)).toMatchObject({
    content:
      "Jane {{store.name}} <jane@orders.test> #1002 €1,234.50 Fulfilled Feb 3, 2026 " +
      "UPS 1Z999 https://www.ups.com/track?tracknum=1Z999 Where is my order #1002? agent",
  });
  const bare = await makeTicket(app, owner, { from: null });
  const { content } = await agent.api.cannedResponses.fill({ ticketId: bare.id, id: response.id });
  expect(content).toMatch(/^{{customer\.name}} <{{customer\.email}}> {{order\.name}}/);
});

test("an uncertain order fills in nothing unless an agent chose it", async () => {
  const { id } = await make(agent, { title: "Order", content: "{{order.name}} {{order.total}} {{tracking.number}}" });
  const fill = async (ticketId: string, to: string) =>
    (await agent.api.cannedResponses.fill({ ticketId, id, to: [to] })).content;
  const nothing = "{{order.name}} {{order.total}} {{tracking.number}}";
  const jane = { from: "jane@orders.test" };
  const said = "My order #1002, and its parcel 1Z999";
  const certain = await makeTicket(app, owner, { ...jane, subject: said });
  expect(await fill(certain.id, jane.from)).toBe("#1002 €1,234.50 1Z999");
  for (const makings of [
    { from: "mallory@elsewhere.test", subject: said },
    { ...jane, subject: said, isUnverified: true },
    { ...jane, subject: "Orders #1001 and #1002" },
    { ...jane, subject: "Where is it?" },
    { from: null, subject: said },
  ]) {
    const ticket = await makeTicket(app, owner, makings);
    const to = makings.from ?? jane.from;
    expect(await fill(ticket.id, to)).toBe(nothing);
    const chosen = { ticket_id: ticket.id, order_number: "1001", saved_by_name: "agent" };
    await app.services.db.withTenant(owner.tenantId, (tx) => tx.insertInto("ticket_orders").values(chosen).execute());
    expect(await fill(ticket.id, to)).toBe(makings.from === null ? nothing : "#1001 €1,234.50 {{tracking.number}}");
  }
  const unknown = { ticket_id: certain.id, order_number: "#9999", saved_by_name: "agent" };
  await app.services.db.withTenant(owner.tenantId, (tx) => tx.insertInto("ticket_orders").values(unknown).execute());
  expect(await fill(certain.id, jane.from)).toBe(nothing);
});

test("a message to somebody else names that person and reveals nothing of the customer's order", async () => {
  const [sofia, work, nosy] = ["sofia@told.test", "sofia@work.test", "nosy@told.test"];
  const { id: ticketId } = await makeTicket(app, owner, { from: sofia, subject: "Where is my order #2001?" });
  const { id: nosysId } = await makeTicket(app, owner, { from: nosy });
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    const customer = await findOrCreateCustomer(tx, { email: sofia, name: "Sofia Berg" });
    await tx.insertInto("customer_addresses").values({ customer_id: customer.id, email: work }).execute();
    const order = { customer_id: customer.id, email: null, lineItems: [], fulfillments: [] };
    const paid = { currency: "EUR", financial_status: "paid", total_price: "10" as const, fulfillment_status: null };
    const names = { shopify_order_id: "2001", order_number: "2001", name: "#2001" };
    await importOrders(tx, [
      { id: newId(), ...names, ...order, ...paid, shopify_created_at: "2026-01-02T10:00:00.000Z" },
    ]);
  });
  const text = "{{customer.first_name}} {{customer.name}} {{customer.email}} {{order.name}}";
  const { id } = await make(agent, { title: "On its way", content: text });
  const fill = async (to: string[], toName?: string) =>
    (await agent.api.cannedResponses.fill({ ticketId, id, to, ...(toName !== undefined && { toName }) })).content;
  const values = (to: string[]) => agent.api.cannedResponses.values({ ticketId, to });

  expect(await fill([nosy], "Nosy Parker")).toBe(`Nosy Nosy Parker ${nosy} {{order.name}}`);
  expect(await fill([nosy], nosy)).toBe(`{{customer.first_name}} {{customer.name}} ${nosy} {{order.name}}`);
  expect(await fill([])).toBe(text);
  expect(await fill([sofia])).toBe(`Sofia Sofia Berg ${sofia} #2001`);
  expect(await fill([work])).toBe(`Sofia Sofia Berg ${work} #2001`);
  expect(await fill([nosy, sofia], "Nosy")).toBe(`Nosy Nosy ${nosy} #2001`);

  const toNosy = await values([nosy]);
  expect(toNosy.withheld).toEqual(["order.name", "order.total", "order.status", "order.date", "tracking.status"]);
  expect(Object.keys(toNosy.values).filter((name) => name.startsWith("order."))).toEqual([]);
  const toSofia = await values([sofia]);
  expect(toSofia).toMatchObject({ withheld: [], owner: { name: "Sofia Berg" }, values: { "order.name": "#2001" } });
  expect(toSofia.owner?.addresses.sort()).toEqual([sofia, work]);

  const nosys = await agent.api.tickets.get({ id: nosysId });
  const before = await agent.api.tickets.get({ id: ticketId });
  await agent.api.tickets.changeCustomer({
    id: ticketId,
    customer: { id: nosys.customer?.id ?? "" },
    expected: before.customer?.id ?? null,
  });
  expect(await fill([sofia])).toBe(`Sofia Sofia Berg ${sofia} {{order.name}}`);
});

test("a parcel is filled in with its state, and with its expected day unless it has arrived", async () => {
  const expected = { estimated_delivery_at: "2026-02-09T00:00:00.000Z" };
  const orders = [
    { name: "#3001", display_status: "OUT_FOR_DELIVERY", ...expected },
    { name: "#3002", display_status: "DELIVERED", ...expected },
    { name: "#3003", display_status: "DELAYED", ...expected },
    { name: "#3004", display_status: null, estimated_delivery_at: null },
  ];
  const email = "parcels@orders.test";
  await app.services.db.withTenant(owner.tenantId, async (tx) => {
    const { id: customer_id } = await findOrCreateCustomer(tx, { email, name: "Pia" });
    const at = "2026-02-03T10:00:00.000Z";
    const rest = { shopify_created_at: at, currency: "EUR", financial_status: "paid", total_price: "5" as const };
    const parcel = {
      tracking_number: "RR1",
      tracking_company: "PostNord",
      tracking_url: "https://postnord.example/RR1",
    };
    await importOrders(
      tx,
      orders.map(({ name }) => ({
        id: newId(),
        shopify_order_id: name.slice(1),
        order_number: name.slice(1),
        name,
        customer_id,
        email: null,
        ...rest,
        fulfillment_status: "fulfilled",
        lineItems: [],
        fulfillments: [{ id: newId(), status: "success", ...parcel, shopify_created_at: at }],
      })),
    );
  });
  for (const { name, display_status, estimated_delivery_at } of orders) {
    const told = [name, display_status, estimated_delivery_at];
    await app.asOwner(
      `update shopify_order_fulfillments f set display_status = $2, estimated_delivery_at = $3::timestamptz
         from shopify_orders o where o.id = f.order_id and o.name = $1`,
      told,
      owner.tenantId,
    );
  }
  const { id } = await make(agent, { content: "{{tracking.status}}|{{tracking.expected}}|{{tracking.url}}" });
  const filled = orders.map(async ({ name }) => {
    const ticket = await makeTicket(app, owner, { from: email, subject: `Order ${name}` });
    return (await agent.api.cannedResponses.fill({ ticketId: ticket.id, id, to: [email] })).content;
  });
  expect(await Promise.all(filled)).toEqual([
    "Out for Delivery|Feb 9, 2026|https://postnord.example/RR1",
    "Delivered|{{tracking.expected}}|https://postnord.example/RR1",
    "Delayed|Feb 9, 2026|https://postnord.example/RR1",
    "Shipped|{{tracking.expected}}|https://postnord.example/RR1",
  ]);
});
