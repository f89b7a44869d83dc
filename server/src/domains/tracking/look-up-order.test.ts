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

/** Makes an order of the store with one parcel, and its number. */
function shippedOrder() {
  const { id, name } = shop().createOrder();
  const { id: shipmentId } = shop().shipOrder(id);
  return { id, name, shipmentId };
}

test("asks the store for a missing order, by each way to write its number, and saves it", async () => {
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

test("asks the store for the exact name when one here only has the same number", async () => {
  const { name } = shippedOrder();
  const stored = { id: newId(), shopify_order_id: "42", name: `OLD-${name.slice(1)}`, order_number: name.slice(1) };
  // So old that the store need not show it.
  const rest = { currency: "EUR", total_price: "9.00" as const, shopify_created_at: "2026-06-01T00:00:00.000Z" };
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    importOrders(tx, [{ ...stored, ...rest, customer_id: null, lineItems: [], fulfillments: [] }]),
  );
  expect((await look(name)).order.name).toBe(name);
  expect((await look(stored.name)).order.id).toBe(stored.id);
  await expect(look(`ORD-${name.slice(1)}`)).rejects.toMatchObject(notFound);
});

test("reads a stored order again", async () => {
  const { id, name, shipmentId } = shippedOrder();
  await look(name);
  shop().addFulfillmentEvent(id, shipmentId, { status: "OUT_FOR_DELIVERY" });
  const { order } = await look(name);
  expect(order.parcels).toMatchObject([{ status: "out-for-delivery", progress: 75 }]);
});

test("advances the time an order was read with each answer, even an equal one, and never back", async () => {
  const { name } = shippedOrder();
  const { order: first } = await look(name);
  const before = await databaseTime(app);
  const { order: again } = await look(name);
  expect(again.readAt >= before && again.readAt >= first.readAt).toBe(true);
  await owner.api.tracking.saveOrderNumber({ ticketId, orderNumber: name });
  const { savedOrder } = await owner.api.tracking.ofTicket({ ticketId });
  expect(String(savedOrder?.readAt) >= again.readAt).toBe(true);
});

test("does not find what the store lacks, or text that is search syntax for either side", async () => {
  shippedOrder();
  for (const typed of ["99999", '" OR status:any OR "', "* OR", "') --", "\\"]) {
    await expect(look(typed), typed).rejects.toMatchObject(notFound);
  }
});

test.each(["500", "cut", "truncated", "html", "throttled"] as const)(
  "shows an order as last read while the store fails with %s, and calls none missing",
  async (kind) => {
    const { name } = shippedOrder();
    const { order } = await look(name);
    app.shopify.faults.add({ kind, on: "graphql", shop: shopDomain });
    const again = await look(name);
    expect(again.order).toMatchObject({ id: order.id, parcels: order.parcels });
    expect(again.fault).toMatch(/^(?:unreachable|unreadable|throttled)$/);
    // A webhook may have had it read in between.
    expect(again.order.readAt >= order.readAt).toBe(true);
    await expect(look("99999")).rejects.toMatchObject(failed);
  },
);

test("reports a store that rejects the token, then and afterwards", async () => {
  const { name } = shippedOrder();
  await look(name);
  shop().revokeTokens();
  for (let count = 0; count < 2; count += 1) expect((await look(name)).fault).toBe("revoked");
  const { store } = await owner.api.tracking.ofTicket({ ticketId });
  expect(store).toMatchObject({ state: "revoked", shopDomain, revokedAt: expect.any(String) });
  await expect(look("99999")).rejects.toMatchObject(failed);
});

const deleted = { code: "tracked_order_deleted" };

test("reports on a ticket that its order was deleted at the store, then and afterwards", async () => {
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

test("reports and deletes an order deleted at the store, and takes no other with its digits for it", async () => {
  const { id, name } = shippedOrder();
  const { order } = await look(name);
  const { order: other } = await look(shop().createOrder().name);
  const number = name.slice(1);
  await change(other.id, { name: `EU-${number}`, order_number: number });
  shop().deleteOrder(id);
  await expect(look(name)).rejects.toMatchObject(deleted);
  await expect(owner.api.orders.get({ id: order.id })).rejects.toMatchObject({ code: "order_not_found" });
});

test("keeps an order answered by null, and shows no other with its digits for it", async () => {
  const { name } = shippedOrder();
  const { order } = await look(name);
  const { order: other } = await look(shop().createOrder().name);
  await change(other.id, { name: `EU-${name.slice(1)}`, order_number: name.slice(1) });
  app.shopify.faults.add({ kind: "nulls", shop: shopDomain });
  expect(await look(name)).toMatchObject({ order: { id: order.id }, fault: null });
  expect(await owner.api.orders.get({ id: order.id })).toMatchObject({ name });
});

test("keeps an order the store hides, perhaps for its age, as last read, and says so", async () => {
  const { id, name } = shippedOrder();
  const { order } = await look(name);
  await change(order.id, { shopify_created_at: fromNow({ days: -61 }) });
  shop().deleteOrder(id);
  const again = await look(name);
  expect(again).toMatchObject({ fault: "not_shown", order: { id: order.id } });
  expect(again.order.readAt >= order.readAt).toBe(true);
});

test("asks nobody without a store", async () => {
  // Other tests' stores are still read after connecting.
  const named = () => app.shopify.asked.filter((asked) => JSON.stringify(asked).includes("name:"));
  const before = named();
  const other = await newOwner(app);
  const { id } = await makeTicket(app, other);
  await expect(other.api.tracking.look({ ticketId: id, orderNumber: "1001" })).rejects.toMatchObject(notFound);
  expect(named()).toEqual(before);
});
