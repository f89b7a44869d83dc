import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { mailsTo, takeMail } from "../../testing/take-mail.ts";
import { customerWrites, makeTicket, reply, type TestMail } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  admin = await newOwner(app);
});
afterAll(() => app.stop());

const makeResponse = (content: string) =>
  admin.api.cannedResponses.create({
    title: "How refunds work",
    content,
    category: "Refunds",
    idempotencyKey: randomUUID(),
  });

/** Makes a rule that sends a canned response to whoever writes of a refund. */
async function makeReplying(content = "Hello {{customer.first_name}}, a refund takes five days.") {
  const { id: responseId } = await makeResponse(content);
  const rule = {
    name: "Refunds",
    trigger: "created" as const,
    conditions: [{ field: "words" as const, comparison: "contains", values: ["refund"] }],
    actions: [{ action: "send_reply" as const, values: [responseId] }],
  };
  const { id } = await admin.api.rules.create({ ...rule, isOn: true, idempotencyKey: randomUUID() });
  return { rule, id, responseId };
}

const newAddress = () => `ann.${randomUUID().slice(0, 8)}@customer.test`;

/** Has somebody write; returns the ticket and what became of the rule. */
async function write(mail: TestMail = {}) {
  const from = mail.from ?? `Ann Lee <${newAddress()}>`;
  const { ticket_id: id } = await customerWrites(app, admin, { subject: "A refund, please", ...mail, from });
  const [pass] = (await admin.api.rules.ofTicket({ ticketId: id })).items;
  return { id, run: pass?.rules[0], ticket: await admin.api.tickets.get({ id }) };
}

test("a person is answered once, by a mail that says it is automatic, and the ticket names the rule", async () => {
  const { responseId } = await makeReplying();
  const address = newAddress();
  const { run, ticket } = await write({ from: `Ann Lee <${address}>` });
  const responses = (await admin.api.cannedResponses.list()).items;
  expect(responses.find(({ id }) => id === responseId)).toMatchObject({ uses: { ever: 1 } });
  expect(run).toMatchObject({ outcome: "ran", reason: null });
  expect(ticket.messages).toMatchObject([
    { isFromCustomer: true, byRule: null },
    { isAutomatic: true, byRule: "Refunds", authorId: null, content: "Hello Ann, a refund takes five days." },
  ]);
  // It is nobody's answer.
  expect(ticket).toMatchObject({ status: "open", waitingSince: expect.any(String) });
  const mail = await takeMail(app, address);
  expect(mail.text).toContain("Hello Ann, a refund takes five days.");
  expect(mail.headers).toContainEqual({ name: "Auto-Submitted", value: "auto-replied" });
  expect(mail.text).not.toContain("Refunds");
});

test("nobody gets a second one within a day, whatever stands behind a plus in their address", async () => {
  await makeReplying();
  await write({ from: "ben@customer.test" });
  const { run, ticket } = await write({ from: "ben+again@customer.test" });
  const reason =
    "No reply was sent, because they had an automatic reply within 24 hours, or as many as may be sent were sent";
  expect(run).toMatchObject({ outcome: "refused", reason });
  expect(ticket.messages).toHaveLength(1);
});

test.each([
  ["a mailing list", { headers: ["List-Id: <news.customer.test>"] }],
  ["a campaign", { headers: ["Precedence: bulk"] }],
  ["an address that nobody reads", { from: "no-reply@customer.test" }],
])("%s is not answered", async (_, mail) => {
  await makeReplying();
  const { run, ticket } = await write(mail);
  expect(run).toMatchObject({
    outcome: "refused",
    reason:
      "No reply was sent, because no automatic reply may go to this message: it is not surely a person’s own mail",
  });
  expect(ticket.messages).toHaveLength(1);
});

test("a ticket without a mail is not answered", async () => {
  await makeReplying();
  const { id } = await makeTicket(app, admin, { subject: "refund" });
  const [pass] = (await admin.api.rules.ofTicket({ ticketId: id })).items;
  expect(pass?.rules).toMatchObject([{ outcome: "refused" }]);
});

test("a placeholder without a value keeps it from being sent, and the run says which", async () => {
  const { rule } = await makeReplying("Your order {{order.name}} is on its way.");
  const { run, ticket } = await write();
  const reason = "No reply was sent, because nothing is known for the placeholder {{order.name}}";
  expect(run).toMatchObject({ outcome: "refused", reason });
  expect(ticket.messages).toHaveLength(1);
  expect((await admin.api.rules.try(rule)).items).toMatchObject([{ effects: [`Refused: ${reason}`] }]);
});

test("a customer's reply whose sender is not verified is not answered, and the trial says so", async () => {
  const { rule, id: ruleId } = await makeReplying();
  await admin.api.rules.switch({ id: ruleId, isOn: false });
  const { id } = await write();
  await app.asOwner("update ticket_messages set is_unverified = true where ticket_id = $1", [id], admin.tenantId);
  const changed = { ...rule, name: "Changed", trigger: "changed" as const, conditions: [] };
  await admin.api.rules.create({ ...changed, isOn: true, idempotencyKey: randomUUID() });
  await admin.api.tickets.update({ id, priority: "high", expected: {} });
  const [pass] = (await admin.api.rules.ofTicket({ ticketId: id })).items;
  expect(pass?.rules).toMatchObject([
    { outcome: "refused", reason: expect.stringContaining("no automatic reply may") },
  ]);
  const { items } = await admin.api.rules.try(changed);
  expect(items).toMatchObject([{ effects: [`Refused: ${pass?.rules[0]?.reason}`] }]);
});

test("a response with the writer's name is named at its rule and in the trial, as no rule can send it", async () => {
  const { rule } = await makeReplying("A refund takes five days. {{agent.name}}");
  await write();
  const words = "Nothing is known for the placeholder {{agent.name}}";
  expect((await admin.api.rules.list()).items).toMatchObject([{ missing: [words] }]);
  const { items } = await admin.api.rules.try(rule);
  expect(items.map(({ effects }) => effects)).toEqual([
    [`Refused: No reply was sent, because ${words.charAt(0).toLowerCase()}${words.slice(1)}`],
  ]);
});

test("links in a name and a subject are not passed on", async () => {
  await makeReplying("Hello {{customer.name}}, about {{ticket.subject}}.");
  const { ticket } = await write({ from: `"evil.example/win" <${newAddress()}>`, subject: "refund at evil.example" });
  expect(ticket.messages[1]?.content).not.toContain("evil");
});

test("who wrote to a ticket that belongs to another customer by now is not answered there", async () => {
  const { id: responseId } = await makeResponse("Hello {{customer.name}}, it is done.");
  await admin.api.rules.create({
    name: "Done",
    trigger: "changed",
    conditions: [],
    actions: [{ action: "send_reply", values: [responseId] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const { id } = await write({ from: `Ann Lee <${newAddress()}>` });
  const other = await write({ from: `Ben Ohr <${newAddress()}>` });
  await admin.api.tickets.changeCustomer({ id, customer: { id: other.ticket.customer?.id ?? "" } });
  await admin.api.tickets.update({ id, priority: "high", expected: {} });
  expect((await admin.api.tickets.get({ id })).messages).toHaveLength(1);
  const [pass] = (await admin.api.rules.ofTicket({ ticketId: id })).items;
  const reason = "No reply was sent, because there is no message of the customer that an automatic reply could answer";
  expect(pass?.rules).toMatchObject([{ outcome: "refused", reason }]);
});

test("somebody who writes beside the customer is not called by the customer's name", async () => {
  const [customer, beside] = [newAddress(), newAddress()];
  const { id, ticket } = await write({ from: `Ann Lee <${customer}>` });
  const { id: responseId } = await makeResponse("Hello {{customer.name}}, we read it.");
  await admin.api.rules.create({
    name: "Read",
    trigger: "customer_wrote",
    conditions: [],
    actions: [{ action: "send_reply", values: [responseId] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const label = `Re: A refund, please [Ticket: ${String(ticket.ticketNumber).padStart(4, "0")}]`;
  await reply(admin, id, { recipients: { to: [{ email: customer }, { email: beside }] } });
  const { mail_message_id: sent } = await lastMailOf(id);
  const headers = [`In-Reply-To: <${sent}>`, `Cc: ${customer}`];
  const end = await customerWrites(app, admin, { from: `Ben Ohr <${beside}>`, subject: label, headers });
  expect(end).toMatchObject({ state: "reply_added", ticket_id: id });
  const answer = (await admin.api.tickets.get({ id })).messages.at(-1);
  expect(answer).toMatchObject({ byRule: "Read", content: expect.not.stringContaining("Ann") });
});

const lastMailOf = async (ticketId: string) => {
  const sql =
    "select mail_message_id from ticket_messages where ticket_id = $1 and author_id is not null order by created_at desc";
  const [row] = await app.asOwner<{ mail_message_id: string }>(sql, [ticketId], admin.tenantId);
  return row ?? { mail_message_id: "" };
};

test("a response that was deleted is named at its rule, and is not sent", async () => {
  const { responseId } = await makeReplying();
  await admin.api.cannedResponses.delete({ id: responseId });
  expect((await admin.api.rules.list()).items).toMatchObject([{ missing: ["“How refunds work” was deleted"] }]);
  const { run } = await write();
  expect(run).toMatchObject({
    outcome: "refused",
    reason: "No reply was sent, because this canned response was deleted",
  });
});

test("where the store acknowledges new tickets, the rule's words take the place of the acknowledgement", async () => {
  await makeReplying();
  await admin.api.emailSettings.save({ acknowledges: true });
  const address = newAddress();
  const { run, ticket } = await write({ from: address });
  expect(run).toMatchObject({ outcome: "ran" });
  expect(ticket.messages.map(({ byRule }) => byRule)).toEqual([null, "Refunds"]);
  await takeMail(app, address);
  expect((await mailsTo(app, address)).map(({ text }) => text)).toEqual([expect.stringContaining("five days")]);
  // Others are acknowledged as before.
  const { ticket: other } = await write({ subject: "Where is it?" });
  expect(other.messages).toMatchObject([{}, { isAutomatic: true, byRule: null }]);
});

test("a trial says who would have been answered, and who not", async () => {
  const { rule, id } = await makeReplying();
  await admin.api.rules.switch({ id, isOn: false });
  await write({ from: "cleo@customer.test" });
  await write({ from: "cleo@customer.test" });
  await write({ headers: ["List-Id: <news.customer.test>"] });
  await makeTicket(app, admin, { subject: "refund", from: "dan@customer.test" });
  const { items } = await admin.api.rules.try(rule);
  expect(items.map(({ effects }) => effects)).toEqual([
    ["Sends the canned response “How refunds work”, if a person’s mail asked for it"],
    [expect.stringContaining("Refused: No reply was sent, because no automatic reply may go")],
    [expect.stringContaining("Refused: No reply was sent, because they had an automatic reply")],
    ["Sends the canned response “How refunds work”"],
  ]);
});
