import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import { openSmtpMailer } from "../../platform/mailer/smtp-mailer.ts";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../testing/smtp-sink.ts";
import { addCustomerMessage, lockTicket } from "../tickets/index.ts";
import { deliverMail, maxTries } from "./deliver-mail.ts";
import { startDeliveries } from "./outgoing.jobs.ts";
import { queueAccountMail } from "./queue-mail.ts";
import { loopMark, mailKey, readMailMessageId, readReplyAddress } from "./signed-address.ts";

let sink: SmtpSink;
let desk: AgentAtDesk;
/** Runs between the acceptance of a mail and its recording. */
let afterAcceptance: (mail: OutgoingMail) => Promise<void> = async () => {};

beforeAll(async () => {
  sink = await openSmtpSink();
  const mailer = openSmtpMailer(sink.url);
  desk = await agentAtDesk(
    await openDesk({
      roles: [],
      mailer: {
        send: async (mail) => {
          await mailer.send(mail);
          await afterAcceptance(mail);
        },
        check: () => mailer.check(),
        close: () => mailer.close(),
      },
    }),
  );
});
afterAll(async () => {
  await desk.stop();
  await sink.close();
});
afterEach(() => {
  sink.mails.length = 0;
  sink.refusals.length = 0;
  afterAcceptance = async () => {};
});

function outgoing(messageId?: string) {
  return desk.inTenant((tx) =>
    tx
      .selectFrom("outgoing_mails")
      .selectAll()
      .$if(messageId !== undefined, (query) => query.where("message_id", "=", messageId ?? null))
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
}

/** Makes a mail due and tries it, as if it had been tried before. */
async function deliver(messageId?: string, tries?: number) {
  const { id: mailId, tries: before, next_try_at } = await outgoing(messageId);
  if (next_try_at !== null || tries !== undefined) {
    const changes = { next_try_at: null, tries: tries ?? before };
    await desk.inTenant((tx) => tx.updateTable("outgoing_mails").set(changes).where("id", "=", mailId).execute());
  }
  return deliverMail(desk.services, { mailId, tenantId: desk.tenant });
}

test("a reply reaches the customer branded, in text and HTML, and threaded", async () => {
  await desk.inTenant((tx) =>
    tx
      .insertInto("email_settings")
      .values({
        id: crypto.randomUUID(),
        sender_name: "Acme Care",
        sender_email: "care@acme-shop.com",
        primary_color: "#112233",
        secondary_color: "#445566",
        signature_html: `<p style="color:red;position:fixed">Your <b>Acme</b><script>alert(1)</script></p><img src="x" onerror="y">`,
      })
      .execute(),
  );
  const ticket = await desk.ticket("first@example.org", "RE: Where is my order?");
  const reply = await desk.reply(ticket.id, "It is <b>on</b> its way.\nTomorrow!");
  expect(reply.deliveryState).toBe("sending");
  await deliver(reply.id);

  const [mail] = sink.mails;
  const parsed = mail?.parsed;
  expect(sink.mails).toHaveLength(1);
  expect(mail?.envelopeTo).toEqual(["jo@example.org"]);
  expect(parsed?.subject).toBe("Re: Where is my order? [Ticket: 0001]");
  // The store's own domain is not verified, so the mail comes from ours under the store's name.
  expect(parsed?.from?.value).toEqual([{ name: "Acme Care", address: `help+${desk.clientCode}@mail.desk.test` }]);
  expect(parsed?.inReplyTo).toBe("<first@example.org>");
  expect(parsed?.references).toBe("<first@example.org>");
  const { secret, mailDomain } = desk.services.settings;
  const ours = { kind: "ours", clientCode: desk.clientCode, ticketId: ticket.id, sending: null };
  expect(readReplyAddress(mailKey(secret), mailDomain, parsed?.replyTo?.value[0]?.address ?? "")).toEqual(ours);
  const returnPath = readReplyAddress(mailKey(secret), mailDomain, mail?.envelopeFrom ?? "");
  expect(returnPath).toEqual({ ...ours, sending: { place: 0, resends: 0 } });
  expect(readMailMessageId(mailKey(secret), mailDomain, parsed?.messageId ?? "")).toEqual({
    kind: "ours",
    messageId: reply.id,
  });
  expect(parsed?.headers.get("x-deskhand-loop")).toBe(loopMark(mailKey(secret), mailDomain));
  expect(parsed?.headers.has("auto-submitted")).toBe(false);
  expect(parsed?.text).toContain("It is <b>on</b> its way.\nTomorrow!");
  expect(parsed?.text).toContain("> It has been two weeks.");
  const html = parsed?.html || "";
  expect(html).toContain("It is &lt;b&gt;on&lt;/b&gt; its way.");
  expect(html).toContain("linear-gradient");
  expect(html).toContain("#112233");
  expect(html).toContain("<b>Acme</b>");
  // The mail is what was written; no name is added.
  expect(html).not.toContain("Sam Agent");
  expect(html).not.toMatch(/<script|onerror|position:\s*fixed/);
  expect(await desk.deliveryOf(reply.id)).toMatchObject({ state: "sent", error: null });
  expect(await outgoing(reply.id)).toMatchObject({ state: "sent", attempts: 1 });

  await desk.inTenant((tx) => tx.deleteFrom("email_settings").execute());
});

test("a second reply refers to the whole conversation and answers the newest mail of a person", async () => {
  const ticket = await desk.ticket("one@example.org");
  const first = await desk.reply(ticket.id);
  await deliver(first.id);
  const wrote = { content: "Thanks", fullContent: null, html: null, authorName: "Jo Doe" };
  for (const [mailMessageId, isAutomatic] of [
    ["two@example.org", false] as const,
    ["away@example.org", true] as const,
  ]) {
    await desk.inTenant(async (tx) => {
      const locked = await lockTicket(tx, ticket.id);
      if (locked) await addCustomerMessage(tx, locked, { ...wrote, mailMessageId, isAutomatic }, "references");
    });
  }
  const second = await desk.reply(ticket.id, "You are welcome.", "colleague@example.com");
  await deliver(second.id);
  const parsed = sink.mails[1]?.parsed;
  const { mail_message_id: firstId } = await outgoing(first.id);
  expect(parsed?.inReplyTo).toBe("<two@example.org>");
  expect(parsed?.references).toEqual(["<one@example.org>", `<${firstId}>`, "<away@example.org>", "<two@example.org>"]);
  // Customers never see a colleague's address; without settings the defaults apply.
  expect(parsed?.text).toMatch(/^You are welcome\.\n\n-- \nBest regards,\nSupport Team\n/);
  expect(parsed?.text).not.toContain("colleague@example.com");
  expect(parsed?.from?.value[0]?.name).toBe("Acme Shop");
  expect(parsed?.html).toContain("#667eea");
});

test("a temporary refusal is retried under the same Message-ID", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  const { mail_message_id: fixed } = await outgoing(reply.id);
  sink.refusals.push({ code: 451, words: "greylisted, come back" });
  expect(await deliver(reply.id)).toMatchObject({ failure: { name: "DeliveryDelayed" } });
  expect(await outgoing(reply.id)).toMatchObject({ state: "queued", attempts: 1 });
  const { state, error } = await desk.deliveryOf(reply.id);
  expect([state, error]).toEqual(["sending", expect.stringMatching(/^Not sent yet, .* by itself: 451 .*greylisted/)]);

  await deliver(reply.id);
  expect(sink.mails.map(({ parsed }) => parsed.messageId)).toEqual([`<${fixed}>`]);
  expect(await outgoing(reply.id)).toMatchObject({ state: "sent", attempts: 2, last_error: null });
  expect((await desk.deliveryOf(reply.id)).state).toBe("sent");
});

test("a refused mail fails with the server's words, and can be retried under the same Message-ID", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  const { mail_message_id: fixed } = await outgoing(reply.id);
  sink.refusals.push({ code: 550, words: "no such person" });
  await deliver(reply.id);
  const failed = await desk.deliveryOf(reply.id);
  expect(failed).toMatchObject({ state: "failed", error: expect.stringContaining("no such person") });
  // A late job changes nothing.
  await deliver(reply.id);
  expect(sink.mails).toHaveLength(0);

  await desk.retry(ticket.id, reply.id);
  expect(await outgoing(reply.id)).toMatchObject({ state: "queued", attempts: 1, mail_message_id: fixed });
  await deliver(reply.id);
  expect(sink.mails.map(({ parsed }) => parsed.messageId)).toEqual([`<${fixed}>`]);
  expect(await desk.deliveryOf(reply.id)).toMatchObject({ state: "sent", error: null });
});

test("a message that bounced after sending can be retried", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  expect(await desk.deliveryOf(reply.id)).toEqual({ state: "failed", error: "mailbox full" });
  await desk.retry(ticket.id, reply.id);
  await deliver(reply.id);
  expect(sink.mails).toHaveLength(2);
  expect((await desk.deliveryOf(reply.id)).state).toBe("sent");
});

test("delivery is given up after the last try", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  sink.refusals.push({ code: 452, words: "too busy" });
  await deliver(reply.id, maxTries - 1);
  const given = { state: "failed", error: expect.stringContaining("too busy") };
  expect(await desk.deliveryOf(reply.id)).toMatchObject(given);
});

test("a process that dies before recording the acceptance sends the mail again, but never after it was recorded", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  afterAcceptance = killOpenTransaction;
  await deliver(reply.id);
  // A lost database connection is not counted as a try.
  expect(await outgoing(reply.id)).toMatchObject({ state: "queued", attempts: 0 });
  afterAcceptance = async () => {};
  await deliver(reply.id);
  expect(sink.mails).toHaveLength(2);
  expect(sink.mails[0]?.parsed.messageId).toBe(sink.mails[1]?.parsed.messageId);
  expect(sink.mails[0]?.parsed.html).toBe(sink.mails[1]?.parsed.html);

  await deliver(reply.id);
  await deliver(reply.id);
  expect(sink.mails).toHaveLength(2);
});

/** Simulates a killed process: the transaction that holds the mail's lock is gone. */
async function killOpenTransaction(): Promise<void> {
  const { connectionString } = desk.services.db.pool.options;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and usename = current_user
      and pid <> pg_backend_pid()`);
  await client.end();
}

test("two workers send a mail once, and the second does not wait for the first", async () => {
  const ticket = await desk.ticket();
  const reply = await desk.reply(ticket.id);
  const others: unknown[] = [];
  afterAcceptance = async () => void others.push(await deliver(reply.id));
  await Promise.all([deliver(reply.id), deliver(reply.id), deliver(reply.id)]);
  expect(others).toEqual([{ isBegun: false, failure: null }]);
  expect(sink.mails).toHaveLength(1);
  expect((await outgoing(reply.id)).state).toBe("sent");
});

test("a reply that cannot be mailed fails at once with the reason, and is sent once that has changed", async () => {
  const ticket = await desk.ticket();
  const tooLong = await desk.reply(ticket.id, "x".repeat(50_001));
  const shown = await desk.deliveryOf(tooLong.id);
  expect(shown).toMatchObject({ state: "failed", error: expect.stringContaining("50,000") });

  await desk.inTenant((tx) =>
    tx.updateTable("customers").set({ email: null }).where("id", "=", ticket.customerId).execute(),
  );
  const reply = await desk.reply(ticket.id);
  expect(await desk.deliveryOf(reply.id)).toMatchObject({
    state: "failed",
    error: "Customer email is required",
  });
  await desk.inTenant((tx) =>
    tx.updateTable("customers").set({ email: "new@example.org" }).where("id", "=", ticket.customerId).execute(),
  );
  await desk.retry(ticket.id, reply.id);
  await deliver(reply.id);
  expect(sink.mails.map((mail) => mail.envelopeTo)).toEqual([["new@example.org"]]);
});

test("account mails come from Deskhand and are marked as automatic", async () => {
  const url = "http://desk.test/confirm?token=abc";
  const mail = { to: "owner@acme-shop.com", url, storeName: "Acme Shop" };
  await desk.inTenant((tx) => queueAccountMail(tx, desk.services, { ...mail, kind: "confirmation" }));
  await deliver();
  await desk.inTenant((tx) => queueAccountMail(tx, desk.services, { ...mail, kind: "existing_account" }));
  await deliver();
  expect(sink.mails).toHaveLength(2);
  for (const { parsed } of sink.mails) {
    expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
    expect(parsed.from?.value).toEqual([{ name: "Deskhand", address: "no-reply@mail.desk.test" }]);
    expect(parsed.text).toContain(url);
  }
});

test.each([
  [null, true],
  ["smtp://relay.example", false],
])("with the relay %s, a sent mail is in the outbox: %s", async (smtpUrl, isInOutbox) => {
  const { id: messageId } = await desk.reply((await desk.ticket()).id, "Hello");
  const { id: mailId } = await outgoing(messageId);
  const settings = { ...desk.services.settings, smtpUrl };
  await deliverMail({ ...desk.services, settings }, { mailId, tenantId: desk.tenant });
  expect(await outgoing(messageId)).toMatchObject({ state: "sent", is_in_outbox: isInOutbox });
});

test("the queue delivers committed mails, also delayed ones, and never rolled back ones", async () => {
  const ticket = await desk.ticket();
  await expect(
    desk.inTenant(async (tx) => {
      const mail = { kind: "confirmation", to: "gone@example.org", url: "http://x", storeName: "Gone" } as const;
      await queueAccountMail(tx, desk.services, mail);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  const delayed = await desk.reply(ticket.id);
  // Mails of earlier tests are queued as well; they have been sent or refused for good.
  sink.refusals.push({ code: 450, words: "later" });
  await startDeliveries(desk.services);
  await expect.poll(async () => (await desk.deliveryOf(delayed.id)).error).toContain("later");
  await desk.inTenant((tx) => tx.updateTable("outgoing_mails").set({ next_try_at: null }).execute());
  await expect.poll(async () => (await desk.deliveryOf(delayed.id)).state).toBe("sent");
  expect(sink.mails.flatMap((mail) => mail.envelopeTo)).not.toContain("gone@example.org");
  const { mail_message_id: fixed } = await outgoing(delayed.id);
  expect(sink.mails.filter(({ parsed }) => parsed.messageId === `<${fixed}>`)).toHaveLength(1);
});
