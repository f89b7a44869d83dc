import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { tablesWith } from "../../testing/store/find-word.ts";
import { fillCustomer } from "../../testing/store/full-customer.ts";
import { untilFolded } from "../../testing/store/until-folded.ts";
import { customerWrites, reply, sendUpload } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { findOrCreateCustomer, redactCustomer } from "./index.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let other: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
  other = await newOwner(app);
});
afterAll(() => app.stop());

/** Letters alone, so that search takes it as one word. */
const newWord = () =>
  randomUUID()
    .replace(/[-0-9]/g, (digit) => "ghijklmnop".charAt(Number(digit)))
    .slice(0, 26);
const redact = (id: string, by = owner) => app.db.withTenant(by.tenantId, (tx) => redactCustomer(tx, id));

test("leaves nothing of an erased customer in any column of any table, and takes nothing from others", async () => {
  const word = newWord();
  const before = await owner.api.tickets.list({});
  const orders = await app.asOwner("select from shopify_orders", [], owner.tenantId);
  const customer = await fillCustomer(app, owner, agent, word);
  await untilFolded(app, owner.tenantId);
  const filled = await tablesWith(app, word);
  expect(filled).toEqual([
    ...[
      "audit_log",
      "customer_addresses",
      "customers",
      "events",
      "file_chunks",
      "mail_log",
      "message_recipients",
      "named_mails",
      "notifications",
      "outgoing_mails",
    ],
    ...[
      "raw_mail_chunks",
      "search_vocabulary",
      "shopify_fulfillment_events",
      "shopify_order_fulfillments",
      "shopify_orders",
    ],
    ...[
      "support_tickets",
      "ticket_activities",
      "ticket_attachments",
      "ticket_messages",
      "ticket_orders",
      "ticket_words",
    ],
    ...["tracking_notes", "uploads"],
  ]);
  expect(await redact(customer.id)).toBe(true);
  expect(await tablesWith(app, word)).toEqual([]);

  // A screen with the ticket open, and an agent about to answer, get a plain refusal.
  await expect(agent.api.tickets.get({ id: customer.ticketId })).rejects.toMatchObject({ code: "ticket_not_found" });
  await expect(
    agent.api.messages.reply({
      ticketId: customer.ticketId,
      content: "Hi",
      idempotencyKey: randomUUID(),
      lastSeenMessageId: null,
    }),
  ).rejects.toMatchObject({ code: "ticket_not_found" });
  const file = { filename: "a.txt", bytes: new Uint8Array([65]) };
  expect((await sendUpload(agent, customer.ticketId, file)).status).toBe(404);
  await expect(owner.api.customers.get({ id: customer.id })).rejects.toMatchObject({ code: "customer_not_found" });
  expect((await owner.send(`/api/mail/log/${customer.mailId}/raw`)).status).toBe(404);

  const others = await owner.api.tickets.get({ id: customer.othersId });
  expect(others).toMatchObject({ subject: "Not theirs", messageCount: 3, attachmentCount: 0 });
  expect(others.messages.find(({ id }) => id === customer.messageId)).toMatchObject({
    content: "What this customer wrote was erased at their request.",
    authorName: "Valued Customer",
    attachments: [],
  });
  // The books stay: what was bought and for how much, without a person.
  const stored = await app.asOwner("select total_price from shopify_orders where email is null", [], owner.tenantId);
  expect(stored).toHaveLength(orders.length + 2);
  const { activeCount } = await owner.api.tickets.list({});
  expect(activeCount).toBe(before.activeCount + 1);
  const told = "select type, payload from events where payload ->> 'customerId' = $1 and type = 'customer.redacted'";
  expect(await app.asOwner(told, [customer.id], owner.tenantId)).toHaveLength(1);
  expect(await redact(customer.id), "a second time there is nobody").toBe(false);
});

test("keeps everything of customers with similar names or addresses, and of other stores", async () => {
  const word = newWord();
  const email = `${word}@customer.test`;
  const alike = await customerWrites(app, owner, { from: `x${email}`, subject: "Mine", text: `Other ${word}` });
  const elsewhere = await customerWrites(app, other, { from: email, subject: "Theirs", text: `Other ${word}` });
  const mine = await customerWrites(app, owner, { from: email, subject: "Gone", text: "Gone" });
  const { customerId } = await owner.api.tickets.get({ id: mine.ticket_id });
  await redact(customerId ?? "");
  expect((await owner.api.tickets.get({ id: alike.ticket_id })).messages).toHaveLength(1);
  expect((await other.api.tickets.get({ id: elsewhere.ticket_id })).messages).toHaveLength(1);
  for (const [person, { id }] of [[owner, alike] as const, [other, elsewhere] as const]) {
    const raw = await person.send(`/api/mail/log/${id}/raw`);
    expect(await raw.text()).toContain(word);
  }
});

test("treats a person who writes after their erasure as a new customer", async () => {
  const email = `${newWord()}@customer.test`;
  const first = await customerWrites(app, owner, { from: email, text: "Before" });
  const { customerId } = await owner.api.tickets.get({ id: first.ticket_id });
  await redact(customerId ?? "");
  const second = await customerWrites(app, owner, { from: email, text: "After" });
  const ticket = await owner.api.tickets.get({ id: second.ticket_id });
  expect(ticket).toMatchObject({ customer: { email }, messageCount: 1 });
  expect(ticket.customerId).not.toBe(customerId);
});

test("erases nothing while a reply to the customer is being sent, so that it can be tried again", async () => {
  const email = `${newWord()}@customer.test`;
  const first = await customerWrites(app, owner, { from: email });
  const answer = await reply(agent, first.ticket_id);
  const lock = await holdRows(app.db.pool, owner, "select from outgoing_mails where message_id = $1 for update", [
    answer.id,
  ]);
  const customer = await app.db.withTenant(owner.tenantId, (tx) => findOrCreateCustomer(tx, { email, name: null }));
  await expect(redact(customer.id)).rejects.toMatchObject({ code: "ticket_mail_on_its_way" });
  expect((await owner.api.tickets.get({ id: first.ticket_id })).messages).toHaveLength(2);
  await lock.release();
  const state = async () => (await owner.api.tickets.get({ id: first.ticket_id })).messages.at(-1)?.deliveryState;
  await expect.poll(state).toBe("sent");
  expect(await redact(customer.id)).toBe(true);
});
