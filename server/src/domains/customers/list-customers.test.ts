import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { type ImportedCustomer, importCustomers } from "./index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

type Known = Partial<ImportedCustomer> & { email: string };

/** Adds customers, each a minute older than the one before. */
const addCustomers = (person: Person, customers: Known[]) =>
  app.services.db.withTenant(person.tenantId, (tx) =>
    importCustomers(
      tx,
      customers.map((customer, index) => ({
        id: newId(),
        name: "Somebody",
        created_at: new Date(Date.parse("2026-05-01T12:00:00.000Z") - index * 60_000).toISOString(),
        ...customer,
      })),
    ),
  );

async function listed(person: Person, input: Parameters<Person["api"]["customers"]["list"]>[0] = {}) {
  const { items, ...rest } = await person.api.customers.list(input);
  return { emails: items.map(({ email }) => email?.split("@")[0]), ...rest };
}

test("pages from the newest on, without gaps or repetition where many have the same time", async () => {
  const person = await newOwner(app);
  const created_at = "2026-05-01T12:00:00.000Z";
  await addCustomers(
    person,
    Array.from({ length: 45 }, (_, index) => ({ email: `c${index}@a.test`, ...(index < 30 && { created_at }) })),
  );
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await person.api.customers.list({ limit: 20, ...(cursor && { cursor }) });
    expect(page).toMatchObject({ total: 45, totalIsCapped: false, currency: "USD" });
    pages.push(page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  const all = pages.flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(45);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  await expect(person.api.customers.list({ cursor: "eh" })).rejects.toMatchObject({ code: "input_invalid" });
});

test("shows on a card everything known, with amounts unrounded", async () => {
  const person = await newOwner(app);
  await addCustomers(person, [
    {
      email: "rich@a.test",
      name: "Rich",
      phone: "+353 1",
      shopify_customer_id: "77",
      total_orders: 3,
      total_spent: "9999999999.99",
      last_order_date: "2026-04-01T10:00:00.000Z",
    },
    { email: "new@a.test" },
  ]);
  const { items } = await person.api.customers.list({});
  expect(items).toEqual([
    {
      id: items[0]?.id,
      name: "Rich",
      email: "rich@a.test",
      phone: "+353 1",
      shopifyCustomerId: "77",
      totalOrders: 3,
      totalSpent: "9999999999.99",
      lastOrderAt: "2026-04-01T10:00:00.000Z",
      createdAt: "2026-05-01T12:00:00.000Z",
    },
    expect.objectContaining({ totalSpent: "0", totalOrders: 0, lastOrderAt: null, shopifyCustomerId: null }),
  ]);
  expect(await person.api.customers.get({ id: items[0]?.id ?? "" })).toEqual({
    ...items[0],
    addresses: [items[0]?.email],
    joined: [],
    currency: "USD",
    ticketCount: 0,
    orderCount: 0,
  });
});

test("filters by customers of the store's platform, others or all, and narrows by search", async () => {
  const person = await newOwner(app);
  await addCustomers(person, [
    { email: "one@a.test", shopify_customer_id: "1" },
    { email: "two@a.test" },
    { email: "three@b.test", shopify_customer_id: "3" },
  ]);
  expect(await listed(person)).toMatchObject({ emails: ["one", "two", "three"], total: 3 });
  expect(await listed(person, { kind: "store" })).toMatchObject({ emails: ["one", "three"], total: 2 });
  expect(await listed(person, { kind: "other" })).toMatchObject({ emails: ["two"], total: 1 });
  expect(await listed(person, { kind: "store", search: "@b" })).toMatchObject({ emails: ["three"], total: 1 });
  const first = await person.api.customers.list({ kind: "store", limit: 1 });
  expect(first.total).toBe(2);
  expect(await listed(person, { kind: "store", cursor: first.nextCursor ?? "" })).toMatchObject({ emails: ["three"] });
});

// Few among many, so that the index is used; common names are found by walking the list.
const few: Known[] = [
  { email: "jane@smith.test", name: "Ärne Søn" },
  { email: "john@smith.test", name: "李娜" },
  { email: "100%_off@shop.test", name: "O'Neill\\ <script>alert(1)</script>" },
  { email: "no-name@shop.test", name: "עברית" },
];
const many = Array.from({ length: 300 }, (_, index) => ({ email: `p${index}@people.test`, name: `Client ${index}` }));

test.each([
  ["alone", few],
  ["among many", [...many, ...few]],
])("%s, finds each customer by any part of name or address", async (_, customers) => {
  const person = await newOwner(app);
  await addCustomers(person, customers);
  for (const [search, emails] of [
    ["smith", ["jane", "john"]],
    [" SMITH.t ", ["jane", "john"]],
    ["ärne", ["jane"]],
    ["SØN", ["jane"]],
    ["soen ARN", ["jane"]],
    ["smith so", ["jane"]],
    ["aerne", ["jane"]],
    ["øn", []],
    ["娜", ["john"]],
    ["李娜", ["john"]],
    ["ברי", ["no-name"]],
    ["100%", ["100%_off"]],
    ["%", ["100%_off"]],
    ["%_", ["100%_off"]],
    ["\\", ["100%_off"]],
    ["<script>", ["100%_off"]],
    ["o'n", ["100%_off"]],
    ["shop.test", ["100%_off", "no-name"]],
    ["nobody here", []],
    ["\n", undefined],
  ] as const) {
    const found = await listed(person, { search });
    if (emails) expect(found, search).toMatchObject({ emails, total: emails.length });
    else expect(found.total).toBe(customers.length);
  }
});

test("pages and counts a large result completely", async () => {
  const person = await newOwner(app);
  await addCustomers(person, many);
  const first = await person.api.customers.list({ search: "people", limit: 100 });
  expect(first).toMatchObject({ total: 300, totalIsCapped: false });
  const next = await person.api.customers.list({ search: "people", limit: 100, cursor: first.nextCursor ?? "" });
  expect(next.items[0]?.email).toBe("p100@people.test");
  // Rare, and older than the newest rows, which are looked at first.
  expect(await listed(person, { search: "p299" })).toMatchObject({ emails: ["p299"], total: 1 });
});

test.each([
  ["Müßig", "Mussig", "muessig", "MÜẞIG", "mus", "muess", "ßig"],
  ["Mussig", "Müßig", "muessig", "musi"],
  ["Muessig", "Müßig", "mussig", "mü", "muesi"],
  ["Frueh", "Früh", "frueh", "FRÜ"],
  ["Straße", "strasse", "STRASSE", "straß"],
  ["Jørgen Łoś", "los jorgen", "Łoś", "joergen", "Jör lo"],
  ["Žižek", "zizek", "ŽIŽ"],
  ["Ångström", "angstrom", "aangstroem", "Ang"],
  ["Zoë d'Arc", "darc", "zoe arc", "d'a", "ZOË"],
  ["ﾐｹ ＡＢＣ", "ミケ", "abc", "ABC ミ"],
  ["Иван Ёлкин", "елкин иван", "ЁЛК"],
  ["王小明", "小明", "明", "王"],
  ["김민수", "민수", "수"],
])("%s, is found in each way to write it, word by word", async (name, ...asked) => {
  const person = await newOwner(app);
  await addCustomers(person, [...many.slice(0, 20), { email: "q@w.test", name }]);
  const wrong = ["musi", "muesi", "darc"];
  for (const search of asked) {
    const expected = wrong.includes(search) ? [] : ["q"];
    expect((await listed(person, { search })).emails, search).toEqual(expected);
    expect((await person.api.customers.search({ q: search })).items.length, search).toBe(expected.length);
    expect((await person.api.search.find({ q: search })).customers.items.length, search).toBe(expected.length);
  }
});

test("finds beginnings of names and addresses for short texts, however old, and after a cursor", async () => {
  const person = await newOwner(app);
  await app.asOwner(
    `insert into customers (client_id, id, name, email, created_at)
     select $1, gen_random_uuid(), 'Person', 'p' || n || '@people.test', now() - n * interval '1 second'
     from generate_series(1, 10500) as n`,
    [person.tenantId],
    person.tenantId,
  );
  await addCustomers(person, [
    { email: "zz@old.test", created_at: "2020-01-01T00:00:00.000Z" },
    { email: "old@old.test", name: "Zz Top", created_at: "2020-01-02T00:00:00.000Z" },
  ]);
  expect(await listed(person, { search: "zz" })).toMatchObject({ emails: ["old", "zz"], total: 2 });
  const { nextCursor } = await person.api.customers.list({ search: "zz", limit: 1 });
  expect(await listed(person, { search: "zz", cursor: nextCursor ?? "" })).toMatchObject({ emails: ["zz"] });
  expect(await listed(person)).toMatchObject({ total: 10_000, totalIsCapped: true });
  expect(await listed(person, { search: "people" })).toMatchObject({ total: 10_000, totalIsCapped: true });
  expect(await person.api.customers.stats()).toMatchObject({ totalCustomers: 10_502 });
});

test("counts all customers of this store exactly", async () => {
  const person = await newOwner(app);
  expect(await person.api.customers.stats()).toEqual({
    totalCustomers: 0,
    totalSpent: "0.00",
    averageSpent: "0.00",
    storeCustomers: 0,
    currency: "USD",
  });
  await addCustomers(person, [
    { email: "a@a.test", total_spent: "0.1", shopify_customer_id: "1" },
    { email: "b@a.test", total_spent: "0.2" },
    { email: "c@a.test" },
  ]);
  expect(await person.api.customers.stats()).toEqual({
    totalCustomers: 3,
    totalSpent: "0.30",
    averageSpent: "0.10",
    storeCustomers: 1,
    currency: "USD",
  });
});

test("counts a customer's tickets, and gives amounts in the currency of the newest order", async () => {
  await makeTicket(app, owner, { from: "busy@a.test" });
  await makeTicket(app, owner, { from: "busy@a.test", status: "closed" });
  const [customer] = (await owner.api.customers.list({ search: "busy@a" })).items;
  await app.asOwner(
    `insert into shopify_orders (client_id, id, shopify_order_id, order_number, name, customer_id, total_price, currency, shopify_created_at)
     select $1, gen_random_uuid(), n::text, n::text, '#' || n, $2, 1, case n when 3 then 'EUR' else 'SEK' end, now() + n * interval '1 hour'
     from generate_series(1, 3) as n`,
    [owner.tenantId, customer?.id],
    owner.tenantId,
  );
  expect(await owner.api.customers.get({ id: customer?.id ?? "" })).toMatchObject({
    ticketCount: 2,
    orderCount: 3,
    currency: "EUR",
  });
  expect(await owner.api.customers.stats()).toMatchObject({ currency: "EUR" });
  expect(await owner.api.customers.list({})).toMatchObject({ currency: "EUR" });
  const orders = await owner.api.orders.ofCustomer({ customerId: customer?.id ?? "", limit: 2 });
  expect(orders.items.map(({ name, currency, totalPrice }) => [name, currency, totalPrice])).toEqual([
    ["#3", "EUR", "1"],
    ["#2", "SEK", "1"],
  ]);
  const rest = await owner.api.orders.ofCustomer({ customerId: customer?.id ?? "", cursor: orders.nextCursor ?? "" });
  expect(rest).toMatchObject({ items: [{ name: "#1", itemCount: 0 }], nextCursor: null });
  await expect(owner.api.orders.ofCustomer({ customerId: newId() })).rejects.toMatchObject({
    code: "customer_not_found",
  });
});
