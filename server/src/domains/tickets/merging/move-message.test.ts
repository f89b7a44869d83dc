import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeFile } from "../../../platform/storage/files.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail, until } from "../../../testing/take-mail.ts";
import { customerReplies, customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { addCustomerMessage, lockTicket } from "../index.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const person = () => `${randomUUID()}@customer.test`;
const get = (id: string) => agent.api.tickets.get({ id });
const textsOf = ({ messages }: TicketDetail) => messages.map(({ content }) => content);
const move = (id: string, messageId: string, idempotencyKey = randomUUID()) =>
  agent.api.tickets.moveMessage({ id, messageId, idempotencyKey });
const stepsOf = async (id: string) => (await agent.api.tickets.activity({ id })).items.map(({ kind }) => kind);
const mailIdOf = async (id: string) => {
  const sql = "select mail_message_id as id from ticket_messages where id = $1";
  return (await app.asOwner<{ id: string }>(sql, [id], owner.tenantId))[0]?.id ?? "";
};

/** Makes a conversation by mail: the customer's mail, an answer, and the customer's mail to the reply address. */
async function conversation() {
  const from = person();
  const first = await customerWrites(app, owner, { from, subject: "Blue vase", text: "Where is the blue vase?" });
  const id = first.ticket_id;
  await reply(agent, id, { content: "We ask." });
  const mail = await takeMail(app, from);
  await until(async () => (await get(id)).messages.at(-1)?.deliveryState === "sent");
  const header = (name: string) => mail.headers.find((each) => each.name.toLowerCase() === name)?.value ?? "";
  const to = { tenantId: owner.tenantId, supportEmail: header("reply-to").replace(/[<>]/g, "") };
  const answers = { from, subject: `Re: ${mail.subject}`, headers: [`In-Reply-To: ${header("message-id")}`] };
  const text = "Do you sell lamps as well, in green?";
  const { message_id: messageId } = await customerWrites(app, to, { ...answers, text });
  return { id, from, to, answers, messageId };
}

test("a moved message gets a ticket with its own words as the subject if the mail has the old one", async () => {
  const { id, messageId } = await conversation();
  const before = await get(id);
  const moved = await move(id, messageId);
  expect(moved).toMatchObject({
    subject: "Do you sell lamps as well, in green?",
    description: "Do you sell lamps as well, in green?",
    customerId: before.customerId,
    status: "open",
    messageCount: 1,
    createdBy: agent.userId,
    assignedTo: null,
    waitingSince: before.messages.at(-1)?.createdAt,
    newestWords: null,
  });
  expect(moved.ticketNumber).toBeGreaterThan(before.ticketNumber);
  expect(await stepsOf(moved.id)).toEqual(["customer_replied", "created", "message_received"]);
  const after = await get(id);
  expect(textsOf(after)).toEqual(["Where is the blue vase?", "We ask."]);
  expect(after).toMatchObject({ messageCount: 2, waitingSince: null, newestWords: null, subject: "Blue vase" });
  expect((await stepsOf(id)).at(-1)).toBe("message_moved");
  const mail = "select ticket_id from mail_log where message_id = $1";
  expect(await app.asOwner(mail, [messageId], owner.tenantId)).toEqual([{ ticket_id: moved.id }]);
});

test("a message without the customer moves to its author's ticket, and no subject reveals its words to the customer", async () => {
  const { id, to, answers } = await conversation();
  const ben = person();
  const text = "Only you should know that I broke it.";
  const { message_id: messageId } = await customerWrites(app, to, { ...answers, from: ben, text });
  expect((await get(id)).messages.at(-1)).toMatchObject({ id: messageId, audience: "side" });
  const moved = await move(id, messageId);
  expect(moved).toMatchObject({ customer: { email: ben }, subject: text });
  expect(moved.messages).toMatchObject([{ id: messageId, audience: "customer" }]);
  expect((await get(id)).customer).not.toMatchObject({ email: ben });
  await reply(agent, moved.id, { content: "Thank you for saying so." });
  expect((await takeMail(app, ben)).subject).toContain(text);
});

test.each([
  ["another subject", "Green lamps?", "Green lamps?"],
  ["another subject behind marks", "AW: Fwd: RE[2]:  Green   lamps? ", "Green lamps?"],
  ["the ticket's, however it is written", "SV: blue VASE", "I want green lamps."],
  ["none", "", "I want green lamps."],
  ["only marks", "Re: Fwd:", "I want green lamps."],
])("the subject of a mail with %s", async (_, subject, expected) => {
  const from = person();
  const { ticket_id: id } = await customerWrites(app, owner, {
    from,
    subject: "Blue vase",
    text: "Where is it, please?",
  });
  const { ticketNumber } = await get(id);
  const label = `[Ticket: ${String(ticketNumber).padStart(4, "0")}]`;
  const { message_id } = await customerWrites(app, owner, {
    from,
    text: "I want green lamps.",
    subject: `${subject} ${label}`,
  });
  expect((await move(id, message_id)).subject).toBe(expected);
});

test.each([
  ["Thanks!", "Thanks!"],
  ["😀", "😀"],
  ["\u200b", "No Subject"],
])("a message with only %j still gets a subject", async (content, expected) => {
  const { id } = await makeTicket(app, owner, { from: person() });
  const { id: messageId } = await customerReplies(app, owner, id, content);
  expect((await move(id, messageId)).subject).toBe(expected);
});

test("later answers to the message follow it, also those to the old ticket's address", async () => {
  const { id, from, to, messageId } = await conversation();
  const mailId = await mailIdOf(messageId);
  const moved = await move(id, messageId);
  const headers = [`In-Reply-To: <${mailId}>`, `References: <${mailId}>`];
  for (const address of [to, owner]) {
    const later = await customerWrites(app, address, { from, subject: "Re: Blue vase", text: randomUUID(), headers });
    expect(later).toMatchObject({ state: "reply_added", ticket_id: moved.id });
  }
});

test("answers to other messages stay", async () => {
  const { id, from, to, answers, messageId } = await conversation();
  const mailId = await mailIdOf(messageId);
  await move(id, messageId);
  const plain = await customerWrites(app, to, { from, subject: "Re: Blue vase", text: "To the address alone." });
  expect(plain.ticket_id).toBe(id);
  const headers = [...answers.headers, `References: <${mailId}> ${answers.headers[0]?.slice("In-Reply-To: ".length)}`];
  const other = await customerWrites(app, to, { ...answers, headers, text: "An answer to your answer." });
  expect(other.ticket_id).toBe(id);
});

test("its files move with it and the others stay", async () => {
  const { id } = await makeTicket(app, owner, { from: person() });
  const { id: messageId } = await app.services.db.withTenant(owner.tenantId, async (tx) => {
    const ticket = await lockTicket(tx, id);
    if (!ticket) throw new Error("It is there");
    const stored = await storeFile(tx, Readable.from([Buffer.from("bytes")]));
    const file = { fileId: stored.id, filename: "a.txt", size: stored.size, contentType: "text/plain" };
    const files = [{ ...file, contentId: null, isInline: false, uploadedBy: null }];
    const plain = { fullContent: null, html: null, mailMessageId: null, isAutomatic: false };
    const message = { ...plain, content: "See the picture, please.", authorName: "Jane", files };
    return addCustomerMessage(tx, ticket, message, "references");
  });
  const moved = await move(id, messageId);
  expect(moved).toMatchObject({ attachmentCount: 1 });
  expect(await (await agent.send(moved.messages[0]?.attachments[0]?.url ?? "")).text()).toBe("bytes");
  expect(await get(id)).toMatchObject({ attachmentCount: 0, messageCount: 1 });
});

test("a repeated or concurrent request creates one ticket, and another message's key is refused", async () => {
  const { id } = await makeTicket(app, owner, { from: person() });
  const { id: messageId } = await customerReplies(app, owner, id, "Something else altogether.");
  const { id: other } = await customerReplies(app, owner, id, "And a third thing of mine.");
  const key = randomUUID();
  const created = await Promise.all([move(id, messageId, key), move(id, messageId, key)]);
  expect(created[0]).toEqual(created[1]);
  expect(await move(id, messageId, key)).toEqual(created[0]);
  await expect(move(id, other, key)).rejects.toMatchObject({ code: "input_invalid" });
  await expect(move(id, messageId)).rejects.toMatchObject({ code: "message_not_found" });
});

test("an impossible move is refused with its reason", async () => {
  const ticket = await makeTicket(app, owner, { from: person() });
  const { id } = ticket;
  const answer = await reply(agent, id);
  const { id: machines } = await customerReplies(app, owner, id, "I am away.", { isAutomatic: true });
  const { id: messageId } = await customerReplies(app, owner, id, "Something else altogether.");
  const note = await agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: randomUUID() });
  const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });
  await refused(move(id, ticket.firstMessageId), "message_begins_ticket");
  await refused(move(id, answer.id), "message_not_movable");
  await refused(move(id, machines), "message_not_movable");
  await refused(move(id, note.id), "message_not_found");
  await refused(move(randomUUID(), messageId), "ticket_not_found");
  const stranger = await newOwner(app);
  const theirs = stranger.api.tickets.moveMessage({ id, messageId, idempotencyKey: randomUUID() });
  await refused(theirs, "ticket_not_found");
  await agent.api.tickets.changeStatus({ id, status: "resolved" });
  await refused(move(id, messageId), "ticket_archived");
});

test("a message of a merged ticket can be moved and stays when the merge is undone; merging back returns it", async () => {
  const from = person();
  const [source, target] = [await makeTicket(app, owner, { from }), await makeTicket(app, owner, { from })];
  const { id: messageId } = await customerReplies(app, owner, source.id, "Something else altogether.");
  await agent.api.tickets.merge({ id: source.id, into: target.id });
  await expect(move(target.id, source.firstMessageId)).rejects.toMatchObject({ code: "message_begins_ticket" });
  await expect(move(source.id, messageId)).rejects.toMatchObject({ code: "ticket_merged" });
  const moved = await move(target.id, messageId);
  expect(await agent.api.tickets.unmerge({ id: source.id })).toMatchObject({ messageCount: 1 });
  expect(await get(moved.id)).toMatchObject({ messageCount: 1 });
  expect(await agent.api.tickets.merge({ id: moved.id, into: source.id })).toMatchObject({ messageCount: 2 });
});
