import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { tablesWith } from "../../testing/find-word.ts";
import { orderOf } from "../../testing/full-desk.ts";
import { holdRows } from "../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import {
  attachFile,
  customerWrites,
  failDelivery,
  makeTicket,
  reply,
  sendUpload,
  upload,
} from "../../testing/test-desk.ts";
import { addColleague, type Person, signUp } from "../../testing/test-people.ts";
import { record } from "../audit/index.ts";
import { importOrders } from "../orders/index.ts";
import { addCustomerMessage, lockTicket } from "../tickets/index.ts";
import { findOrCreateCustomer, redactCustomer } from "./index.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let other: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await signUp(app);
  agent = await addColleague(app, owner, "agent");
  other = await signUp(app);
});
afterAll(() => app.stop());

const newWord = () => `word-${randomUUID()}`;
const redact = (id: string, by = owner) => app.db.withTenant(by.tenantId, (tx) => redactCustomer(tx, id));

/** A customer of whom something is kept wherever something can be; in all of it stands the word, and in nothing else. */
async function fillCustomer(word: string) {
  const email = `${word}@customer.test`;
  const headers = [`References: <${word}@elsewhere.test>`, `X-Note: ${word}`];
  const first = await customerWrites(app, owner, {
    from: `"Name ${word}" <${email}>`,
    subject: `Subject ${word}`,
    text: `Text ${word}`,
    headers,
  });
  await customerWrites(app, owner, { from: email, subject: "Hi", text: word, headers: ["X-Virus: none"] });
  const ticket = { id: first.ticket_id, ticketNumber: 0, firstMessageId: first.message_id };
  await attachFile(app, owner, ticket, { filename: `${word}.pdf`, bytes: Buffer.from(`Bytes ${word}`) });
  const answer = await reply(agent, ticket.id, { content: `Dear ${word}` });
  await failDelivery(app, owner, answer.id, `550 No such user ${email}`);
  const note = { ticketId: ticket.id, content: `About ${word}`, idempotencyKey: randomUUID() };
  await agent.api.messages.addNote(note);
  await upload(agent, ticket.id, { filename: `${word}.txt`, bytes: new Uint8Array(Buffer.from(word)) });
  await owner.api.tickets.update({ id: ticket.id, subject: `Other ${word}` });
  const elsewhere = await addToOthers(word, email);
  const { customerId } = await owner.api.tickets.get({ id: ticket.id });
  const id = customerId ?? "";
  await owner.api.customers.update({ id, phone: word.slice(0, 45) });
  await fillRows(word, { email, id, ticketId: ticket.id });
  return { id, email, ticketId: ticket.id, mailId: first.id, ...elsewhere };
}

/** They wrote and got mail on the ticket of somebody else, too. */
async function addToOthers(word: string, email: string) {
  const others = await makeTicket(app, owner, { from: "somebody@else.test", subject: "Not theirs" });
  const message = {
    content: `Also ${word}`,
    fullContent: `> ${word}`,
    html: `<p>${word}</p>`,
    authorName: `Name ${word}`,
  };
  const { id } = await app.db.withTenant(owner.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, others.id);
    if (!ticket) throw new Error("There is the ticket");
    const mail = { mailMessageId: `${word}@customer.test`, isAutomatic: false, authorEmail: email };
    return addCustomerMessage(tx, ticket, { ...message, ...mail }, "references");
  });
  await attachFile(
    app,
    owner,
    { ...others, firstMessageId: id },
    { filename: `${word}.png`, bytes: Buffer.from(word) },
  );
  const answer = await reply(agent, others.id, { content: "Thank you both." });
  await failDelivery(app, owner, answer.id, `550 ${email} is unknown`);
  const details = `update outgoing_mails set to_email = $2, details = details || jsonb_build_object('customerName', $3::text)
    where message_id = $1`;
  await app.asOwner(details, [answer.id, email, word], owner.tenantId);
  return { othersId: others.id, messageId: id };
}

async function fillRows(word: string, { email, id, ticketId }: { email: string; id: string; ticketId: string }) {
  const address = JSON.stringify({ name: word, address1: word, city: word });
  const texts = { email, phone: word.slice(0, 45), shipping_address: address, billing_address: address };
  await app.db.withTenant(owner.tenantId, async (tx) => {
    const author = { author_id: agent.userId, author_name: "Agent" };
    const note = { id: newId(), ticket_id: ticketId, content: word, idempotency_key: newId() };
    await tx
      .insertInto("tracking_notes")
      .values({ ...note, ...author })
      .execute();
    const saved = { ticket_id: ticketId, order_number: word, saved_by: agent.userId, saved_by_name: "Agent" };
    await tx.insertInto("ticket_orders").values(saved).execute();
    for (const customerId of [id, null]) {
      const order = { ...orderOf(id, "thing"), ...texts, shopify_order_id: newId(), customer_id: customerId };
      const parcels = JSON.stringify([{ number: word, company: "UPS", url: `https://ups.test/${word}` }]);
      const [parcel] = order.fulfillments;
      const sent = { tracking_number: word, tracking_url: `https://ups.test/${word}`, parcels };
      await importOrders(tx, [{ ...order, fulfillments: parcel ? [{ ...parcel, ...sent }] : [] }]);
      const at = { city: word, province: word, country: word, message: word, happened_at: new Date().toISOString() };
      const event = { id: newId(), fulfillment_id: parcel?.id ?? "", status: "in_transit" };
      await tx
        .insertInto("shopify_fulfillment_events")
        .values({ ...event, ...at })
        .execute();
    }
    // Somebody of that address was deleted before, and so was a ticket of theirs.
    await record(tx, owner.userId, "customer.deleted", newId(), { name: word, email });
    await record(tx, owner.userId, "ticket.deleted", newId(), { ticketNumber: 1, subject: word, customerId: id });
  });
  const reported = `update mail_log set reason = $1, from_email = 'mailer-daemon@relay.test', envelope_from = '' where id = $2`;
  const bounce = await customerWrites(app, owner, {
    from: "x@relay.test",
    subject: "Undelivered",
    text: `550 ${word}`,
  });
  await app.asOwner("delete from support_tickets where id = $1", [bounce.ticket_id], owner.tenantId);
  await app.asOwner(reported, [`${email} could not be reached`, bounce.id], owner.tenantId);
}

test("of an erased customer nothing is left in any column of any table, and nobody else loses anything", async () => {
  const word = newWord();
  const before = await owner.api.tickets.list({});
  const orders = await app.asOwner("select from shopify_orders", [], owner.tenantId);
  const customer = await fillCustomer(word);
  const filled = await tablesWith(app, word);
  expect(filled).toEqual([
    ...[
      "audit_log",
      "customers",
      "events",
      "file_chunks",
      "mail_log",
      "named_mails",
      "notifications",
      "outgoing_mails",
    ],
    ...["raw_mail_chunks", "shopify_fulfillment_events", "shopify_order_fulfillments", "shopify_orders"],
    ...["support_tickets", "ticket_activities", "ticket_attachments", "ticket_messages", "ticket_orders"],
    ...["tracking_notes", "uploads"],
  ]);
  expect(await redact(customer.id)).toBe(true);
  expect(await tablesWith(app, word)).toEqual([]);

  // Whoever has their ticket open is told plainly, and so is whoever is about to answer.
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
  // The store's books stay: what was bought and for how much, by nobody.
  const kept = await app.asOwner("select total_price from shopify_orders where email is null", [], owner.tenantId);
  expect(kept).toHaveLength(orders.length + 2);
  const { activeCount } = await owner.api.tickets.list({});
  expect(activeCount).toBe(before.activeCount + 1);
  const told = "select type, payload from events where payload ->> 'customerId' = $1 and type = 'customer.redacted'";
  expect(await app.asOwner(told, [customer.id], owner.tenantId)).toHaveLength(1);
  expect(await redact(customer.id), "a second time there is nobody").toBe(false);
});

test("somebody else whose address or name is alike, and other stores, keep everything", async () => {
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

test("who writes again after they were erased is somebody new", async () => {
  const email = `${newWord()}@customer.test`;
  const first = await customerWrites(app, owner, { from: email, text: "Before" });
  const { customerId } = await owner.api.tickets.get({ id: first.ticket_id });
  await redact(customerId ?? "");
  const second = await customerWrites(app, owner, { from: email, text: "After" });
  const ticket = await owner.api.tickets.get({ id: second.ticket_id });
  expect(ticket).toMatchObject({ customer: { email }, messageCount: 1 });
  expect(ticket.customerId).not.toBe(customerId);
});

test("while a reply to them is being sent nothing is erased, so that it can be tried again", async () => {
  const email = `${newWord()}@customer.test`;
  const first = await customerWrites(app, owner, { from: email });
  const answer = await reply(agent, first.ticket_id);
  const held = await holdRows(app.db.pool, owner, "select from outgoing_mails where message_id = $1 for update", [
    answer.id,
  ]);
  const customer = await app.db.withTenant(owner.tenantId, (tx) => findOrCreateCustomer(tx, { email, name: null }));
  await expect(redact(customer.id)).rejects.toMatchObject({ code: "ticket_mail_on_its_way" });
  expect((await owner.api.tickets.get({ id: first.ticket_id })).messages).toHaveLength(2);
  await held.release();
  const state = async () => (await owner.api.tickets.get({ id: first.ticket_id })).messages.at(-1)?.deliveryState;
  await expect.poll(state).toBe("sent");
  expect(await redact(customer.id)).toBe(true);
});
