import type { Money } from "@deskhand/contract/page";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { type KnownOrder, knowManyOrders, knowOrders } from "../../testing/store/known-orders.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

async function listed(person: Person, input: Parameters<Person["api"]["orders"]["list"]>[0] = {}) {
  const { items, ...rest } = await person.api.orders.list(input);
  return { names: items.map(({ name }) => name), ...rest };
}

test("pages from the newest on, without gaps or repetition where many have the same time", async () => {
  const person = await newOwner(app);
  const shopify_created_at = "2026-05-01T12:00:00.000Z";
  await knowOrders(
    app,
    person,
    Array.from({ length: 45 }, (_, at) => ({ name: `#${at}`, ...(at < 30 && { shopify_created_at }) })),
  );
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await person.api.orders.list({ limit: 20, ...(cursor && { cursor }) });
    expect(page).toMatchObject({ total: 45, totalIsCapped: false });
    pages.push(page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  const all = pages.flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(45);
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  await expect(person.api.orders.list({ cursor: "eh" })).rejects.toMatchObject({ code: "input_invalid" });
});

test("shows on a card the first three items, their number, and the first parcel", async () => {
  const person = await newOwner(app);
  const item = { variant_title: null, sku: null, product_image_url: null, shopify_product_id: null };
  const sent = { status: "success", tracking_company: null, tracking_url: null };
  await knowOrders(app, person, [
    {
      name: "#1042",
      buyer: { name: "Ann", email: "ann@a.test" },
      email: "other@a.test",
      currency: "KWD",
      total_price: "1234567890123.125",
      financial_status: "expired",
      fulfillment_status: "on_hold",
      lineItems: ["A", "B", "C", "D"].map((title) => ({ id: newId(), title, quantity: 3, price: "0.105", ...item })),
      fulfillments: [
        { id: newId(), ...sent, tracking_number: null, shopify_created_at: "2026-05-02T00:00:00.000Z" },
        { id: newId(), ...sent, tracking_number: "late", shopify_created_at: "2026-05-04T00:00:00.000Z" },
        {
          id: newId(),
          ...sent,
          tracking_number: "1Z",
          tracking_company: "UPS",
          shopify_created_at: "2026-05-03T00:00:00.000Z",
        },
      ],
    },
    { name: "bare", total_price: null, order_number: "7" },
  ]);
  const { items } = await person.api.orders.list({});
  expect(items).toEqual([
    {
      id: items[0]?.id,
      shopifyOrderId: items[0]?.shopifyOrderId,
      name: "#1042",
      currency: "KWD",
      customer: { id: expect.any(String), name: "Ann", email: "ann@a.test" },
      email: "other@a.test",
      totalPrice: "1234567890123.125",
      financialStatus: "expired",
      lineItemCount: 4,
      fulfillmentStatus: "on_hold",
      createdAt: "2026-05-01T12:00:00.000Z",
      cancelledAt: null,
      lineItems: ["A", "B", "C"].map((title) => expect.objectContaining({ title, price: "0.105", total: "0.315" })),
      tracking: { number: "1Z", company: "UPS" },
    },
    expect.objectContaining({
      name: "bare",
      customer: null,
      email: null,
      totalPrice: null,
      financialStatus: null,
      lineItems: [],
      lineItemCount: 0,
      tracking: null,
    }),
  ]);
});

test("filters by status in the database, and narrows by search", async () => {
  const person = await newOwner(app);
  const of = (name: string, financial_status: string | null) => ({ name, financial_status, email: `${name}@a.test` });
  await knowOrders(app, person, [
    ...[of("p1", "paid"), of("x1", "pending"), of("p2", "paid"), of("r1", "refunded"), of("n1", null)],
    ...[of("pr", "partially_refunded"), of("au", "authorized"), of("v1", "voided")],
  ]);
  expect(await listed(person)).toMatchObject({ total: 8 });
  expect(await listed(person, { status: "paid" })).toMatchObject({ names: ["p1", "p2"], total: 2 });
  expect(await listed(person, { status: "refunded" })).toMatchObject({ names: ["r1"], total: 1 });
  expect(await listed(person, { status: "partially_refunded" })).toMatchObject({ names: ["pr"] });
  expect(await listed(person, { status: "authorized" })).toMatchObject({ names: ["au"] });
  expect(await listed(person, { status: "paid", search: "P2@A" })).toMatchObject({ names: ["p2"], total: 1 });
  expect(await listed(person, { status: "pending", search: "p2@a" })).toMatchObject({ names: [], total: 0 });
  const first = await listed(person, { status: "paid", limit: 1 });
  expect(first).toMatchObject({ names: ["p1"], total: 2 });
  expect(await listed(person, { status: "paid", cursor: first.nextCursor ?? "" })).toMatchObject({ names: ["p2"] });
  const unknown = await person.send("/api/orders?status=voided");
  expect([unknown.status, await unknown.json()]).toMatchObject([422, { code: "input_invalid" }]);
});

// Few among many, so that the indexes are used; common values are found by walking the list.
const few: KnownOrder[] = [
  { name: "#1042", buyer: { name: "Ärne Søn", email: "jane@smith.test" }, email: "jane@smith.test" },
  { name: "#1043", buyer: { name: "李娜", email: "john@smith.test" } },
  {
    name: "SHOP-77-EU",
    order_number: "77",
    buyer: { name: "O'Neill\\ <script>alert(1)</script>", email: "100%_off@shop.test" },
  },
  { name: "7001", order_number: "7001", buyer: { name: "עברית", email: "no-name@shop.test" } },
  { name: "#1044", email: "guest@elsewhere.test" },
];

test.each([
  ["alone", 0],
  ["among some that are older", 400],
  ["among many", 3_500],
])("%s, finds each order by any part of number, name or address", async (_, others) => {
  const person = await newOwner(app);
  await knowOrders(
    app,
    person,
    few.map((order, index) => ({
      ...order,
      // The oldest among many, which no walk over the newest reaches.
      shopify_created_at: new Date(
        Date.parse(others > 1_000 ? "2026-01-01" : "2026-07-01") - index * 60_000,
      ).toISOString(),
    })),
  );
  if (others > 0) await knowManyOrders(app, person, others);
  for (const [search, names] of [
    ["1042", ["#1042"]],
    ["#1042", ["#1042"]],
    [" #1042 ", ["#1042"]],
    ["#7001", ["7001"]],
    ["shop-77", ["SHOP-77-EU"]],
    ["#77", ["SHOP-77-EU"]],
    ["smith", ["#1042", "#1043"]],
    [" SMITH.t ", ["#1042", "#1043"]],
    ["ärne", ["#1042"]],
    ["SØN", ["#1042"]],
    ["李娜", ["#1043"]],
    ["עברית", ["7001"]],
    ["100%", ["SHOP-77-EU"]],
    ["o'neill\\ <s", ["SHOP-77-EU"]],
    ["shop.test", ["SHOP-77-EU", "7001"]],
    ["guest@elsewhere", ["#1044"]],
    ["jane@smith.test #1042", ["#1042"]],
    ["1042 son arne", ["#1042"]],
    ["SMITH aerne", ["#1042"]],
    ["smith 7001", []],
    ["p-77-e", ["SHOP-77-EU"]],
    ["娜", ["#1043"]],
    ["nobody here", []],
    ["(a+)+$|[", []],
    ["\u202e#1042", ["#1042"]],
    ["\0", undefined],
    [" ", undefined],
    ["x".repeat(200), []],
    ["%".repeat(200), []],
    ["\\".repeat(199), []],
  ] as const) {
    const found = await listed(person, { search });
    if (names) expect(found, search).toMatchObject({ names, total: names.length, totalIsCapped: false });
    else expect(found.total).toBe(others + few.length);
  }
  // No index covers these: they are found among the newest.
  for (const [search, name] of [
    ["%_", "SHOP-77-EU"],
    ["\\", "SHOP-77-EU"],
    ["'", "SHOP-77-EU"],
  ] as const) {
    expect(await listed(person, { search }), search).toMatchObject({ names: others > 1_000 ? [] : [name] });
  }
  for (const [search, name] of [
    ["李", "#1043"],
    ["är", "#1042"],
    ["עב", "7001"],
  ] as const) {
    expect(await listed(person, { search }), search).toMatchObject({ names: [name] });
  }
});

test("pages and counts a rare result completely, and a common one as far as it was searched", async () => {
  const person = await newOwner(app);
  await knowManyOrders(app, person, 3_500);
  await knowOrders(
    app,
    person,
    Array.from({ length: 50 }, (_, at) => ({ name: `#OLD-${at}`, order_number: `${at}` })),
  );
  const first = await listed(person, { search: "old-" });
  expect(first).toMatchObject({ total: 50, totalIsCapped: false });
  const rest = await listed(person, { search: "old-", limit: 100, cursor: first.nextCursor ?? "" });
  expect(rest).toMatchObject({ total: 50, nextCursor: null });
  expect([...first.names, ...rest.names]).toEqual(Array.from({ length: 50 }, (_, at) => `#OLD-${at}`));
  expect(await listed(person, { search: "people" })).toMatchObject({ total: 1_000, totalIsCapped: true });
  expect(await listed(person, { search: "8" })).toMatchObject({ total: 1_000, totalIsCapped: true });
  expect(await listed(person)).toMatchObject({ total: 3_550, totalIsCapped: false });
  expect(await listed(person, { search: "896501" })).toMatchObject({ names: ["#896501"], total: 1 });
  expect(await listed(person, { search: "896501", status: "paid" })).toMatchObject({ names: ["#896501"], total: 1 });
  expect(await listed(person, { search: "896501", status: "pending" })).toMatchObject({ names: [], total: 0 });
});

test.each(["dling", "mé", "person@middling"])(
  "%s, pages in order what some of the newest contain and more of the older",
  async (search) => {
    const person = await newOwner(app);
    await knowManyOrders(app, person, 3_500);
    const middling = Array.from({ length: 16 }, (_, at) => ({
      name: `M${at}`,
      buyer: { name: "Mé Dling", email: `${at}.person@middling.test` },
      shopify_created_at: new Date(Date.parse("2026-06-01T00:00:00.500Z") - at * 220_000).toISOString(),
    }));
    await knowOrders(app, person, middling);
    const first = await listed(person, { search, limit: 5 });
    const next = await listed(person, { search, limit: 5, cursor: first.nextCursor ?? "" });
    const rest = await listed(person, { search, limit: 20, cursor: next.nextCursor ?? "" });
    expect([...first.names, ...next.names, ...rest.names]).toEqual(middling.map(({ name }) => name));
  },
);

test("refuses a text that is too long", async () => {
  const person = await newOwner(app);
  await expect(person.api.orders.list({ search: "x".repeat(201) })).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { search: ["Search for at most 200 characters"] } },
  });
});

test("finds and counts nothing of another store", async () => {
  const [one, other] = [await newOwner(app), await newOwner(app)];
  await knowOrders(app, one, [
    { name: "#1042", buyer: { name: "Ann", email: "ann@a.test" }, financial_status: "paid" },
  ]);
  for (const input of [{}, { search: "1042" }, { search: "ann" }, { search: "#" }, { status: "paid" as const }]) {
    expect(await listed(other, input)).toMatchObject({ names: [], total: 0 });
  }
  expect(await other.api.orders.stats()).toMatchObject({ totalOrders: 0 });
});

test("counts all orders, and never adds amounts of different currencies", async () => {
  const person = await newOwner(app);
  expect(await person.api.orders.stats()).toEqual({
    totalOrders: 0,
    paidOrders: 0,
    ordersByStatus: {},
    currencies: [],
  });
  const of = (total_price: Money | null, currency: string, financial_status: string | null) => ({
    name: `#${newId()}`,
    total_price,
    currency,
    financial_status,
  });
  await knowOrders(app, person, [
    ...[of("0.10", "USD", "paid"), of("0.20", "USD", "paid"), of(null, "USD", "refunded"), of("0.30", "USD", null)],
    ...[of("9999999999999999.125", "KWD", "paid"), of("5", "JPY", "expired"), of(null, "CHF", null)],
    of("6", "JPY", "paid"),
  ]);
  expect(await person.api.orders.stats()).toEqual({
    totalOrders: 8,
    paidOrders: 4,
    ordersByStatus: { paid: 4, refunded: 1, expired: 1, unknown: 2 },
    currencies: [
      { currency: "USD", orders: 4, revenue: "0.60", average: "0.200" },
      { currency: "JPY", orders: 2, revenue: "11", average: "5.500" },
      { currency: "CHF", orders: 1, revenue: "0", average: null },
      { currency: "KWD", orders: 1, revenue: "9999999999999999.125", average: "9999999999999999.125" },
    ],
  });
});
