import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { databaseTime, fromNow } from "../../testing/from-now.ts";
import { allScopes } from "../../testing/store/open-shopify.ts";
import { openShopifyDesk, type ShopifyDesk } from "../../testing/store/shopify-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { importOrders } from "../orders/index.ts";

let app: ShopifyDesk;
beforeAll(async () => {
  app = await openShopifyDesk();
});
afterAll(() => app.stop());

let owner: Person;
let ticketId = "";
let shopDomain = "";
const shop = () => app.shopify.store(shopDomain);
beforeEach(async () => {
  owner = await newOwner(app);
  shopDomain = app.newShop();
  const { accessToken } = shop().addToken(allScopes, { isCustom: true });
  await owner.api.shopify.save({ shopDomain, accessToken });
  ({ id: ticketId } = await makeTicket(app, owner));
});
afterEach(() => app.shopify.faults.clear());

const look = (orderNumber: string) => owner.api.tracking.look({ ticketId, orderNumber });
const notFound = { code: "tracked_order_not_found" };
const failed = { code: "tracking_failed", message: "Failed to retrieve tracking information. Please try again." };

const change = (id: string, values: { name?: string; order_number?: string; shopify_created_at?: string }) =>
  app.services.db.withTenant(owner.tenantId, (tx) =>
    tx.updateTable("shopify_orders").set(values).where("id", "=", id).execute(),
  );

/** An order of the store with one parcel, and its number. */
function shippedOrder() {
  const { id, name } = shop().createOrder();
  const { id: shipmentId } = shop().shipOrder(id);
  return { id, name, shipmentId };
}

test("an order that is not here yet is asked for at the store, by each way to write its number, and kept", async () => {
  const { id, name } = shippedOrder();
  const before = await databaseTime(app);
  const { order, fault } = await look(name);
  expect([order.name, order.parcels[0]?.status, fault]).toEqual([name, "shipped", null]);
  expect(order.readAt >= before).toBe(true);
  expect((await owner.api.orders.get({ id: order.id })).shopifyOrderId).toBe(String(id));

  const others = [shippedOrder(), shippedOrder()];
  expect((await look(others[0]?.name.slice(1) ?? "")).order.name).toBe(others[0]?.name);
  expect((await look(`ORD-${others[1]?.name.slice(1)}`)).order.name).toBe(others[1]?.name);
});

test("the store is asked for what is called as was typed, while one here only has the same number", async () => {
  const { name } = shippedOrder();
  const kept = { id: newId(), shopify_order_id: "42", name: `OLD-${name.slice(1)}`, order_number: name.slice(1) };
  // So old that the store need not show it.
  const rest = { currency: "EUR", total_price: "9.00" as const, shopify_created_at: "2026-06-01T00:00:00.000Z" };
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    importOrders(tx, [{ ...kept, ...rest, customer_id: null, lineItems: [], fulfillments: [] }]),
  );
  expect((await look(name)).order.name).toBe(name);
  expect((await look(kept.name)).order.id).toBe(kept.id);
  await expect(look(`ORD-${name.slice(1)}`)).rejects.toMatchObject(notFound);
});

test("an order that is here is read anew", async () => {
  const { id, name, shipmentId } = shippedOrder();
  await look(name);
  shop().addFulfillmentEvent(id, shipmentId, { status: "OUT_FOR_DELIVERY" });
  const { order } = await look(name);
  expect(order.parcels).toMatchObject([{ status: "out-for-delivery", progress: 75 }]);
});

test("as of when an order is shown moves with each answer, though nothing changed, and never goes back", async () => {
  const { name } = shippedOrder();
  const { order: first } = await look(name);
  const before = await databaseTime(app);
  const { order: again } = await look(name);
  expect(again.readAt >= before && again.readAt >= first.readAt).toBe(true);
  await owner.api.tracking.saveOrderNumber({ ticketId, orderNumber: name });
  const { savedOrder } = await owner.api.tracking.ofTicket({ ticketId });
  expect(String(savedOrder?.readAt) >= again.readAt).toBe(true);
});

test("what the store does not know is not found; a text that means something to its search neither", async () => {
  shippedOrder();
  for (const typed of ["99999", '" OR status:any OR "', "* OR", "') --", "\\"]) {
    await expect(look(typed), typed).rejects.toMatchObject(notFound);
  }
});

test.each(["500", "cut", "truncated", "html", "throttled"] as const)(
  "while the store fails with %s, an order is shown as it was read last, and none is said to be missing",
  async (kind) => {
    const { name } = shippedOrder();
    const { order } = await look(name);
    app.shopify.faults.add({ kind, on: "graphql", shop: shopDomain });
    const again = await look(name);
    expect(again.order).toMatchObject({ id: order.id, parcels: order.parcels });
    expect(again.fault).toMatch(/^(?:unreachable|unreadable|throttled)$/);
    // What the store tells by itself may have been read in between.
    expect(again.order.readAt >= order.readAt).toBe(true);
    await expect(look("99999")).rejects.toMatchObject(failed);
  },
);

test("a store that no longer takes the token is said to be so, then and afterwards", async () => {
  const { name } = shippedOrder();
  await look(name);
  shop().revokeTokens();
  for (let count = 0; count < 2; count += 1) expect((await look(name)).fault).toBe("revoked");
  const { store } = await owner.api.tracking.ofTicket({ ticketId });
  expect(store).toMatchObject({ state: "revoked", shopDomain, revokedAt: expect.any(String) });
  await expect(look("99999")).rejects.toMatchObject(failed);
});

const deleted = { code: "tracked_order_deleted" };

test("a ticket whose order was deleted at the store says so, then and afterwards", async () => {
  const { id, name } = shippedOrder();
  await look(name);
  const { id: about } = await makeTicket(app, owner);
  await owner.api.tracking.saveOrderNumber({ ticketId: about, orderNumber: name });
  shop().deleteOrder(id);
  for (let count = 0; count < 2; count += 1) await expect(look(name)).rejects.toMatchObject(deleted);
  const orderNumber = name.slice(1);
  expect(await owner.api.tracking.ofTicket({ ticketId: about })).toMatchObject({
    saved: { orderNumber },
    savedOrder: null,
    deleted: [orderNumber],
  });
});

test("what was deleted at the store is said to be, and goes here too; another one with its digits is not taken for it", async () => {
  const { id, name } = shippedOrder();
  const { order } = await look(name);
  const { order: other } = await look(shop().createOrder().name);
  const number = name.slice(1);
  await change(other.id, { name: `EU-${number}`, order_number: number });
  shop().deleteOrder(id);
  await expect(look(name)).rejects.toMatchObject(deleted);
  await expect(owner.api.orders.get({ id: order.id })).rejects.toMatchObject({ code: "order_not_found" });
});

test("an order that the store answers with null stays, and no other one with its digits is shown for it", async () => {
  const { name } = shippedOrder();
  const { order } = await look(name);
  const { order: other } = await look(shop().createOrder().name);
  await change(other.id, { name: `EU-${name.slice(1)}`, order_number: name.slice(1) });
  app.shopify.faults.add({ kind: "nulls", shop: shopDomain });
  expect(await look(name)).toMatchObject({ order: { id: order.id }, fault: null });
  expect(await owner.api.orders.get({ id: order.id })).toMatchObject({ name });
});

test("what the store does not show, and may only be too old for it, stays as it was read last, and that is said", async () => {
  const { id, name } = shippedOrder();
  const { order } = await look(name);
  await change(order.id, { shopify_created_at: fromNow({ days: -61 }) });
  shop().deleteOrder(id);
  const again = await look(name);
  expect(again).toMatchObject({ fault: "not_shown", order: { id: order.id } });
  expect(again.order.readAt >= order.readAt).toBe(true);
});

test("without a store nobody is asked", async () => {
  // The store of others is still read after connecting.
  const named = () => app.shopify.asked.filter((asked) => JSON.stringify(asked).includes("name:"));
  const before = named();
  const other = await newOwner(app);
  const { id } = await makeTicket(app, other);
  await expect(other.api.tracking.look({ ticketId: id, orderNumber: "1001" })).rejects.toMatchObject(notFound);
  expect(named()).toEqual(before);
});
