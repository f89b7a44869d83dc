import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Mailer } from "../../../platform/mailer/mailer.ts";
import { untilDayLasts } from "../../../testing/from-now.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { deliverMail } from "../deliver-mail.ts";
import { releaseHeld } from "./release-held.ts";

const quota = 10;
const sent: string[] = [];
const mailer: Mailer = {
  async send({ to }) {
    sent.push(to);
  },
  check: async () => {},
  close: () => {},
};

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk({ roles: ["web"], sendingQuota: quota, mailer });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await untilDayLasts();
  sent.length = 0;
  admin = await addColleague(app, { tenantId: (await app.makeTenant()).id }, "admin");
});

const asOwner = <Row extends Record<string, unknown>>(sql: string) => app.asOwner<Row>(sql, [], admin.tenantId);
const waiting = () =>
  asOwner<{ id: string; last_error: string }>(
    `select id, last_error from outgoing_mails where state = 'queued' and client_id = '${admin.tenantId}'`,
  );
const nextDay = () => asOwner("update sending_days set day = day - 1; update outgoing_mails set next_try_at = null");

async function deliverAll(): Promise<void> {
  const job = { tenantId: admin.tenantId };
  for (const { id } of await waiting()) await deliverMail(app.services, { ...job, mailId: id });
}

/** Sends a mail to the store with this Reply-To; returns the ticket. */
async function write(from: string, isProven = false, answersTo = from): Promise<string> {
  const providerCheck = isProven ? `mx.provider.example; dmarc=pass header.from=${from.split("@")[1]}` : null;
  const raw = mailOf({ from, headers: [`Reply-To: ${answersTo}`] });
  const mail = { envelopeFrom: from, recipients: [admin.supportEmail], raw, providerCheck };
  const entries = await app.takeIn(mail);
  const id = entries.get(admin.tenantId);
  const [entry] = await asOwner<{ ticket_id: string }>(`select ticket_id from mail_log where id = '${id}'`);
  if (!entry?.ticket_id) throw new Error(`${from} has no ticket`);
  return entry.ticket_id;
}

const reply = (ticketId: string, content = "It is on its way.") =>
  admin.api.messages.reply({
    ticketId,
    content,
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });

test("a person who wrote from an unproven address counts as a stranger, and beyond the limit their mail is held, not refused", async () => {
  const victims = Array.from({ length: quota + 3 }, (_, index) => `q${index}@victim${index}.example`);
  const ids: string[] = [];
  for (const victim of victims) {
    const ticketId = await write(victim);
    ids.push(ticketId);
    await reply(ticketId);
  }
  await deliverAll();
  expect(sent).toHaveLength(quota);
  const held = await waiting();
  expect(held.map(({ last_error }) => last_error)).toEqual(
    Array(3).fill(
      "Your store may send 10 mails to people who have not written to it, or whose address nothing proves, a day, and today's are used up. It is sent by itself when the next day begins",
    ),
  );
  // A proven sender, now or by a later mail, is answered at once.
  const proven = await write("ann@customer.example", true);
  await reply(proven);
  await write("q0@victim0.example", true);
  await reply(ids[0] ?? "", "And another one.");
  await deliverAll();
  expect(sent.slice(quota).sort()).toEqual(["ann@customer.example", "q0@victim0.example"]);
  await nextDay();
  await deliverAll();
  expect(sent).toHaveLength(quota + 5);
});

test.each([
  [8, 30, quota * 5, "an established store's too, by its own limit"],
  [31, 100, quota * 400, "not a trusted one's"],
])("replies to unproven senders by a store of %i days and %i writers: %i a day, %s", async (days, writers, limit) => {
  await asOwner(`update clients set created_at = now() - interval '${days} days' where id = '${admin.tenantId}'`);
  await asOwner(`with made as (insert into customers (id, email) select gen_random_uuid(), gen_random_uuid() || '@people.example'
      from generate_series(1, ${writers}) returning id)
    insert into support_tickets (id, ticket_number, subject, description, preview, source, customer_id)
    select gen_random_uuid(), (random() * 1000000000)::int, 'x', 'x', 'x', 'email', id from made`);
  await reply(await write("nobody@proves.example"));
  // A proven sender proves nothing about the person in Reply-To.
  await reply(await write("own@attacker.example", true, "victim@bank.example"));
  const { first, reply: replies } = await admin.api.sending.limits();
  const counted = [first, replies].find(({ waiting }) => waiting > 0);
  expect(counted).toEqual({ sent: 0, waiting: 2, limit });
});

test("a held mail can be released by hand, and is released within the hour after the limit was raised", async () => {
  await asOwner(`insert into sending_days (day, first_mails) values ((now() at time zone 'UTC')::date, ${quota})`);
  for (const index of [1, 2]) await reply(await write(`held${index}@victim${index}.example`));
  await deliverAll();
  expect(sent).toEqual([]);
  const [one] = await waiting();
  const id = one?.id ?? "";
  const held = {
    state: "sending",
    actions: ["try-again"],
    reason: expect.stringContaining("today's are used up"),
    heldUntil: expect.stringMatching(/T00:00:00/),
  };
  expect(await admin.api.mail.entry({ id })).toMatchObject(held);
  expect(await admin.api.mail.tryAgain({ id })).toMatchObject(held);
  await asOwner(`update sending_days set first_mails = ${quota - 1}`);
  expect(await admin.api.mail.tryAgain({ id })).toMatchObject({ state: "sending", actions: [], reason: null });
  await expect(admin.api.mail.tryAgain({ id })).rejects.toMatchObject({ code: "message_not_failed" });
  const release = () => app.db.withTenant(admin.tenantId, (tx) => releaseHeld(tx, app.services));
  const stillHeld = async () => (await waiting()).filter(({ last_error }) => last_error !== null);
  await release();
  expect(await stillHeld()).toHaveLength(1);
  await asOwner("update sending_days set first_mails = 0");
  await release();
  expect(await stillHeld()).toEqual([]);
  await deliverAll();
  expect(sent).toHaveLength(2);
});
