import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desk } from "../../../testing/open-desk.ts";
import { type OrderDesk, openOrderDesk } from "../../../testing/store/order-desk.ts";
import { customerReplies, customerWrites, makeTicket } from "../../../testing/test-desk.ts";
import { newAddress, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";
import { readNumbers } from "../tickets.jobs.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let order: OrderDesk["order"];
beforeAll(async () => {
  ({ app, owner, agent, order } = await openOrderDesk());
});
afterAll(() => app.stop());

const ofTicket = async (ticketId: string): Promise<string> => {
  const { found, notFound } = await agent.api.tracking.ofTicket({ ticketId });
  const names = found.map((item) => `${item.certainty} ${item.order.name}`);
  return [...names, ...notFound.map((written) => `no ${written}`)].join(", ");
};
const asOwner = (sql: string, ...values: string[]) => app.asOwner(sql, values, owner.tenantId);
/** Removes the text, so that it cannot be read again. */
const loseWords = async (ticketId: string) => {
  await asOwner("update ticket_messages set content = 'Lost' where ticket_id = $1", ticketId);
  await asOwner("update support_tickets set subject = 'Lost', description = 'Gone' where id = $1", ticketId);
};
/** As an earlier version stored it. */
const forgetNumbers = async (ticketId: string) => {
  await asOwner("update ticket_messages set named_numbers = null where ticket_id = $1", ticketId);
  await asOwner("update support_tickets set named_numbers = null where id = $1", ticketId);
};
const kept = async (ticketId: string) => {
  const [row] = await asOwner(
    `select (select jsonb_agg(m.named_numbers order by m.created_at, m.id) from ticket_messages m where m.ticket_id = t.id) as messages, named_numbers as ticket
     from support_tickets t where id = $1`,
    ticketId,
  );
  return row;
};

test("a mail's numbers are extracted when it is stored: viewing reads no text, and finds later orders", async () => {
  const from = newAddress("buyer");
  const text = "My order is #81001, parcel LL123456785CN.\n> And what of order 81003?";
  const mail = { from, subject: "Order #81002", text };
  const { ticket_id: id } = await customerWrites(app, owner, mail);
  await loseWords(id);
  expect(await ofTicket(id)).toBe("no #81002, no #81001, no 81003, no LL123456785CN");
  for (const name of ["#81001", "#81002", "#81003"]) await order(name, { from, email: from });
  expect(await ofTicket(id)).toBe("certain #81002, certain #81001, likely #81003, no LL123456785CN");
});

test("a store that changes its numbering finds its orders in earlier messages", async () => {
  const from = newAddress("buyer");
  const { id } = await makeTicket(app, owner, { from, subject: "Late", description: "Where is yg-82001-x, please?" });
  await loseWords(id);
  expect(await ofTicket(id)).toBe("");
  await order("YG-82001-X", { from, email: from, order_number: "82001" });
  expect(await ofTicket(id)).toBe("certain YG-82001-X");
});

test("a message keeps its numbers when it is moved or its ticket is merged", async () => {
  const from = newAddress("buyer");
  for (const name of ["#83001", "#83002"]) await order(name, { from, email: from });
  const ticket = await makeTicket(app, owner, { from, subject: "Late", description: "Order #83001" });
  const { id: messageId } = await customerReplies(app, owner, ticket.id, "And order #83002, please.");
  const about = { id: ticket.id, messageId, idempotencyKey: randomUUID() };
  const moved = await agent.api.tickets.moveMessage(about);
  for (const { id } of [ticket, moved]) await loseWords(id);
  expect(await ofTicket(ticket.id)).toBe("certain #83001");
  expect(await ofTicket(moved.id)).toBe("certain #83002");
  await agent.api.tickets.merge({ id: moved.id, into: ticket.id });
  expect(await ofTicket(ticket.id)).toBe("certain #83001, certain #83002");
});

test("messages of an earlier version are read when viewed, until their numbers are extracted", async () => {
  const from = newAddress("buyer");
  for (const name of ["#84001", "#84002", "#84003"]) await order(name, { from, email: from });
  const { id } = await makeTicket(app, owner, { from, subject: "Order #84001", description: "And order #84002" });
  await customerReplies(app, owner, id, "And #84003 as well.");
  await customerReplies(app, owner, id, "I am away, order #84001", { isAutomatic: true });
  await agent.api.messages.reply({
    ticketId: id,
    content: "We look for order #84001.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });
  const numbers = await kept(id);
  await forgetNumbers(id);
  const all = "certain #84001, certain #84002, certain #84003";
  expect(await ofTicket(id)).toBe(all);
  await readNumbers.work(app.services);
  expect(await kept(id)).toEqual(numbers);
  await loseWords(id);
  expect(await ofTicket(id)).toBe(all);
});

test("no numbers of an erased message stay", async () => {
  const [from, other] = [newAddress("buyer"), newAddress("other")];
  const { id } = await makeTicket(app, owner, { from, subject: "Late", description: "Where is it?" });
  const writtenFrom = { email: other, isStores: false };
  await customerReplies(app, owner, id, "It is order #85001", { writtenFrom });
  await asOwner("update ticket_messages set author_email = $2 where ticket_id = $1 and written_from = $2", id, other);
  const { customerId } = await agent.api.tickets.get({ id: (await makeTicket(app, owner, { from: other })).id });
  expect(JSON.stringify(await kept(id))).toContain("85001");
  await app.services.db.withTenant(owner.tenantId, (tx) => redactCustomer(tx, customerId ?? ""));
  expect(JSON.stringify(await kept(id))).not.toContain("85001");
});
