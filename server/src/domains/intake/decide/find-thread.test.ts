import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailKey, replyAddress } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let key: Buffer;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
  key = mailKey(desk.services.settings.secret);
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const messageIdOf = (name: string) => `Message-ID: <${name}>`;

test("puts a mail to the reply address on its ticket, and shows only the new text", async () => {
  const { ticket_id: ticketId } = await at.send({ text: "Which colour?" });
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  const text =
    "Blue, please.\r\n\r\nOn Mon, 3 Mar 2025 at 10:00, Store <help@store.example> wrote:\r\n> Which colour?\r\n";
  const entry = await at.send({ to, text, subject: "Re: Where is my order?" });
  expect(entry).toMatchObject({ state: "reply_added", ticket_id: ticketId });
  const reply = (await at.messagesOf(ticketId)).at(-1);
  expect(reply).toMatchObject({ threading_reason: "reply_address" });
  expect(reply?.content.trim()).toBe("Blue, please.");
  expect(reply?.full_content).toContain("> Which colour?");
});

test("puts a reply on its ticket by our signed Message-ID, from any address", async () => {
  const { ticket_id: ticketId } = await at.send({});
  const { mailMessageId } = await at.agentMessage(key, ticketId);
  const entry = await at.send({ from: "ann@work.example", headers: [`References: <x@y.example> <${mailMessageId}>`] });
  expect(entry).toMatchObject({ state: "reply_added", ticket_id: ticketId });
  expect((await at.messagesOf(ticketId)).at(-1)?.threading_reason).toBe("references");
});

test("threads a customer's next mail by their own Message-ID, but never across stores", async () => {
  const name = `${newId()}@customer.example`;
  const first = await at.send({ headers: [messageIdOf(name)] });
  const answer = { from: "colleague@customer.example", headers: [`In-Reply-To: <${name}>`] };
  expect(await at.send(answer)).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  const other = await desk.makeTenant();
  expect(await at.send(answer, other)).toMatchObject({ state: "ticket_created" });
});

test("does not accept a guessable Message-ID from a stranger", async () => {
  const first = await at.send({ headers: [messageIdOf("order-17@customer.example")] });
  const headers = ["In-Reply-To: <order-17@customer.example>"];
  expect((await at.send({ from: "stranger@else.example", headers })).state).toBe("ticket_created");
  expect(await at.send({ headers })).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
});

test("accepts the label in the subject from those who take part, and from no stranger", async () => {
  const first = await at.send({});
  const { ticket_number: number } = await at.ticketOf(first.ticket_id);
  const subject = `Re: Where is my order? [Ticket: ${String(number).padStart(4, "0")}]`;
  const own = await at.send({ subject });
  expect(own).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  expect((await at.messagesOf(first.ticket_id)).at(-1)?.threading_reason).toBe("subject_label");
  const strange = await at.send({ subject, from: "stranger@else.example" });
  expect(strange.state).toBe("ticket_created");
  expect(strange.ticket_id).not.toBe(first.ticket_id);
  expect((await at.ticketOf(strange.ticket_id)).subject).toBe("Where is my order?");
});

test("reopens an archived ticket by a reply, but not by an automatic one", async () => {
  const { ticket_id: ticketId } = await at.send({});
  const close = () =>
    desk.db.withTenant(store.id, (tx) =>
      tx.updateTable("support_tickets").set({ status: "closed" }).where("id", "=", ticketId).execute(),
    );
  const to = replyAddress(key, testMailDomain, { clientCode: store.clientCode, ticketId: ticketId ?? "" });
  await close();
  const automatic = await at.send({ to, headers: ["Auto-Submitted: auto-replied"], subject: "Out of office" });
  expect(automatic).toMatchObject({ state: "auto_reply", ticket_id: ticketId });
  expect((await at.messagesOf(ticketId)).at(-1)?.is_automatic).toBe(true);
  expect((await at.ticketOf(ticketId)).status).toBe("closed");
  await at.send({ to });
  expect((await at.ticketOf(ticketId)).status).toBe("open");
});
