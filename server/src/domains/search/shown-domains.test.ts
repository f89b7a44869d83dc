import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { domainToUnicode } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { untilFolded } from "../../testing/store/until-folded.ts";
import { customerWrites } from "../../testing/test-desk.ts";
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

test.each(written)("the domain %s is shown as people write it, in any context", async (domain) => {
  const ascii = new URL(`http://${domain}`).hostname;
  const text = `Ina <ina@${ascii}>, bo@x.example`;
  const [row] = await app.asOwner("select shown_domains($1) as shown", [text], owner.tenantId);
  expect(row).toEqual({ shown: `Ina <ina@${domainToUnicode(ascii)}>, bo@x.example` });
});

test.each(["ina@x.example", "", "ina@xn--.example", "ina@xn--a-9.example", "ina@xn--99999999999.example"])(
  "%s has nothing to decode, or stays",
  async (text) => {
    const [row] = await app.asOwner("select coalesce(shown_domains($1), $1) as shown", [text], owner.tenantId);
    expect(row).toEqual({ shown: text });
  },
);

test("at most 200 of a stranger's thousands of labels are decoded", async () => {
  const labels = Array.from({ length: 900 }, (_, at) => `xn--a${100 + at}-3ya`);
  const [row] = await app.asOwner<{ shown: string }>("select shown_domains($1) as shown", [`@${labels.join(".")}`]);
  expect(row?.shown.match(/xn--/g)).toHaveLength(700);
});

test("a customer and a ticket are found by an address in any spelling of its domain", async () => {
  const email = "ina@xn--mnchen-3ya.example";
  await app.services.db.withTenant(owner.tenantId, (tx) => findOrCreateCustomer(tx, { email, name: "Ina" }));
  await owner.api.tickets.create({
    subject: "A lamp",
    message: "It hums.",
    customer: { email },
    idempotencyKey: randomUUID(),
  });
  for (const typed of ["ina@münchen.example", "münchen", "MUENCHEN", "xn--mnchen-3ya", email]) {
    const { items } = await owner.api.customers.list({ search: typed });
    expect([typed, items.map((item) => item.email)]).toEqual([typed, [email]]);
    const { tickets, customers } = await owner.api.search.find({ q: typed });
    expect([typed, tickets.items.length, customers.items.length]).toEqual([typed, 1, 1]);
    expect((await owner.api.tickets.list({ search: typed })).items).toHaveLength(1);
  }
});

test("after an upgrade, older rows are found by decoded domains: customers, and tickets by everybody on them", async () => {
  const of = (host: string) => new URL(`http://${host}`).hostname;
  const emails = ["ina@größe.example", "bo@köln.example"].map((item) =>
    item.replace(/@(.*)/, (_, host) => `@${of(host)}`),
  );
  await customerWrites(app, owner, { from: `Ina <${emails[0]}>`, headers: [`Cc: Bo <${emails[1]}>`] });
  await untilFolded(app, owner.tenantId);
  // As stored before the upgrade.
  const before = [
    "alter table customers disable trigger customer_text_kept",
    `update customers set search_text = search_line(coalesce(name, '') || chr(10) || email) where email like '%xn--%'`,
    "alter table customers enable trigger customer_text_kept",
    "update ticket_words set words = ''",
  ];
  for (const statement of before) await app.asOwner(statement, [], owner.tenantId);
  await untilFolded(app, owner.tenantId);
  await app.asOwner("update ticket_words set words = ''", [], owner.tenantId);
  const found = async () => {
    const tickets = await Promise.all(["größe", "köln"].map((q) => owner.api.tickets.list({ search: q })));
    const { items } = await owner.api.customers.list({ search: "größe" });
    return [...tickets.map((list) => list.items.length), items.length];
  };
  expect(await found()).toEqual([0, 0, 0]);
  await app.asOwner(
    await readFile(new URL("../../../../db/migrations/0156_shown_domains.sql", import.meta.url), "utf8"),
  );
  await untilFolded(app, owner.tenantId);
  expect(await found()).toEqual([1, 1, 1]);
});
