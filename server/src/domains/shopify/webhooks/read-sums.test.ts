import { afterAll, beforeAll, expect, test } from "vitest";
import { inTenant, openToldDesk, type ToldDesk } from "../../../testing/store/told-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { readSums } from "./read-sums.ts";

let app: ToldDesk;
beforeAll(async () => {
  app = await openToldDesk();
});
afterAll(() => app.stop());

test("fetches missing sums of older orders over time, each once, and soon for one that is viewed", async () => {
  const { owner, store } = await app.connectStore();
  const rows = <Row extends object>(sql: string, values: unknown[] = []) =>
    inTenant<Row & Record<string, unknown>>(app, owner, sql, values);
  const made = Array.from({ length: 60 }, () => store.createOrder({ lineItems: [{ title: "Cup", price: "12.50" }] }));
  await until(async () => (await rows("select from shopify_orders")).length === made.length);
  // A later webhook would have them read again.
  await app.settled(owner);
  // As stored by an earlier version; the store no longer has one of them.
  await rows("update shopify_orders set sums = null, shopify_digest = 'earlier'");
  await rows("update shopify_stores set sums_read_to = null");
  const [lost] = await rows<{ number: string }>(
    `update shopify_orders set shopify_created_at = '2020-01-01'
     where id = (select id from shopify_orders order by id desc limit 1) returning shopify_order_id as number`,
  );
  store.store.orders.delete(Number(lost?.number));
  store.store.version += 1;
  const without = async () => (await rows<{ id: string }>("select id from shopify_orders where sums is null")).length;

  const [seen] = await rows<{ id: string }>("select id from shopify_orders order by id limit 1 offset 3");
  const agent = owner.api;
  expect(await agent.syncs.readOrder({ id: seen?.id ?? "" })).toEqual({ isRead: true });
  await app.settled(owner);
  expect((await agent.orders.get({ id: seen?.id ?? "" })).sums).not.toBeNull();
  expect(await agent.syncs.readOrder({ id: seen?.id ?? "" })).toEqual({ isRead: false });
  expect(await without()).toBe(made.length - 1);

  const turn = async () => {
    await readSums.work(app.services);
    await app.settled(owner);
    return without();
  };
  expect(await turn()).toBe(made.length - 50);
  expect(await turn()).toBe(1);
  // An order the store says nothing about is not asked for again and again.
  await readSums.work(app.services);
  expect(await rows("select from shopify_pending")).toEqual([]);
});
