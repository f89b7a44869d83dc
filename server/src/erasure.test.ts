import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { StoreControls } from "../../stand-ins/shopify/store-controls.ts";
import { redactCustomer } from "./domains/customers/index.ts";
import { DeliveryDelayed, type Mailer } from "./platform/mailer/mailer.ts";
import { openOutboxMailer, outboxFolder } from "./platform/mailer/outbox-mailer.ts";
import { filesWith, rowsWith } from "./testing/store/find-word.ts";
import { type FullCustomer, fillCustomer } from "./testing/store/full-customer.ts";
import { inTenant, openToldDesk, type ToldDesk } from "./testing/store/told-desk.ts";
import { untilFolded } from "./testing/store/until-folded.ts";
import { until } from "./testing/take-mail.ts";
import { customerWrites, reply } from "./testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "./testing/test-people.ts";

// Searches for the erased customer in every column of every table, the queue's too, in every file of the data directory and in
// every logged line, in each encoding of mails and files. A second, equally known customer has to stay.

let app: ToldDesk;
let owner: Person;
let agent: Person;
let store: StoreControls;
let dataDir = "";
const lines: string[] = [];
/** In a reply this word makes the customer's server answer that it should come later. */
const later = "Delayed";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-erasure-"));
  const outbox = openOutboxMailer(outboxFolder(dataDir), dataDir);
  const mailer: Mailer = {
    ...outbox,
    send: (mail) =>
      mail.text.includes(later) ? Promise.reject(new DeliveryDelayed(`452 ${mail.to} is full`)) : outbox.send(mail),
  };
  app = await openToldDesk({ dataDir, mailer, onLine: (line) => void lines.push(line) });
  ({ owner, store } = await app.connectStore());
  agent = await addColleague(app, owner, "agent");
  const acknowledges = "insert into email_settings (id, acknowledges) values (gen_random_uuid(), true)";
  await app.asOwner(acknowledges, [], owner.tenantId);
});
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Makes a word of letters alone, so that search treats it as one. */
const newWord = () =>
  randomUUID()
    .replace(/[-0-9]/g, (digit) => "ghijklmnop".charAt(Number(digit)))
    .slice(0, 26);
const base64 = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding).toString("base64");

/** Encodes a mail as programs do, so that the word never stands there in plain text. */
const encoded = (word: string) =>
  [
    `From: =?utf-8?B?${base64(`Zoë ${word}`)}?= <${word}@customer.test>`,
    `To: ${owner.supportEmail}`,
    `Subject: =?utf-8?B?${base64(`Où est ${word}`)}?=`,
    `Message-ID: <${randomUUID()}@customer.test>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    base64(`<p>Hi ${word}</p>`),
    "--b",
    "Content-Type: text/plain; charset=utf-16le",
    `Content-Disposition: attachment; filename*=utf-8''${word}.txt`,
    "Content-Transfer-Encoding: base64",
    "",
    base64(`In UTF-16 ${word}`, "utf16le"),
    "--b--",
  ].join("\r\n");

type Known = FullCustomer & { word: string; shopifyId: number };

/** Makes a person who bought something at the store under this name and is known here. */
async function buy(word: string) {
  const names = {
    firstName: word,
    lastName: word,
    company: word,
    address1: word,
    address2: word,
    city: word,
    zip: "1000",
  };
  const address = {
    ...names,
    phone: "+351912345678",
    province: null,
    provinceCode: null,
    country: "Portugal",
    countryCode: "PT",
  };
  const customer = store.createCustomer({ email: `${word}@customer.test`, firstName: word, defaultAddress: address });
  store.createOrder({
    customerId: customer.id,
    note: word,
    shippingAddress: address,
    lineItems: [{ title: "Cup", price: "12.50" }],
  });
  await until(
    async () =>
      (await inTenant(app, owner, "select from shopify_orders where email = $1", [customer.email])).length > 0,
  );
  return customer;
}

/** Makes a person with data in every possible place, including the store. */
async function fill(): Promise<Known> {
  const word = newWord();
  const customer = await buy(word);
  const full = await fillCustomer(app, owner, agent, word);
  await app.takeIn({ raw: encoded(word), envelopeFrom: `${word}@customer.test`, recipients: [owner.supportEmail] });
  const fresh = await customerWrites(app, owner, { from: `${word}@customer.test`, subject: `Again ${word}` });
  await reply(agent, fresh.ticket_id, { content: `Sent to ${word}` });
  // Their mailbox is full, and its server's words are stored with the job that tries again.
  await reply(agent, fresh.ticket_id, { content: `${later} ${word}` });
  return { ...full, word, shopifyId: customer.id };
}

/** Whether nothing is under way for the store. */
const isIdle = async () => {
  const now =
    "select from pgboss.job where state in ('created', 'active') and start_after <= now() and data ->> 'tenantId' = $1";
  return (await app.asOwner(now, [owner.tenantId])).length === 0;
};

/** The owner cannot read the statistics of tables with policies. */
async function asSuperuser(sql: string): Promise<{ count: number }[]> {
  const url = Object.assign(new URL(inject("testDatabases").adminUrl), { pathname: new URL(app.ownerUrl).pathname });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    let rows: { count: number }[] = [];
    // Runs statements one by one, as psql does: vacuum cannot share a transaction.
    for (const statement of sql.split(/;\s*\n/).filter((text) => text.trim()))
      ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function countStatistics(word: string): Promise<number> {
  const [found] = await asSuperuser(`select count(*)::int from pg_statistic s where s::text like '%${word}%'`);
  return found?.count ?? 0;
}

const requestsDone = (count: number) =>
  until(async () => {
    const handled = "select from shopify_requests where outcome is not null";
    return (await inTenant(app, owner, handled)).length === count;
  });

test("after the platform erased a customer nothing of them is left in any table, file or log line", async () => {
  const [gone, stays] = [await fill(), await fill()];
  await untilFolded(app, owner.tenantId);
  await app.shopify.courier.settled();
  await until(isIdle);
  const filled = Object.keys(await rowsWith(app, gone.word));
  // The search also finds encoded text.
  expect(filled).toEqual(
    expect.arrayContaining(["acknowledgements", "file_chunks", "raw_mail_chunks", "shopify_orders"]),
  );
  expect(filled.length).toBeGreaterThan(20);
  expect((await filesWith(dataDir, gone.word)).length).toBeGreaterThan(3);
  const [before, filesBefore] = [await rowsWith(app, stays.word), await filesWith(dataDir, stays.word)];

  await asSuperuser("analyze");
  expect(await countStatistics(gone.word)).toBeGreaterThan(0);

  store.sendPrivacy("customers/redact", gone.shopifyId);
  await requestsDone(1);
  // Soon afterwards the database's own statistics do not contain them either.
  await until(async () => (await countStatistics(gone.word)) === 0);
  expect(await rowsWith(app, gone.word)).toEqual({});
  expect(await filesWith(dataDir, gone.word)).toEqual([]);
  expect(lines.filter((line) => line.includes(gone.word) || line.includes(stays.word))).toEqual([]);
  expect(await rowsWith(app, stays.word)).toEqual(before);
  expect(await filesWith(dataDir, stays.word)).toEqual(filesBefore);
  expect((await owner.api.tickets.get({ id: stays.ticketId })).messages.length).toBeGreaterThan(2);
  const search = await owner.api.search.find({ q: gone.word });
  expect([search.tickets.items, search.customers.items, search.orders.items]).toEqual([[], [], []]);
});

/** What remains of an erased person, and why (docs/product.md#erasing-a-customer). */
const kept: Record<string, string> = {
  canned_responses: "what the store's people wrote for themselves is theirs to change",
  mail_log: "the mail of somebody else, with its subject",
  raw_mail_chunks: "the mail of somebody else, as it came",
  support_tickets: "somebody else's conversation, with its subject and first words",
  ticket_messages: "what somebody else wrote",
  ticket_words: "for the search of somebody else's conversation",
  search_vocabulary: "likewise",
  notifications: "that somebody else wrote, with their subject",
  events: "likewise",
  outgoing_mails: "what acknowledged the mail of somebody else, with its subject",
};

test("what others wrote about an erased customer stays, each with a reason", async () => {
  const word = newWord();
  const mail = await customerWrites(app, owner, { from: `${word}@customer.test`, subject: word, text: word });
  const about = { subject: `About ${word}`, text: `I am a neighbour of ${word}` };
  const other = await customerWrites(app, owner, { from: "neighbour@customer.test", ...about });
  const response = { title: "To a friend", content: `Hi ${word}`, category: "Friends", tags: [] };
  await owner.api.cannedResponses.create({ ...response, idempotencyKey: randomUUID() });
  await untilFolded(app, owner.tenantId);
  await until(isIdle);
  const { customerId } = await owner.api.tickets.get({ id: mail.ticket_id });
  await app.db.withTenant(owner.tenantId, (tx) => redactCustomer(tx, customerId ?? ""));
  const left = Object.keys(await rowsWith(app, word));
  expect(left.filter((table) => !Object.hasOwn(kept, table))).toEqual([]);
  expect(left).toContain("canned_responses");
  expect((await owner.api.tickets.get({ id: other.ticket_id })).messages[0]).toMatchObject({ content: about.text });
});

test("names a customer deleted by an admin only in the audit log, which says who deleted whom", async () => {
  const word = newWord();
  const { id } = await owner.api.customers.create({ email: `${word}@customer.test`, name: `Name ${word}` });
  await owner.api.customers.delete({ id });
  expect(await rowsWith(app, word)).toEqual({ audit_log: 1 });
});

test("the statements in docs/self-hosting.md remove what the mail log keeps of a deleted person", async () => {
  // This store acknowledges nothing, so that none of its mails is being sent.
  const admin = await newOwner(app);
  const word = newWord();
  const from = `${word}@customer.test`;
  const mail = { from, subject: "Hi", text: `My ${word}` };
  const { ticket_id: id } = await customerWrites(app, admin, mail);
  const { customerId } = await admin.api.tickets.get({ id });
  await admin.api.tickets.delete({ id });
  await admin.api.customers.delete({ id: customerId ?? "" });
  await untilFolded(app, admin.tenantId);
  expect(await rowsWith(app, word)).toMatchObject({ mail_log: 1 });
  const page = await readFile(new URL("../../docs/self-hosting.md", import.meta.url), "utf8");
  const [, sql = ""] = /```sql\n(begin;\n[^`]*mail_log[^`]*)```/.exec(page) ?? [];
  const [, code = ""] = /\+(\w+)@/.exec(admin.supportEmail) ?? [];
  await asSuperuser(sql.replace("them@example.com", from).replace("w7k2m9qd", code));
  expect(await rowsWith(app, word)).toEqual({ audit_log: 1 });
});

test("after the platform erased a store only what its people and their customers wrote to each other is left", async () => {
  const [bought, wrote] = [newWord(), newWord()];
  await buy(bought);
  await buy(wrote);
  const { ticket_id: id } = await customerWrites(app, owner, {
    from: `${wrote}@customer.test`,
    subject: "Hi",
    text: "Hello",
  });
  await app.shopify.courier.settled();
  await until(isIdle);
  expect(Object.keys(await rowsWith(app, bought))).toEqual(["customer_addresses", "customers", "shopify_orders"]);
  store.uninstall();
  await requestsDone(2);
  store.sendPrivacy("shop/redact");
  await requestsDone(3);
  await until(isIdle);
  await untilFolded(app, owner.tenantId);
  expect(await rowsWith(app, bought)).toEqual({});
  expect(await inTenant(app, owner, "select from shopify_orders")).toEqual([]);
  expect(await rowsWith(app, wrote)).not.toHaveProperty("shopify_orders");
  const ticket = await owner.api.tickets.get({ id });
  expect(ticket.customer).toMatchObject({ email: `${wrote}@customer.test` });
});
