import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fillDemo, findDemoSignIns } from "./demo/fill-demo.ts";
import { copyTestDatabase, type TestDatabase, testSecret } from "./testing/test-databases.ts";

const settings = { secret: testSecret, mailDomain: "desk.test" };
const now = Date.parse("2026-03-18T10:00:00Z");
let database: TestDatabase;
let tenant = "";

beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
  expect(await fillDemo(database.ownerUrl, settings, now)).toBe(true);
  tenant = String((await query("select client_id as id from inbound_addresses"))[0]?.id);
});
afterAll(() => database.drop());

async function query(sql: string, url = database.ownerUrl): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    if (tenant) await client.query("select set_config('app.client_id', $1, false)", [tenant]);
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function numbers(sql: string): Promise<Record<string, number>> {
  const [row] = await query(sql);
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
}

test("the demo store has what a demo needs", async () => {
  expect(
    await numbers(`select (select count(*) from users) users, (select count(distinct role) from users) roles,
      (select count(*) from customers) customers, (select count(*) from shopify_orders) orders,
      (select count(*) from support_tickets) tickets`),
  ).toMatchObject({ roles: 3, customers: 40, orders: 120, tickets: 80 });
  const counts = await numbers(`select
    (select count(distinct category) from support_tickets) categories,
    (select count(distinct status) from support_tickets) statuses,
    (select count(*) from support_tickets where is_archived) archived,
    (select count(*) from support_tickets where not is_archived and due_date < '2026-03-18T10:00Z') overdue,
    (select count(*) from support_tickets where labels <> '{}') tagged,
    (select count(*) from ticket_messages where message_type = 'internal') notes,
    (select count(*) from outgoing_mails where state = 'failed') failed,
    (select count(*) from mail_log where received_at <= '2026-03-18T10:00Z') mails,
    (select count(*) from ticket_messages where is_automatic) automatic,
    (select count(*) from ticket_messages where full_content is not null) quoting,
    (select count(*) from ticket_messages where html is not null) html,
    (select count(*) from ticket_attachments) attachments,
    (select count(*) from ticket_activities) activities,
    (select count(*) from knowledge_articles where file_id is not null) filed_resources,
    (select count(*) from knowledge_articles where is_public) public_resources,
    (select count(distinct file_type) from knowledge_articles) resource_types,
    (select count(distinct category) from knowledge_articles) resource_categories,
    (select count(distinct access_level) from knowledge_articles) access_levels,
    (select count(*) from notifications where not is_read) unread`);
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
  expect(counts).toMatchObject({ statuses: 6, resource_types: 8, resource_categories: 6, access_levels: 3 });
});

test("nothing in the demo store is later than its start, and threads are in order", async () => {
  expect(
    await numbers(`select
      (select count(*) from ticket_messages where created_at > '2026-03-18T10:00Z') late_messages,
      (select count(*) from shopify_orders where shopify_created_at > '2026-03-18T10:00Z') late_orders,
      (select count(*) from support_tickets t join ticket_messages m
        on m.client_id = t.client_id and m.ticket_id = t.id and m.created_at < t.created_at) early_messages`),
  ).toEqual({ late_messages: 0, late_orders: 0, early_messages: 0 });
});

test("what a ticket says about its order is true at that time", async () => {
  const rows = await query(`select t.subject, t.is_archived, o.financial_status,
      o.shopify_created_at < t.created_at as was_ordered,
      round(extract(epoch from t.created_at - min(f.delivered_at)) / 3600)::int as arrived_hours,
      count(f.id)::int as parcels, bool_or(f.shopify_created_at < t.created_at) as was_sent,
      (select round(extract(epoch from t.created_at - min(refunded_at)) / 3600)::int
        from shopify_order_refunds r where r.client_id = o.client_id and r.order_id = o.id) as refunded_hours,
      (select count(*)::int from shopify_order_line_items i where i.client_id = o.client_id and i.order_id = o.id) as lines
    from support_tickets t
    join shopify_orders o on o.client_id = t.client_id
      and o.name = substring(t.subject || ' ' || t.description from '#[0-9]+')
    left join shopify_order_fulfillments f on f.client_id = o.client_id and f.order_id = o.id
    group by t.client_id, t.id, o.client_id, o.id`);
  const told: [words: string, expected: object][] = [
    ["Parcel says delivered", { arrived_hours: 24 }],
    ["Strange smell", { arrived_hours: 26 }],
    ["Refund to a closed", { refunded_hours: 240, financial_status: "refunded" }],
    ["Charged twice", { lines: 1, financial_status: "paid" }],
    ["VAT number", { lines: 1, financial_status: "paid" }],
  ];
  const unsent = ["Delivery window", "Change of address", "Discount code"];
  const underWay = ["Where is my order", "Can the depot keep", ...unsent];
  expect(rows.length).toBeGreaterThan(30);
  for (const { subject, ...row } of rows) {
    const isOf = (words: string) => String(subject).startsWith(words);
    const [, expected = {}] = told.find(([words]) => isOf(words)) ?? [];
    expect(row, String(subject)).toMatchObject({ was_ordered: true, ...expected });
    const arrived = row.arrived_hours === null ? -1 : Number(row.arrived_hours);
    if (underWay.some(isOf)) expect(arrived, String(subject)).toBeLessThan(0);
    else expect(arrived, String(subject)).toBeGreaterThan(0);
    if (unsent.some(isOf)) expect(row.was_sent, String(subject)).not.toBe(true);
  }
});

test("counters and sums match the rows", async () => {
  expect(
    await numbers(`select
      (select count(*) from support_tickets t where message_count <> (select count(*) from ticket_messages m
        where m.ticket_id = t.id and message_type = 'email')) tickets,
      (select count(*) from customers c where total_orders <> (select count(*) from shopify_orders o
        where o.customer_id = c.id)) customers,
      (select count(*) from shopify_orders o where total_price <> (select sum(price * quantity)
        from shopify_order_line_items i where i.order_id = o.id)) orders,
      (select sum(delta) from ticket_count_deltas) counted`),
  ).toEqual({ tickets: 0, customers: 0, orders: 0, counted: 80 });
});

test("no address can belong to a real person", async () => {
  const rows = await query("select email from customers union select email from users");
  expect(rows.length).toBeGreaterThan(10);
  for (const { email } of rows) expect(email).toMatch(/@(?:lumenandloom\.example|example\.(?:com|org|net))$/);
});

test("the demo store is always the same, and is only made if there is no store", async () => {
  expect(await fillDemo(database.ownerUrl, settings, now)).toBe(false);
  const again = await copyTestDatabase(inject("testDatabases"));
  const sum = (url: string) =>
    query(
      "select md5(string_agg(ticket_number || subject || description || status || created_at, '' order by ticket_number)) from support_tickets",
      url,
    );
  const first = await sum(database.ownerUrl);
  const kept = tenant;
  await fillDemo(again.ownerUrl, settings, now);
  tenant = "";
  tenant = String((await query("select client_id as id from inbound_addresses", again.ownerUrl))[0]?.id);
  expect(await sum(again.ownerUrl)).toEqual(first);
  tenant = kept;
  await again.drop();
});

test("connects the demo store to a shop with the same orders at the stand-in platform, and stores no readable token", async () => {
  const folder = await mkdtemp(join(tmpdir(), "demo-shop-"));
  const home = {
    port: 4000,
    url: "http://localhost:4000",
    file: join(folder, "shop.json"),
    apiVersion: "2026-10",
    publicUrl: "http://localhost:3999",
  };
  const again = await copyTestDatabase(inject("testDatabases"));
  await fillDemo(again.ownerUrl, settings, now, home);
  const kept = tenant;
  tenant = "";
  tenant = String((await query("select client_id as id from inbound_addresses", again.ownerUrl))[0]?.id);
  const [store] = await query("select to_jsonb(s) as kept, s.access_token from shopify_stores s", again.ownerUrl);
  const orders = await query("select shopify_order_id as id, name from shopify_orders order by name", again.ownerUrl);
  tenant = kept;
  await again.drop();
  const text = await readFile(home.file, "utf8");
  const { stores } = JSON.parse(text);
  const [shop] = stores;
  expect(store?.kept).toMatchObject({ shop_domain: shop.domain, shop_name: shop.name, revoked_at: null });
  expect(
    shop.orders.map((order: { id: number; name: string }) => ({ id: String(order.id), name: order.name })),
  ).toEqual(orders);
  const [token] = shop.tokens;
  expect(token.accessToken).toMatch(/^shpat_[0-9a-f]{32}$/);
  expect(`${JSON.stringify(store?.kept)} ${store?.access_token}`).not.toContain("shpat_");
  expect((await stat(home.file)).mode & 0o077).toBe(0);
  await rm(folder, { recursive: true });
});

test("the demo store's sign-ins are printed if they exist", async () => {
  expect((await findDemoSignIns(database.ownerUrl)).slice(0, 3)).toEqual([
    { email: "admin@lumenandloom.example", password: "deskhand-demo" },
    { email: "supervisor@lumenandloom.example", password: "deskhand-demo" },
    { email: "agent@lumenandloom.example", password: "deskhand-demo" },
  ]);
});

test("a demo store that is interrupted leaves nothing behind", async () => {
  const again = await copyTestDatabase(inject("testDatabases"));
  let isFilling = true;
  const filling = fillDemo(again.ownerUrl, settings, now)
    .catch(() => "cut off")
    .finally(() => {
      isFilling = false;
    });
  const killer = new pg.Client({ connectionString: again.ownerUrl });
  await killer.connect();
  // Waits until it writes: then its transaction has an id.
  while (isFilling) {
    const { rowCount } = await killer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null",
    );
    if (rowCount) break;
  }
  expect(await filling).toBe("cut off");
  const { rows } = await killer.query(
    "select (select count(*)::int from inbound_addresses) addresses, (select count(*)::int from identities) people",
  );
  expect(rows).toEqual([{ addresses: 0, people: 0 }]);
  await killer.end();
  expect(await fillDemo(again.ownerUrl, settings, now)).toBe(true);
  await again.drop();
});
