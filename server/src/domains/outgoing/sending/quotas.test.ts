import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DeliveryDelayed, type Mailer } from "../../../platform/mailer/mailer.ts";
import { fromNow, msFromNow, untilDayLasts } from "../../../testing/from-now.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { deliverMail } from "../deliver-mail.ts";
import { queueAccountMail } from "../queue-mail.ts";
import { endOfDay } from "./quotas.ts";

const quota = 10;
const sent: string[] = [];
let isRelayDown = false;
const mailer: Mailer = {
  async send({ to }) {
    if (isRelayDown) throw new DeliveryDelayed("later");
    sent.push(to);
  },
  check: async () => {},
  close: () => {},
};

let app: Desk;
let admin: Person;
let agent: Person;
/** A store created just now, whose mails only the test delivers. */
beforeAll(async () => {
  app = await openDesk({ roles: ["web"], sendingQuota: quota, mailer });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await untilDayLasts();
  sent.length = 0;
  isRelayDown = false;
  const store = await app.makeTenant();
  admin = await addColleague(app, { tenantId: store.id }, "admin");
  agent = await addColleague(app, { tenantId: store.id }, "agent");
});

const stranger = () => `stranger-${randomUUID()}@people.example`;

function open(email = stranger(), by = agent) {
  const about = { subject: "An offer", message: "Buy this.", customer: { email, name: "" } };
  return by.api.tickets.create({ ...about, mailCustomer: true, idempotencyKey: randomUUID() });
}

const refused = { code: "sending_quota_reached", status: 429 };

/** Tries every queued mail that is not held, all at once, like several workers. */
async function deliverAll(): Promise<void> {
  await asOwner("update outgoing_mails set next_try_at = null where held_until is null");
  const mails = await app.db.withTenant(admin.tenantId, (tx) =>
    tx.selectFrom("outgoing_mails").select("id").where("state", "=", "queued").execute(),
  );
  const job = { tenantId: admin.tenantId };
  await Promise.allSettled(mails.map(({ id }) => deliverMail(app.services, { ...job, mailId: id })));
}

const asOwner = <Row extends Record<string, unknown>>(sql: string) => app.asOwner<Row>(sql, [], admin.tenantId);
const today = "(now() at time zone 'UTC')::date";
/** Moves all records back by a day; older ones are deleted first, as two would briefly share a date. */
const nextDay = () =>
  asOwner(
    `delete from sending_days where day < ${today}; update sending_days set day = day - 1;
      update outgoing_mails set held_until = held_until - interval '1 day', next_try_at = next_try_at - interval '1 day 5 minutes'`,
  );
const waiting = () =>
  asOwner<{ last_error: string; held_until: Date; attempts: number }>(
    `select last_error, held_until, attempts from outgoing_mails where state = 'queued' and client_id = '${admin.tenantId}'`,
  );

/** Sends a mail to the store. */
async function write(from: string, check: "pass" | "fail" | "none" = "none") {
  const provided = check === "none" ? null : `mx.provider.example; dmarc=${check} header.from=${from.split("@")[1]}`;
  const raw = mailOf({ from });
  const mail = { envelopeFrom: from, recipients: [admin.supportEmail], raw, providerCheck: provided };
  const entries = await app.takeIn(mail);
  const [entry] = await asOwner<{ ticket_id: string; state: string; reason: string }>(
    `select ticket_id, state, reason from mail_log where id = '${entries.get(admin.tenantId)}'`,
  );
  if (!entry?.ticket_id) throw new Error(`${from} has no ticket: ${entry?.state} ${entry?.reason}`);
  return entry.ticket_id;
}

const reply = (ticketId: string, content = "It is on its way.", recipients?: { to: { email: string }[] }) =>
  agent.api.messages.reply({
    ...(recipients && { recipients }),
    ticketId,
    content,
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });

test("a store created minutes ago cannot mail 200 strangers: a few mails go, the others are refused with the reason, and nothing is lost", async () => {
  const asked: PromiseSettledResult<unknown>[] = [];
  for (let round = 0; round < 20; round += 1) {
    asked.push(...(await Promise.allSettled(Array.from({ length: 10 }, () => open()))));
    await deliverAll();
  }
  const accepted = asked.filter(({ status }) => status === "fulfilled").length;
  // Concurrent mails do not exceed the limit either; accepted ones are sent.
  expect(accepted).toBe(quota);
  expect(sent).toHaveLength(quota);
  expect(await waiting()).toEqual([]);
  const faults = asked.flatMap((item) => (item.status === "rejected" ? [item.reason] : []));
  for (const fault of faults) expect(fault).toMatchObject({ ...refused, data: { limit: quota } });
  expect(faults[0].message).toBe(
    "Your store may send 10 mails to people who have not written to it a day, and today's are used up. The next ones can go from 00:00 UTC",
  );
  // Nothing of the refused mails is stored, not even their customers.
  expect(await asOwner("select from support_tickets")).toHaveLength(accepted);
  expect(await asOwner("select from customers")).toHaveLength(accepted);
});

test("deleting sent mails frees no quota", async () => {
  for (let count = 0; count < quota; count += 1) await open();
  await deliverAll();
  await asOwner("delete from support_tickets");
  await expect(open()).rejects.toMatchObject(refused);
});

test("mails beyond the limit are sent on the next days, each day's share", async () => {
  for (let count = 0; count < quota; count += 1) await open();
  const rest = Array.from({ length: 12 }, () => stranger());
  // As if all had been requested at once.
  await asOwner(`update outgoing_mails set counted_on = ${today}`);
  for (const email of rest.slice(0, 9)) await open(email);
  await asOwner(`update outgoing_mails set counted_on = ${today}`);
  for (const email of rest.slice(9)) await open(email);
  await asOwner("update outgoing_mails set counted_on = null");

  await deliverAll();
  expect(sent).toHaveLength(quota);
  const held = await waiting();
  expect(held).toHaveLength(12);
  for (const mail of held) {
    expect(mail.last_error).toContain("Your store may send 10 mails to people");
    expect(mail.attempts).toBe(0);
    expect(mail.held_until.getTime()).toBeGreaterThan(msFromNow({}));
  }
  await deliverAll();
  expect(sent).toHaveLength(quota);
  await nextDay();
  await deliverAll();
  expect(sent).toHaveLength(2 * quota);
  await nextDay();
  await deliverAll();
  expect(sent).toHaveLength(quota + 12);
  expect(new Set(sent).size).toBe(quota + 12);
});

test("people who wrote are answered even when the day's mails to strangers are used up", async () => {
  const tickets = [await write("ann@customer.example", "pass"), await write("bob@customer.example", "pass")];
  for (let count = 0; count < quota; count += 1) await open();
  for (const ticket of tickets) await reply(ticket);
  await open("ann@customer.example");
  await deliverAll();
  expect(sent.filter((to) => to.endsWith("@customer.example")).sort()).toEqual([
    ...["ann@customer.example", "ann@customer.example", "bob@customer.example"],
  ]);
});

test.each<[string, () => Promise<string>]>([
  ["whose mail did not pass the checks", () => write("victim@bank.example", "fail")],
  [
    "whose address an agent gave to a customer who did write",
    async () => {
      const ticketId = await write("own@attacker.example", "pass");
      const { customerId } = await agent.api.tickets.get({ id: ticketId });
      await agent.api.customers.update({ id: customerId ?? "", email: stranger(), expected: {} });
      return ticketId;
    },
  ],
])("somebody %s is a stranger", async (_who, ticketOf) => {
  const ticketId = await ticketOf();
  for (let count = 0; count < quota; count += 1) await open();
  const { customer } = await agent.api.tickets.get({ id: ticketId });
  const to = [{ email: customer?.email ?? "" }];
  await expect(reply(ticketId, "It is on its way.", { to })).rejects.toMatchObject(refused);
  expect((await agent.api.tickets.get({ id: ticketId })).messages).toHaveLength(1);
});

test("a reply beyond the day's quota is held with the reason, and sent the next day", async () => {
  const ticketId = await write("ann@customer.example", "pass");
  await asOwner(`insert into sending_days (day, replies) values (${today}, ${10 * quota})`);
  const { id } = await reply(ticketId);
  await deliverAll();
  const shown = async () => (await agent.api.tickets.get({ id: ticketId })).messages.find((item) => item.id === id);
  expect(await shown()).toMatchObject({
    deliveryState: "sending",
    heldUntil: expect.stringMatching(/T00:00:00/),
    deliveryError: expect.stringContaining("Your store may send 100 replies a day, and today's are used up"),
  });
  expect(sent).toEqual([]);
  await nextDay();
  await deliverAll();
  expect(sent).toEqual(["ann@customer.example"]);
  expect(await shown()).toMatchObject({ deliveryState: "sent", deliveryError: null, heldUntil: null });
});

test("a mail counts once for all its tries, and again when it is resent by hand", async () => {
  const limits = () => admin.api.sending.limits();
  await open();
  isRelayDown = true;
  await deliverAll();
  await deliverAll();
  expect((await limits()).first).toMatchObject({ sent: 1, waiting: 0 });
  isRelayDown = false;
  await deliverAll();
  expect(sent).toHaveLength(1);
  expect((await limits()).first.sent).toBe(1);
  const [failed] = await asOwner<{ message_id: string; ticket_id: string }>(
    "update outgoing_mails o set state = 'failed', sent_at = null from ticket_messages m where m.id = o.message_id returning o.message_id, m.ticket_id",
  );
  await agent.api.messages.retryDelivery({ ticketId: failed?.ticket_id ?? "", id: failed?.message_id ?? "" });
  await deliverAll();
  expect((await limits()).first.sent).toBe(2);
});

test("a retry is refused like the first time, and the reply stays as it is", async () => {
  const { id: ticketId, messages } = await open();
  await deliverAll();
  await asOwner("update outgoing_mails set state = 'failed', sent_at = null, last_error = 'gone'");
  for (let count = 1; count < quota; count += 1) await open();
  const id = messages[0]?.id ?? "";
  await expect(agent.api.messages.retryDelivery({ ticketId, id })).rejects.toMatchObject(refused);
  const { messages: kept } = await agent.api.tickets.get({ id: ticketId });
  expect(kept[0]).toMatchObject({ deliveryState: "failed", deliveryError: "gone" });
});

test("account mails are always sent; invitations count and are refused like other mails", async () => {
  await admin.api.team.invite({ email: stranger(), name: "New", role: "agent" });
  for (let count = 0; count < quota; count += 1) await open();
  await expect(admin.api.team.invite({ email: stranger(), name: "New", role: "agent" })).rejects.toMatchObject(refused);
  const details = { to: "owner@acme.example", url: "http://desk.test/x", storeName: "Acme", token: "x" };
  for (const kind of ["password_reset", "password_changed", "change_email"] as const) {
    await app.db.withTenant(admin.tenantId, (tx) => queueAccountMail(tx, app.services, { kind, ...details }));
  }
  await app.db.withTenant(admin.tenantId, (tx) =>
    queueAccountMail(tx, app.services, { kind: "invitation", ...details, to: "late@acme.example", inviterName: "Ann" }),
  );
  await deliverAll();
  expect(sent.filter((to) => to === "owner@acme.example")).toHaveLength(3);
  expect(sent).toHaveLength(quota + 3);
});

test("admins, but not agents, are warned at 80 % of the day's quota and when it is used up, and everybody can see it", async () => {
  const told = async (person: Person) => {
    const { items } = await person.api.notifications.page({ limit: 100 });
    return items.filter(({ type }) => type === "mail_notice").map(({ message }) => message);
  };
  for (let count = 0; count < 7; count += 1) await open();
  await deliverAll();
  expect(await told(admin)).toEqual([]);
  await open();
  await deliverAll();
  const words = (count: number) =>
    `Your store has sent ${count} of the 10 mails to people who have not written to it that it may send today. The next day's begin at 00:00 UTC`;
  await until(async () => (await told(admin)).length === 1);
  expect(await told(admin)).toEqual([words(8)]);
  await open();
  await open();
  await deliverAll();
  expect(await told(admin)).toEqual([words(10), words(8)]);
  expect(await told(agent)).toEqual([]);
  const { first, reply: replies, level, endsAt } = await agent.api.sending.limits();
  expect({ first, replies, level }).toEqual({
    first: { sent: 10, waiting: 0, limit: 10 },
    replies: { sent: 0, waiting: 0, limit: 100 },
    level: "new",
  });
  expect(endsAt).toBe(endOfDay(new Date(fromNow({}))).toISOString());
});

test("each store has its own quota", async () => {
  for (let count = 0; count < quota; count += 1) await open();
  await deliverAll();
  const other = await app.makeTenant();
  const theirs = await addColleague(app, { tenantId: other.id }, "agent");
  await expect(open(stranger(), theirs)).resolves.toBeDefined();
  expect((await theirs.api.sending.limits()).first.sent).toBe(0);
});

test("only age and correspondence together raise the limits", async () => {
  const level = async () => (await admin.api.sending.limits()).level;
  const people = (count: number, isUnverified = false) =>
    asOwner(`with made as (insert into customers (id, email) select gen_random_uuid(), gen_random_uuid() || '@people.example'
        from generate_series(1, ${count}) returning id)
      insert into support_tickets (id, ticket_number, subject, description, preview, source, customer_id, is_unverified)
      select gen_random_uuid(), (random() * 1000000000)::int, 'x', 'x', 'x', 'email', id, ${isUnverified} from made`);
  await people(150, true);
  const age = (days: number) =>
    asOwner(`update clients set created_at = now() - interval '${days} days' where id = '${admin.tenantId}'`);
  await age(400);
  expect(await level()).toBe("new");
  await people(20);
  expect(await level()).toBe("established");
  await people(80);
  expect(await level()).toBe("trusted");
  await age(3);
  expect(await level()).toBe("new");
});
