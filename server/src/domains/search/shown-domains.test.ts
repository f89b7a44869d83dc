import { randomUUID } from "node:crypto";
import { domainToUnicode } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { findOrCreateCustomer } from "../customers/index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const written = [
  "münchen.example",
  "日本語.example",
  "пример.испытание",
  "한국.example",
  "a.straße-süd.example",
  "𠮟.example",
];

test.each(written)("the domain %s is read as people write it, whatever stands around it", async (domain) => {
  const ascii = new URL(`http://${domain}`).hostname;
  const text = `Ina <ina@${ascii}>, bo@x.example`;
  const [row] = await app.asOwner("select shown_domains($1) as shown", [text], owner.tenantId);
  expect(row).toEqual({ shown: `Ina <ina@${domainToUnicode(ascii)}>, bo@x.example` });
});

test.each(["ina@x.example", "", "ina@xn--.example", "ina@xn--a-9.example", "ina@xn--99999999999.example"])(
  "%s has nothing to read, or stays",
  async (text) => {
    const [row] = await app.asOwner("select coalesce(shown_domains($1), $1) as shown", [text], owner.tenantId);
    expect(row).toEqual({ shown: text });
  },
);

test("of a stranger's thousands of labels 200 are read", async () => {
  const labels = Array.from({ length: 900 }, (_, at) => `xn--a${100 + at}-3ya`);
  const [row] = await app.asOwner<{ shown: string }>("select shown_domains($1) as shown", [`@${labels.join(".")}`]);
  expect(row?.shown.match(/xn--/g)).toHaveLength(700);
});

test("a customer and a ticket are found by an address however its domain is written", async () => {
  const email = "ina@xn--mnchen-3ya.example";
  await app.services.db.withTenant(owner.tenantId, (tx) => findOrCreateCustomer(tx, { email, name: "Ina" }));
  await owner.api.tickets.create({
    ...{ subject: "A lamp", message: "It hums.", customer: { email }, idempotencyKey: randomUUID() },
  });
  for (const typed of ["ina@münchen.example", "münchen", "MUENCHEN", "xn--mnchen-3ya", email]) {
    const { items } = await owner.api.customers.list({ search: typed });
    expect([typed, items.map((one) => one.email)]).toEqual([typed, [email]]);
    const { tickets, customers } = await owner.api.search.find({ q: typed });
    expect([typed, tickets.items.length, customers.items.length]).toEqual([typed, 1, 1]);
    expect((await owner.api.tickets.list({ search: typed })).items).toHaveLength(1);
  }
});
