import { randomUUID } from "node:crypto";
import { record } from "../../domains/audit/index.ts";
import { importOrders } from "../../domains/orders/index.ts";
import { queueAccountMail } from "../../domains/outgoing/index.ts";
import { addCustomerMessage, lockTicket } from "../../domains/tickets/index.ts";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../from-now.ts";
import { orderOf } from "../full-desk.ts";
import type { Desk } from "../open-desk.ts";
import { attachFile, customerWrites, failDelivery, makeTicket, reply, upload } from "../test-desk.ts";
import type { Person } from "../test-people.ts";

/** A customer, their ticket with the mail that began it, and what they wrote on another customer's ticket. */
export type FullCustomer = {
  id: string;
  email: string;
  ticketId: string;
  mailId: string;
  othersId: string;
  messageId: string;
};

/** Adds a customer with data in every place that can keep some; all of it contains the word, and nothing else does. */
export async function fillCustomer(app: Desk, owner: Person, agent: Person, word: string): Promise<FullCustomer> {
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
  const elsewhere = await addToOthers(app, { owner, agent, word, email });
  const { customerId } = await owner.api.tickets.get({ id: ticket.id });
  const id = customerId ?? "";
  await owner.api.customers.update({ id, phone: word.slice(0, 45) });
  await fillRows(app, { owner, agent, word, email }, { id, ticketId: ticket.id });
  return { id, email, ticketId: ticket.id, mailId: first.id, ...elsewhere };
}

type Filling = { owner: Person; agent: Person; word: string; email: string };

/** Adds a mail from the customer, and one to them, on another customer's ticket. */
async function addToOthers(app: Desk, { owner, agent, word, email }: Filling) {
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
  const readdress = `update outgoing_mails set to_email = $2, details = details || jsonb_build_object('customerName', $3::text)
    where message_id = $1`;
  await app.asOwner(readdress, [answer.id, email, word], owner.tenantId);
  return { othersId: others.id, messageId: id };
}

async function fillRows(
  app: Desk,
  { owner, agent, word, email }: Filling,
  { id, ticketId }: { id: string; ticketId: string },
) {
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
      const place = { city: word, province: word, country: word, message: word, happened_at: fromNow({}) };
      const event = { id: newId(), fulfillment_id: parcel?.id ?? "", status: "in_transit" };
      await tx
        .insertInto("shopify_fulfillment_events")
        .values({ ...event, ...place })
        .execute();
    }
    const request = { customerEmail: email, number: "1", dueOn: "2026-12-22", downloads: [] };
    const asked = { to: owner.email, url: "http://desk.test", storeName: "Store", request };
    await queueAccountMail(tx, app.services, { kind: "data_request", ...asked });
    // An earlier customer of this address was deleted, and so was a ticket of theirs.
    await record(tx, owner.userId, "customer.deleted", newId(), { name: word, email });
    await record(tx, owner.userId, "ticket.deleted", newId(), { ticketNumber: 1, subject: word, customerId: id });
  });
  const nameInBounce = `update mail_log set reason = $1, from_email = 'mailer-daemon@relay.test', envelope_from = '' where id = $2`;
  const bounce = await customerWrites(app, owner, {
    from: "x@relay.test",
    subject: "Undelivered",
    text: `550 ${word}`,
  });
  await app.asOwner("delete from support_tickets where id = $1", [bounce.ticket_id], owner.tenantId);
  await app.asOwner(nameInBounce, [`${email} could not be reached`, bounce.id], owner.tenantId);
}
