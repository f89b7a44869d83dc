import { isFoundBy } from "@deskhand/contract/search/search-line";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { type KnownOrder, knowManyOrders, knowOrders } from "../../testing/store/known-orders.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

async function found(person: Person, search: string) {
  const { items } = await person.api.orders.list({ search, limit: 100 });
  return items.map(({ name }) => name);
}

/** Few letters, so that generated texts match each other. */
const part = fc.string({ unit: fc.constantFrom(..."aAb1290éÉ李.-%_\\'@ "), minLength: 1, maxLength: 9 });
const line = part.map((text) => text.trim().replace(/\s+/g, " ") || "x");
const orders: fc.Arbitrary<KnownOrder[]> = fc.uniqueArray(
  fc.record({
    name: fc.tuple(line, fc.uuid()).map(([text, id]) => `${text}#${id.slice(0, 4)}`),
    order_number: line,
    email: fc.option(
      line.map((text) => text.toLowerCase()),
      { nil: null },
    ),
  }),
  { minLength: 40, maxLength: 40, selector: ({ name }) => name },
);

/** The searched fields, as documented. */
const linesOf = ({ name, order_number, email, buyer }: KnownOrder) =>
  [`#${order_number}`, name, email, buyer?.name, buyer?.email].map((text) => text ?? "");

test.each([
  ["the newest", 0, "2026-07-01"],
  ["older than all that is walked over", 7_200, "2026-01-01"],
])("finds orders that are %s as a plain scan would", async (_, others, day) => {
  const person = await newOwner(app);
  const known = (fc.sample(orders, { numRuns: 1, seed: 7 })[0] ?? []).map((order, at) => ({
    ...order,
    ...(at % 4 > 0 && {
      buyer: { name: order.name.slice(0, 3 + (at % 5)), email: `${at}é${order.order_number}@b.test`.toLowerCase() },
    }),
    shopify_created_at: new Date(Date.parse(day) - at * 60_000).toISOString(),
  }));
  await knowOrders(app, person, known);
  const newer = Array.from({ length: others }, (_, at) => String(899_999 - at));
  if (others > 0) await knowManyOrders(app, person, others);
  const many = newer.map((number) => ({ name: `#${number}`, order_number: number, email: "people@many.test" }));
  const all: KnownOrder[] = [...many, ...known];
  const piece = fc
    .tuple(fc.constantFrom(...known.flatMap(linesOf)), fc.nat(12), fc.integer({ min: 3, max: 20 }))
    .map(([text, from, length]) => text.slice(from, from + length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(piece, part), async (text) => {
      const search = text.trim();
      // Other texts are not searched everywhere.
      fc.pre(/[a-z0-9]{3}/i.test(search));
      const isFound = isFoundBy(search);
      const expected = all.filter((order) => isFound(linesOf(order).join("\n")));
      expect(await found(person, search), search).toEqual(expected.slice(0, 100).map(({ name }) => name));
    }),
    { seed: 11 },
  );
});

test.each([
  ["the newest", 0],
  ["old", 1_200],
])("finds orders that are %s by their customer's present name", async (_, others) => {
  const person = await newOwner(app);
  const buyer = { name: "Before Hand", email: `first.${others}@hand.test` };
  const at = "2026-01-01T00:00:00.000Z";
  const [id = ""] = await knowOrders(app, person, [
    { name: "#1", buyer, shopify_created_at: at },
    { name: "#2", buyer: { name: "Somebody Else", email: "else@hand.test" }, shopify_created_at: at },
  ]);
  if (others > 0) await knowManyOrders(app, person, others);
  expect(await found(person, "before hand")).toEqual(["#1"]);
  await person.api.customers.update({ id, name: "Afterwards", expected: {} });
  expect(await found(person, "before hand")).toEqual([]);
  expect(await found(person, "AFTERW")).toEqual(["#1"]);
  await person.api.customers.update({ id, email: `later.${others}@hand.test`, expected: {} });
  expect(await found(person, "later.")).toEqual(["#1"]);
  expect(await found(person, buyer.email)).toEqual([]);
  expect(await found(person, "afterwards")).toEqual(["#1"]);
  await person.api.customers.delete({ id });
  expect(await found(person, "afterwards")).toEqual([]);
  expect(await found(person, "somebody")).toEqual(["#2"]);
});

test("finds orders by a customer's new name, given before or after the order was written", async () => {
  const person = await newOwner(app);
  const [first = "", second = ""] = await knowOrders(
    app,
    person,
    ["One", "Two"].map((name) => ({ name: `#${name}`, buyer: { name, email: `${name}@at-once.test`.toLowerCase() } })),
  );
  const write = `insert into shopify_orders (id, shopify_order_id, order_number, name, customer_id, shopify_created_at)
    values (gen_random_uuid(), $2, $2, $2, $1, '2026-05-02')`;
  const rename = "update customers set name = $2 where id = $1";
  const pool = app.services.db.pool;
  const writing = await holdRows(pool, person, write, [first, "#new-one"]);
  const renamed = person.api.customers.update({ id: first, name: "Newly called", expected: {} });
  await writing.untilWaiting(1);
  await writing.release();
  await renamed;
  expect(await found(person, "newly called")).toEqual(["#new-one", "#One"]);
  const renaming = await holdRows(pool, person, rename, [second, "Called otherwise"]);
  const written = holdRows(pool, person, write, [second, "#new-two"]);
  await renaming.untilWaiting(1);
  await renaming.release();
  await (await written).release();
  expect(await found(person, "called otherwise")).toEqual(["#new-two", "#Two"]);
});
