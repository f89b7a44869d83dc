import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newStoreId, storeCustomer, storeOrder } from "../../testing/store/store-samples.ts";
import { newAddress, newOwner, type Person } from "../../testing/test-people.ts";
import { saveStoreCustomers } from "../customers/index.ts";
import { type FetchedOrder, saveStoreOrders } from "./index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const at = "2026-10-01T08:00:00.000Z";
const later = "2026-10-02T08:00:00.000Z";

const save = (...orders: FetchedOrder[]) => app.db.withTenant(owner.tenantId, (tx) => saveStoreOrders(tx, orders));
const saved = async (order: FetchedOrder) => owner.api.orders.get({ id: (await save(order))[0] ?? "" });

const lamp = {
  title: "Lamp",
  variantTitle: "Brass",
  sku: "L-1",
  quantity: 2,
  currentQuantity: 1,
  price: "0.105" as const,
  imageUrl: "https://cdn.test/lamp.png",
  productId: "77",
};
const shipped = {
  shopifyId: "9001",
  status: "success",
  displayStatus: "in_transit",
  createdAt: at,
  updatedAt: later,
  estimatedDeliveryAt: later,
  deliveredAt: null,
  parcels: [
    { number: "1Z999", company: "UPS", url: "https://ups.test/1Z999" },
    { number: "2Z", company: null, url: null },
  ],
  events: [
    {
      status: "in_transit",
      message: "Left the depot",
      happenedAt: later,
      city: "Wien",
      province: null,
      country: "Austria",
    },
  ],
};
const full = () =>
  storeOrder({
    name: "LL-1042-EU",
    email: newAddress(),
    phone: "+43 1",
    totalPrice: "12345678901234567.125",
    currency: "KWD",
    totalRefunded: "0.125",
    financialStatus: "partially_refunded",
    fulfillmentStatus: "partial",
    isTest: true,
    shippingAddress: { first_name: "李", city: "北京", zip: "100000" },
    billingAddress: { city: "القاهرة" },
    paidAt: at,
    cancelledAt: later,
    cancelReason: "customer",
    lineItems: [lamp, { ...lamp, price: null }],
    fulfillments: [shipped],
    refunds: [{ amount: "0.125", refundedAt: later }],
  });

test("saves everything of an order, with amounts to the last digit", async () => {
  const order = full();
  expect(await saved(order)).toMatchObject({
    shopifyOrderId: order.shopifyId,
    orderNumber: "1042",
    name: "LL-1042-EU",
    email: order.email,
    phone: "+43 1",
    totalPrice: "12345678901234567.125",
    totalRefunded: "0.125",
    currency: "KWD",
    isTest: true,
    paidAt: at,
    financialStatus: "partially_refunded",
    fulfillmentStatus: "partial",
    cancelReason: "customer",
    cancelledAt: later,
    createdAt: at,
    changedAt: at,
    shippingAddress: { firstName: "李", city: "北京", zip: "100000", address2: null },
    billingAddress: { city: "القاهرة" },
    lineItems: [
      {
        title: "Lamp",
        variantTitle: "Brass",
        sku: "L-1",
        quantity: 2,
        currentQuantity: 1,
        price: "0.105",
        total: "0.210",
        imageUrl: "https://cdn.test/lamp.png",
        shopifyProductId: "77",
      },
      { price: null, total: null },
    ],
    fulfillments: [
      {
        status: "success",
        displayStatus: "in_transit",
        parcels: shipped.parcels,
        shippedAt: at,
        estimatedDeliveryAt: later,
        deliveredAt: null,
        updatedAt: later,
        events: [{ status: "in_transit", message: "Left the depot", city: "Wien", happenedAt: later }],
      },
    ],
    refunds: [{ amount: "0.125", refundedAt: later }],
  });
});

test("changes nothing for the same order, and replaces all of the row for a newer one", async () => {
  const order = full();
  const [id] = await save(order);
  expect(await save(order)).toEqual([]);
  expect(await save(order, order)).toEqual([]);
  const newer = { ...order, updatedAt: later, lineItems: [lamp], fulfillments: [], refunds: [], totalPrice: null };
  expect(await save(newer)).toEqual([id]);
  const read = await owner.api.orders.get({ id: id ?? "" });
  expect(read).toMatchObject({ fulfillments: [], refunds: [], totalPrice: null, changedAt: later });
  expect(read.lineItems).toHaveLength(1);
});

test("ignores older data, however late it comes, even in the same page", async () => {
  const order = full();
  const newer: FetchedOrder = { ...order, updatedAt: later, financialStatus: "refunded", lineItems: [] };
  const [id = ""] = await save(newer);
  expect(await save(order)).toEqual([]);
  expect(await save(newer, order)).toEqual([]);
  expect(await owner.api.orders.get({ id })).toMatchObject({ financialStatus: "refunded", lineItems: [] });
  const other = full();
  const both = await save({ ...other, updatedAt: later, financialStatus: "voided" }, other);
  expect(await owner.api.orders.get({ id: both[0] ?? "" })).toMatchObject({ financialStatus: "voided" });
});

const asked = (second: number) => `2026-10-03T08:00:0${second}.000Z`;

test("keeps of two states of the same second the one requested later, whenever each is saved", async () => {
  const order = { ...full(), askedAt: asked(2) };
  const [id = ""] = await save(order);
  const shown = async () => (await owner.api.orders.get({ id })).financialStatus;
  expect(await save({ ...order, financialStatus: "pending", askedAt: asked(1) })).toEqual([]);
  expect(await shown()).toBe("partially_refunded");
  expect(await save({ ...order, financialStatus: "voided", askedAt: asked(3) })).toEqual([id]);
  expect(await shown()).toBe("voided");
  // The same state requested later is no change; of two requested at once the one saved later stays.
  expect(await save({ ...order, financialStatus: "voided", askedAt: asked(4) })).toEqual([]);
  expect(await save({ ...order, financialStatus: "paid", askedAt: asked(4) })).toEqual([id]);
  expect(await shown()).toBe("paid");
  // In one page as well, in either order; a newer state counts whenever it was requested.
  const [last, first] = [
    { ...order, financialStatus: "refunded", askedAt: asked(6) },
    { ...order, financialStatus: "authorized", askedAt: asked(5) },
  ];
  await save(last, first);
  expect(await shown()).toBe("refunded");
  await save(first, { ...last, financialStatus: "expired", askedAt: asked(7) });
  expect(await shown()).toBe("expired");
  expect(await save({ ...order, updatedAt: later, financialStatus: "paid", askedAt: asked(1) })).toEqual([id]);
  expect(await shown()).toBe("paid");
});

test("replaces data without a request time by another state of the same second", async () => {
  const order = full();
  const [id = ""] = await save(order);
  await app.asOwner("update shopify_orders set shopify_asked_at = null where id = $1", [id], owner.tenantId);
  expect(await save({ ...order, financialStatus: "voided" })).toEqual([id]);
});

test("links the customer the store names, else the one with the order's address, and invents none", async () => {
  const customer = storeCustomer({ email: newAddress() });
  const [customerId] = await app.db.withTenant(owner.tenantId, (tx) => saveStoreCustomers(tx, [customer]));
  const { email } = customer;
  expect(await saved(storeOrder({ customerShopifyId: customer.shopifyId, email: "x@y.test" }))).toMatchObject({
    customer: { id: customerId },
  });
  expect(await saved(storeOrder({ email }))).toMatchObject({ customer: { id: customerId } });
  expect(await saved(storeOrder({ email: newAddress() }))).toMatchObject({ customer: null });
  expect(await saved(storeOrder())).toMatchObject({ customer: null });
  // The store names another customer, so the address is not used.
  expect(await saved(storeOrder({ email, customerShopifyId: newStoreId() }))).toMatchObject({ customer: null });
});

test("keeps an order's customer when a newer answer names none", async () => {
  const customer = storeCustomer({ email: newAddress() });
  const [customerId] = await app.db.withTenant(owner.tenantId, (tx) => saveStoreCustomers(tx, [customer]));
  const order = storeOrder({ customerShopifyId: customer.shopifyId, email: "ann@y.test", financialStatus: "paid" });
  const [id = ""] = await save(order);
  const silent = { ...order, updatedAt: later, customerShopifyId: null, email: null, financialStatus: null };
  expect(await save({ ...silent, fulfillmentStatus: "fulfilled" })).toEqual([id]);
  expect(await owner.api.orders.get({ id })).toMatchObject({
    customer: { id: customerId },
    email: "ann@y.test",
    financialStatus: "paid",
    fulfillmentStatus: "fulfilled",
  });
  // An answer that names another customer changes it.
  const other = { ...silent, updatedAt: "2026-10-03T08:00:00.000Z", email: newAddress() };
  await save(other);
  expect(await owner.api.orders.get({ id })).toMatchObject({ customer: null, email: other.email });
});

test("links an order's customer once there is one, even without newer data", async () => {
  const order = storeOrder({ email: newAddress() });
  const [id = ""] = await save(order);
  const customer = await owner.api.customers.create({ email: order.email ?? "" });
  expect(await save(order)).toEqual([id]);
  expect(await owner.api.orders.get({ id })).toMatchObject({ customer: { id: customer.id } });
});

const eventsSince = (number: number) =>
  app.asOwner<{ payload: { orderIds: string[] | null } }>(
    "select payload from events where type = 'orders.changed' and number > $1 order by number",
    [number],
    owner.tenantId,
  );
const lastEvent = async () =>
  (
    await app.asOwner<{ last: number }>("select coalesce(max(number), 0)::int as last from events", [], owner.tenantId)
  )[0]?.last ?? 0;

test("tells screens of a page once: by name up to 20, and not at all where nothing changed", async () => {
  const few = Array.from({ length: 20 }, () => storeOrder());
  const many = Array.from({ length: 21 }, () => storeOrder());
  const before = await lastEvent();
  const ids = await save(...few);
  await save(...many);
  await save(...many);
  expect((await eventsSince(before)).map(({ payload }) => payload.orderIds?.toSorted() ?? null)).toEqual([
    ids.toSorted(),
    null,
  ]);
});

test("saves the same orders at once in different orders, each once with its parts", async () => {
  const many = Array.from({ length: 30 }, full);
  const newer = many.map((order): FetchedOrder => ({ ...order, updatedAt: later, financialStatus: "paid" }));
  await Promise.all([save(...many), save(...newer.toReversed()), save(...newer), save(...many.toReversed())]);
  const ids = many.map(({ shopifyId }) => shopifyId);
  const count = (table: string) =>
    `(select count(*)::int from ${table} p where p.order_id in (select id from kept)) as ${table}`;
  const [counts] = await app.asOwner(
    `with kept as (select id, financial_status from shopify_orders where shopify_order_id = any ($1))
     select (select count(*)::int from kept where financial_status = 'paid') as orders,
       ${count("shopify_order_line_items")}, ${count("shopify_order_fulfillments")}, ${count("shopify_order_refunds")}`,
    [ids],
    owner.tenantId,
  );
  expect(counts).toEqual({
    orders: 30,
    shopify_order_line_items: 60,
    shopify_order_fulfillments: 30,
    shopify_order_refunds: 30,
  });
});

test("saves orders of an erased customer, and erased orders, without a buyer", async () => {
  const erase = (kind: string, id: string) =>
    app.asOwner(
      "insert into shopify_erased (client_id, kind, resource_id) values ($1, $2, $3)",
      [owner.tenantId, kind, id],
      owner.tenantId,
    );
  const [own, theirs, others] = [full(), { ...full(), customerShopifyId: newStoreId() }, full()];
  await erase("order", own.shopifyId);
  await erase("customer", theirs.customerShopifyId ?? "");
  for (const order of [own, theirs]) {
    const read = await saved(order);
    expect(read).toMatchObject({
      email: null,
      phone: null,
      shippingAddress: null,
      billingAddress: null,
      customer: null,
      totalPrice: order.totalPrice,
      fulfillments: [{ parcels: [], events: [{ message: null, city: null }] }],
    });
    expect(JSON.stringify(read)).not.toMatch(/李|北京|القاهرة|1Z999|Wien/);
  }
  expect(await saved(others)).toMatchObject({ email: others.email });
});

test("keeps all 500 items of an order, in order", async () => {
  const lineItems = Array.from({ length: 500 }, (_, at) => ({ ...lamp, title: `Item ${at}` }));
  const read = await saved(storeOrder({ lineItems }));
  expect(read.lineItems.map(({ title }) => title)).toEqual(lineItems.map(({ title }) => title));
});

test("keeps another store's order with the same id apart", async () => {
  const order = full();
  await save(order);
  const stranger = await newOwner(app);
  const ids = await app.db.withTenant(stranger.tenantId, (tx) => saveStoreOrders(tx, [{ ...order, name: "#1" }]));
  expect(await stranger.api.orders.get({ id: ids[0] ?? "" })).toMatchObject({ name: "#1" });
});
