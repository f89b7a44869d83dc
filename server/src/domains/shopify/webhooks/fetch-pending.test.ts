import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { StoreControls } from "../../../../../stand-ins/shopify/store-controls.ts";
import { openScreen } from "../../../testing/open-screen.ts";
import { inTenant, openToldDesk, type ToldDesk } from "../../../testing/store/told-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import type { Person } from "../../../testing/test-people.ts";
import { saveStoreCustomers } from "../../customers/index.ts";
import { saveStoreOrders } from "../../orders/index.ts";
import { openStore } from "../connection/open-store.ts";
import { fetchCustomersByIds, fetchOrdersByIds } from "../sync/fetch-orders.ts";
import { fetchPending } from "./fetch-pending.ts";
import { postponePending } from "./webhooks.queries.ts";

let app: ToldDesk;
let owner: Person;
let store: StoreControls;
beforeAll(async () => {
  app = await openToldDesk();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ owner, store } = await app.connectStore());
});
afterEach(() => app.shopify.faults.clear());

const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
  inTenant<Row & Record<string, unknown>>(app, owner, sql, values);
type Kept = { id: string; financial_status: string | null; fulfillment_status: string | null };
const keptOrder = async (id: number) =>
  (await rows<Kept>("select * from shopify_orders where shopify_order_id = $1", [String(id)]))[0];
const pending = () => rows("select * from shopify_pending");
/** Waits until no job asks for anything; from then on only the test does. */
const idle = () => app.settled(owner);
/** Deletes an order at the store without a webhook, and from its list. */
const lose = (id: number) => {
  store.store.orders.delete(id);
  store.store.version += 1;
};
const lineItems = [{ title: "Cup", price: "12.50" }];

test("shows an agent within seconds what happens at the store", async () => {
  const screen = await openScreen(app, owner);
  const order = store.createOrder({ lineItems });
  const { id } = await until(() => keptOrder(order.id));
  await until(async () => screen.events.some(({ type }) => type === "orders.changed"));
  expect((await owner.api.orders.get({ id })).totalPrice).toMatch(/^12\.50?$/);

  const [sent] = [store.shipOrder(order.id, { trackingInfo: [{ number: "1Z999", company: "UPS", url: null }] })];
  await until(async () => (await keptOrder(order.id))?.fulfillment_status === "fulfilled");
  store.addFulfillmentEvent(order.id, sent.id, { status: "OUT_FOR_DELIVERY" });
  await until(
    async () => (await rows("select from shopify_fulfillment_events where status = 'out_for_delivery'")).length === 1,
  );
  store.refundOrder(order.id);
  await until(async () => (await keptOrder(order.id))?.financial_status === "refunded");
  await until(async () => (await pending()).length === 0);
  screen.close();
});

test("advances the time of the store's last read by a webhook", async () => {
  await idle();
  await rows("update shopify_stores set last_synced_at = '2026-01-01'");
  const order = store.createOrder({ lineItems });
  await until(() => keptOrder(order.id));
  await idle();
  expect(await rows("select from shopify_stores where last_synced_at > '2026-01-02'")).toHaveLength(1);
});

test("deletes an order deleted at the store, and tells its viewers", async () => {
  const order = store.createOrder({ lineItems });
  const { id } = await until(() => keptOrder(order.id));
  const screen = await openScreen(app, owner);
  store.deleteOrder(order.id);
  await until(async () => (await keptOrder(order.id)) === undefined);
  await until(async () =>
    screen.events.some(({ type, payload }) => type === "orders.changed" && JSON.stringify(payload).includes(id)),
  );
  screen.close();
});

test("does not bring back a deleted order with an answer requested before", async () => {
  const [order, other] = [store.createOrder({ lineItems }), store.createOrder({ lineItems })] as const;
  await until(async () => (await keptOrder(order.id)) && (await keptOrder(other.id)));
  const admin = await openStore(app.services, owner.tenantId);
  const earlier = await fetchOrdersByIds(admin ?? expect.fail("connected"), [String(order.id), String(other.id)]);
  store.deleteOrder(order.id);
  await until(async () => (await keptOrder(order.id)) === undefined);
  const save = () => app.db.withTenant(owner.tenantId, (tx) => saveStoreOrders(tx, earlier.orders));
  await save();
  expect(await keptOrder(order.id)).toBeUndefined();
  expect(await keptOrder(other.id)).toBeDefined();
  // If the store has it after all, it will report it again.
  await rows("update shopify_erased set erased_at = now() - interval '61 minutes' where kind = 'gone_order'");
  await save();
  expect(await keptOrder(order.id)).toBeDefined();
});

test("does not bring back a deleted customer with an answer requested before, alone or with an order", async () => {
  const customer = store.createCustomer({ email: "once@customer.test" });
  const byEmail = async () => (await rows("select * from customers where email = 'once@customer.test'"))[0];
  await until(byEmail);
  const admin = (await openStore(app.services, owner.tenantId)) ?? expect.fail("connected");
  const earlier = await fetchCustomersByIds(admin, [String(customer.id)]);
  expect(earlier.customers).toHaveLength(1);
  store.deleteCustomer(customer.id);
  await until(async () => (await byEmail()) === undefined);
  const save = () => app.db.withTenant(owner.tenantId, (tx) => saveStoreCustomers(tx, earlier.customers));
  expect(await save()).toEqual([]);
  expect(await byEmail()).toBeUndefined();
  // If the store has them after all, it will report them again.
  await rows("update shopify_erased set erased_at = now() - interval '61 minutes' where kind = 'gone_customer'");
  await save();
  expect(await byEmail()).toBeDefined();
});

test("does not bring back an order found missing by an agent with an answer requested before", async () => {
  const order = store.createOrder({ lineItems });
  const { name } = (await until(() => keptOrder(order.id))) as Kept & { name: string };
  await idle();
  const admin = (await openStore(app.services, owner.tenantId)) ?? expect.fail("connected");
  const earlier = await fetchOrdersByIds(admin, [String(order.id)]);
  // Without a webhook: the next caller is the first to know.
  lose(order.id);
  const { id: ticketId } = await makeTicket(app, owner);
  await expect(owner.api.tracking.look({ ticketId, orderNumber: name })).rejects.toMatchObject({
    code: "tracked_order_deleted",
  });
  await app.db.withTenant(owner.tenantId, (tx) => saveStoreOrders(tx, earlier.orders));
  expect(await keptOrder(order.id)).toBeUndefined();
});

test("keeps an order that is merely too old to be shown, and deletes a deleted one, however old", async () => {
  const old = "update shopify_orders set shopify_created_at = now() - interval '90 days' where shopify_order_id = $1";
  const orders = [store.createOrder({ lineItems }), store.createOrder({ lineItems })] as const;
  for (const { id } of orders) {
    await until(() => keptOrder(id));
    await rows(old, [String(id)]);
    // Without a webhook, as when it is no longer shown.
    lose(id);
  }
  await idle();
  const say = "insert into shopify_pending (kind, resource_id, is_deleted) values ('order', $1, $2)";
  for (const [place, { id }] of orders.entries()) await rows(say, [String(id), place === 1]);
  await fetchPending(app.services, owner.tenantId);
  expect(await keptOrder(orders[0].id)).toBeDefined();
  expect(await keptOrder(orders[1].id)).toBeUndefined();
});

test("keeps a customer deleted at the store with their tickets, without the store's number and figures", async () => {
  const [withTicket, without] = ["kept", "gone"].map((name) =>
    store.createCustomer({ email: `${name}@customer.test` }),
  );
  const byEmail = async (email: string) => (await rows("select * from customers where email = $1", [email]))[0];
  for (const email of ["kept@customer.test", "gone@customer.test"])
    await until(async () => (await byEmail(email))?.shopify_customer_id);
  await makeTicket(app, owner, { from: "kept@customer.test" });
  for (const customer of [withTicket, without]) store.deleteCustomer(customer?.id ?? 0);
  await until(async () => (await byEmail("gone@customer.test")) === undefined);
  await until(async () => (await byEmail("kept@customer.test"))?.shopify_customer_id === null);
  expect(await byEmail("kept@customer.test")).toMatchObject({ total_orders: 0, shopify_values: null });
});

test("ends at the present state, whatever the copies and order of webhooks", async () => {
  app.shopify.courier.options.copies = 3;
  app.shopify.courier.hold();
  const order = store.createOrder({ lineItems });
  store.cancelOrder(order.id);
  store.updateOrder(order.id, { note: "later" });
  app.shopify.courier.release("reversed");
  await app.shopify.courier.settled();
  app.shopify.courier.options.copies = 1;
  await until(async () => (await pending()).length === 0);
  expect(await keptOrder(order.id)).toMatchObject({ cancelled_at: expect.anything() });
  expect(await rows("select from shopify_orders")).toHaveLength(1);
});

test("asks again for what was named while it was being asked for", async () => {
  const order = store.createOrder({ lineItems });
  await until(() => keptOrder(order.id));
  await idle();
  await rows("insert into shopify_pending (kind, resource_id) values ('order', $1)", [String(order.id)]);
  store.meet({ kind: "slow", count: 1 });
  const fetched = fetchPending(app.services, owner.tenantId);
  await until(async () => store.unmet().length === 0);
  // The answer under way may be outdated.
  await rows("update shopify_pending set revision = revision + 1");
  app.shopify.faults.clear();
  await fetched;
  expect(await pending()).toEqual([]);
});

test("loses nothing of an unreachable store: it waits, and asks later", async () => {
  store.meet({ kind: "500" });
  const order = store.createOrder({ lineItems });
  await until(async () => (await pending()).length === 1);
  app.shopify.faults.clear();
  await until(() => keptOrder(order.id));
  await until(async () => (await pending()).length === 0);
});

test("asks a disconnected store nothing, and keeps nothing waiting", async () => {
  await rows("update shopify_stores set revoked_at = now()");
  await rows("insert into shopify_pending (kind, resource_id) values ('order', '1'), ('customer', '2')");
  await fetchPending(app.services, owner.tenantId);
  expect(await pending()).toEqual([]);
});

test("saves the others beside one that cannot be saved", async () => {
  const orders = [1, 2, 3].map(() => store.createOrder({ lineItems }));
  await app.shopify.courier.settled();
  await until(async () => (await rows("select from shopify_orders")).length === 3);
  await idle();
  await rows("delete from shopify_orders");
  const bad = String(orders[1]?.id);
  await app.asOwner(`alter table shopify_orders add constraint no_such check (shopify_order_id <> '${bad}') not valid`);
  for (const { id } of orders)
    await rows("insert into shopify_pending (kind, resource_id) values ('order', $1)", [String(id)]);
  await fetchPending(app.services, owner.tenantId);
  await app.asOwner("alter table shopify_orders drop constraint no_such");
  expect(
    (await rows<{ shopify_order_id: string }>("select shopify_order_id from shopify_orders order by 1")).map(
      (row) => row.shopify_order_id,
    ),
  ).toEqual([String(orders[0]?.id), String(orders[2]?.id)]);
  expect(await rows("select resource_id from shopify_pending where wanted_at > now() + interval '5 minutes'")).toEqual([
    { resource_id: bad },
  ]);
  expect(app.takeErrors()).toHaveLength(1);
});

test("postpones nothing when the database fails for a moment", async () => {
  const order = store.createOrder({ lineItems });
  await until(() => keptOrder(order.id));
  await idle();
  await rows(
    "insert into shopify_pending (kind, resource_id, is_deleted) values ('order', $1, false), ('order', '7', true)",
    [String(order.id)],
  );
  await app.asOwner(`create sequence failures;
    grant usage on sequence failures to public;
    create function fail_once() returns trigger language plpgsql as $$ begin
      if nextval('failures') = 1 then raise exception 'circle' using errcode = tg_argv[0]; end if; return null;
    end $$`);
  const failing = async (code: string) => {
    await app.asOwner(`alter sequence failures restart;
      create trigger failing after delete on shopify_pending for each statement execute function fail_once('${code}')`);
    return {
      async [Symbol.asyncDispose]() {
        await app.asOwner("drop trigger failing on shopify_pending");
      },
    };
  };
  const waiting = () => rows("select from shopify_pending where wanted_at < now() + interval '1 minute'");
  {
    await using _ = await failing("57P01");
    app.shopify.asked.length = 0;
    await expect(fetchPending(app.services, owner.tenantId)).rejects.toMatchObject({ code: "57P01" });
    expect(app.shopify.asked).toHaveLength(1);
    expect(await waiting()).toHaveLength(2);
  }
  for (const code of ["40P01", "23505"]) {
    await using _ = await failing(code);
    await rows(
      "insert into shopify_pending (kind, resource_id, is_deleted) values ('order', '7', true) on conflict do nothing",
    );
    app.shopify.asked.length = 0;
    await fetchPending(app.services, owner.tenantId);
    expect(app.shopify.asked, code).toHaveLength(1);
    expect(await pending(), code).toEqual([]);
  }
});

test("does not postpone what was named again while it could not be saved", async () => {
  const order = store.createOrder({ lineItems });
  await until(() => keptOrder(order.id));
  await idle();
  await rows("insert into shopify_pending (kind, resource_id) values ('order', $1)", [String(order.id)]);
  const one = { kind: "order", id: String(order.id), revision: "1" } as const;
  await rows("update shopify_pending set revision = 2");
  expect(await app.db.withTenant(owner.tenantId, (tx) => postponePending(tx, one, 600))).toBe(false);
  expect(await app.db.withTenant(owner.tenantId, (tx) => postponePending(tx, { ...one, revision: "2" }, 600))).toBe(
    true,
  );
});
