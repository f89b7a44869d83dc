import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import type { Mailer } from "../../../platform/mailer/mailer.ts";
import { untilDayLasts } from "../../../testing/from-now.ts";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { Deliveries } from "../deliveries.ts";
import { DeliverySlots } from "./delivery-slots.ts";

const quota = 10;
const sent: string[] = [];
const mailer: Mailer = {
  async send({ to }) {
    sent.push(to);
  },
  check: async () => {},
  close: () => {},
};

let names: NameServerStandIn;
let desk: Desk;
let store: TestTenant;
let agent: Person;
let at: MailAtDesk;
beforeAll(async () => {
  names = await startNameServer({});
  const smtpUrl = "smtp://relay.example";
  desk = await openDesk({ roles: ["web"], sendingQuota: quota, mailer, smtpUrl, nameServers: [names.address] });
});
afterAll(async () => {
  await desk.stop();
  await names.stop();
});
beforeEach(async () => {
  await untilDayLasts();
  sent.length = 0;
  names.zone = { "* *": ["mx.example"] };
  // A store created just now.
  store = await desk.makeTenant();
  agent = await addColleague(desk, { tenantId: store.id }, "admin");
  at = mailAtDesk(desk, store);
  const settings = "insert into email_settings (id, client_id, acknowledges) values (gen_random_uuid(), $1, true)";
  await desk.asOwner(settings, [store.id], store.id);
});

async function acknowledged(): Promise<string[]> {
  const sql = "select to_email from outgoing_mails where client_id = $1 and kind = 'acknowledgement' order by id";
  return (await desk.asOwner<{ to_email: string }>(sql, [store.id], store.id)).map(({ to_email }) => to_email);
}

const write = (address: string, check: "pass" | "none") => at.send({ from: address, envelopeFrom: address, check });

function reply(ticketId: string | null) {
  const content = "It is on its way.";
  return agent.api.messages.reply({
    ticketId: ticketId ?? "",
    content,
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });
}

/** Delivers queued mails as a worker does. */
async function deliverAll(): Promise<void> {
  const deliveries = new Deliveries(desk.services, new DeliverySlots());
  const find = () => deliveries.find(() => undefined);
  for (let found = await find(); found; found = await find()) await found.work(new AbortController().signal);
}

test("mails from invented domains get a few acknowledgements, and use up no quota of people's mails", async () => {
  for (let count = 0; count < 3 * quota; count += 1) await write(`ann@made-up-${count}.example`, "none");
  expect(await acknowledged()).toHaveLength(quota / 5);
  // Proven senders are still acknowledged and answered, and strangers still written to.
  const proven = await write("kim@proven.example", "pass");
  expect(await acknowledged()).toContain("kim@proven.example");
  await reply(proven.ticket_id);
  const about = { subject: "Hello", message: "How are you?", customer: { email: "bo@people.example", name: "" } };
  await agent.api.tickets.create({ ...about, mailCustomer: true, idempotencyKey: randomUUID() });
  await deliverAll();
  expect(sent).toEqual(expect.arrayContaining(["kim@proven.example", "bo@people.example"]));
  expect(await agent.api.sending.limits()).toMatchObject({
    reply: { sent: 1, limit: 10 * quota },
    acknowledgement: { sent: quota / 5 + 1, limit: 2 * quota },
  });
});

test("many proven senders at once use up the day's acknowledgements, but no replies", async () => {
  const senders = Array.from({ length: 3 * quota }, (_, count) => `ann@bought-${count}.example`);
  await Promise.all(senders.map((sender) => write(sender, "pass")));
  expect(await acknowledged()).toHaveLength(2 * quota);
  await deliverAll();
  expect(sent).toHaveLength(2 * quota);
  expect(await agent.api.sending.limits()).toMatchObject({
    reply: { sent: 0 },
    first: { sent: 0 },
    acknowledgement: { sent: 2 * quota },
  });
});

test("subdomains of one domain count as one sender", async () => {
  await desk.asOwner("update clients set created_at = now() - interval '40 days' where id = $1", [store.id], store.id);
  for (let count = 0; count < 25; count += 1) await write(`ann@host-${count}.bought.example`, "pass");
  expect((await acknowledged()).length).toBeLessThanOrEqual(20);
});

test.each([
  ["there is no such domain", {}],
  ["it says that it takes none", { "nowhere.example MX": ["."], "nowhere.example A": ["192.0.2.1"] }],
])("nothing is sent to an address that takes no mail: %s", async (_, zone) => {
  names.zone = zone;
  const entry = await write("ann@nowhere.example", "pass");
  await deliverAll();
  expect(sent).toEqual([]);
  const found = "select state, last_error, counted_on from outgoing_mails where client_id = $1";
  const [mail] = await desk.asOwner(found, [store.id], store.id);
  const last_error = "Not sent: nowhere.example takes no mail, or there is no such domain";
  expect(mail).toEqual({ state: "failed", last_error, counted_on: null });
  expect(await at.ticketOf(entry.ticket_id)).toMatchObject({ status: "open" });
});

test.each([
  ["by an address alone", { "somewhere.example A": ["192.0.2.1"] }],
  ["by one of version 6 alone", { "somewhere.example AAAA": ["2001:db8::1"] }],
  ["whose name servers fail", { "* *": "servfail" } as const],
])("mail is sent to an address that takes mail: %s", async (_, zone) => {
  names.zone = zone;
  await write("ann@somewhere.example", "pass");
  await deliverAll();
  expect(sent).toEqual(["ann@somewhere.example"]);
});
