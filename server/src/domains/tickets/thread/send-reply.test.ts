import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { customerReplies, customerWrites, failDelivery, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let agent: Person;
let colleague: Person;
beforeAll(async () => {
  app = await openDesk();
  const owner = await newOwner(app);
  [agent, colleague] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
});
afterAll(() => app.stop());

const contents = async (id: string) => (await agent.api.tickets.get({ id })).messages.map(({ content }) => content);

test("a reply to a customer's mail is in the thread and sent under the ticket's label", async () => {
  const email = newAddress("customer");
  const mail = await customerWrites(app, agent, { from: email, subject: "Late parcel", text: "Where is it?" });
  expect(mail.state).toBe("ticket_created");
  const ticket = await agent.api.tickets.get({ id: mail.ticket_id });
  const sent = await reply(agent, ticket.id, { content: "  It is on its way.  " });
  expect(sent).toMatchObject({
    content: "It is on its way.",
    isFromCustomer: false,
    isAutomatic: false,
    authorId: agent.userId,
    authorName: agent.name,
    deliveryState: "sending",
  });
  const label = `Ticket: ${String(ticket.ticketNumber).padStart(4, "0")}`;
  const { subject, text } = await takeMail(app, email);
  expect(subject).toBe(`Re: Late parcel [${label}]`);
  expect(text).toContain("It is on its way.");
  await until(async () => (await agent.api.tickets.get({ id: ticket.id })).messages.at(-1)?.deliveryState === "sent");
  const after = await agent.api.tickets.get({ id: ticket.id });
  expect(after.messageCount).toBe(2);
  expect(after.updatedAt > ticket.updatedAt).toBe(true);
});

test.each([
  ["", "Reply message cannot be empty"],
  [" \n\t ", "Reply message cannot be empty"],
  ["x".repeat(10_001), "Reply message is too long (maximum 10,000 characters)"],
])("an invalid reply gets the specified message (%#)", async (content, message) => {
  const { id } = await makeTicket(app, agent);
  await expect(reply(agent, id, { content })).rejects.toMatchObject({
    code: "input_invalid",
    status: 422,
    data: { fields: { content: [message] } },
  });
});

test("NUL, which the database cannot store, is removed from typed text", async () => {
  const { id } = await makeTicket(app, agent);
  expect((await reply(agent, id, { content: "On\0 its way" })).content).toBe("On its way");
  await expect(reply(agent, id, { content: " \0 " })).rejects.toMatchObject({ code: "input_invalid" });
  const note = { ticketId: id, content: "A\0 note", idempotencyKey: randomUUID() };
  expect((await agent.api.messages.addNote(note)).content).toBe("A note");
  await agent.api.tickets.changeStatus({ id, status: "pending", note: "Wait\0ing" });
  await agent.api.tickets.list({ search: "lamp\0", customer: "a\0@customer.test" });
  const notFound = agent.api.notifications.markRead({ id: "\0" });
  await expect(notFound).rejects.toMatchObject({ code: "notification_not_found" });
});

test("half a surrogate pair, as from a cut text, becomes a replacement character", async () => {
  const { id } = await makeTicket(app, agent);
  expect((await reply(agent, id, { content: "Fine \ud83d" })).content).toBe("Fine \ufffd");
  expect((await agent.api.tickets.update({ id, subject: "Parcel \ud83d" })).subject).toBe("Parcel \ufffd");
});

test("the first of several lines keeps its indent in the thread and in both parts of the mail; a single line has none", async () => {
  const from = newAddress("customer");
  const { id } = await makeTicket(app, agent, { from });
  const content = " \n\n   lead\n\ttab\n\n";
  expect((await reply(agent, id, { content })).content).toBe("   lead\n\ttab");
  expect((await agent.api.messages.preview({ ticketId: id, content })).html).toContain(`>\u00a0\u00a0 lead</div>`);
  const { text, html } = await takeMail(app, from);
  expect(text).toMatch(/^ {3}lead\n\ttab\n/);
  expect(html).toMatch(/>\u00a0\u00a0 lead<\/div><div[^>]*>\u00a0\u00a0\u00a0 tab</);
  expect((await reply(agent, id, { content: "   alone " })).content).toBe("alone");
});

test("10,000 characters are counted after trimming", async () => {
  const { id } = await makeTicket(app, agent);
  expect((await reply(agent, id, { content: `  ${"x".repeat(10_000)}  ` })).content).toHaveLength(10_000);
});

test("the same reply sent twice at once is one message and one mail", async () => {
  const from = newAddress("customer");
  const { id, firstMessageId } = await makeTicket(app, agent, { from });
  const again = { idempotencyKey: randomUUID(), lastSeenMessageId: firstMessageId, content: "Once" };
  const responses = await Promise.all([1, 2, 3, 4].map(() => reply(agent, id, again)));
  expect(new Set(responses.map((response) => response.id)).size).toBe(1);
  await takeMail(app, from);
  // Even after the conversation has moved on, the repeated request returns the first result.
  await customerReplies(app, agent, id, "Thanks");
  expect((await reply(agent, id, again)).id).toBe(responses[0]?.id);
  expect(await contents(id)).toEqual(["It has not arrived.", "Once", "Thanks"]);
  expect(await mailsTo(app, from)).toHaveLength(1);
});

test("a key used for something else is refused: a reply that was not sent is never reported as sent", async () => {
  const [first, second] = [await makeTicket(app, agent), await makeTicket(app, agent)];
  const idempotencyKey = randomUUID();
  await reply(agent, first.id, { idempotencyKey, content: "For the first" });
  const taken = { code: "input_invalid", data: { fields: { idempotencyKey: [expect.any(String)] } } };
  await expect(reply(agent, second.id, { idempotencyKey, content: "For the second" })).rejects.toMatchObject(taken);
  const note = (ticketId: string) => agent.api.messages.addNote({ ticketId, content: "Hm", idempotencyKey });
  await expect(note(first.id)).rejects.toMatchObject(taken);
  await expect(note(second.id)).rejects.toMatchObject(taken);
  expect(await contents(second.id)).toEqual(["It has not arrived."]);
});

describe("a conversation that moved on", () => {
  test("refuses the reply, returns what is new, and accepts it with sendAnyway", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    const { id: newer } = await customerReplies(app, agent, id, "Never mind, it came");
    const late = { lastSeenMessageId: firstMessageId, idempotencyKey: randomUUID() };
    await expect(reply(agent, id, late)).rejects.toMatchObject({
      code: "conversation_moved_on",
      status: 409,
      data: { newMessages: [{ id: newer, authorName: "Jane Doe", content: "Never mind, it came" }] },
    });
    expect(await contents(id)).toHaveLength(2);
    expect((await reply(agent, id, { ...late, sendAnyway: true })).content).toBe("It is on its way.");
    expect(await contents(id)).toHaveLength(3);
  });

  test("is moved on by a colleague's reply", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    await reply(colleague, id, { content: "I take this one" });
    await expect(reply(agent, id, { lastSeenMessageId: firstMessageId })).rejects.toMatchObject({
      data: { newMessages: [{ authorName: colleague.name, content: "I take this one" }] },
    });
  });

  test("is not moved on by notes, one's own replies or automatic messages", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    await colleague.api.messages.addNote({ ticketId: id, content: "Look at this", idempotencyKey: randomUUID() });
    await reply(agent, id, { lastSeenMessageId: firstMessageId, content: "One" });
    await customerReplies(app, agent, id, "Out of office", { isAutomatic: true });
    expect((await reply(agent, id, { lastSeenMessageId: firstMessageId, content: "Two" })).content).toBe("Two");
  });

  test("refuses the second of two concurrent replies", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    const both = await Promise.allSettled(
      [agent, colleague].map((person) => reply(person, id, { lastSeenMessageId: firstMessageId })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await contents(id)).toHaveLength(2);
  });

  test("is moved on for a composer that showed nothing, or a message that does not exist", async () => {
    const { id } = await makeTicket(app, agent);
    const other = await makeTicket(app, agent);
    for (const lastSeenMessageId of [null, randomUUID(), other.firstMessageId]) {
      await expect(reply(agent, id, { lastSeenMessageId })).rejects.toMatchObject({ code: "conversation_moved_on" });
    }
  });
});

test("an archived ticket takes no reply and no note", async () => {
  const { id } = await makeTicket(app, agent, { status: "resolved" });
  await expect(reply(agent, id)).rejects.toMatchObject({ code: "ticket_archived", status: 409 });
  const note = agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: randomUUID() });
  await expect(note).rejects.toMatchObject({ code: "ticket_archived" });
  expect(await agent.api.tickets.get({ id })).toMatchObject({ messageCount: 1, noteCount: 0 });
});

test("a ticket without a customer takes no reply", async () => {
  const { id } = await makeTicket(app, agent, { from: null });
  await expect(reply(agent, id)).rejects.toMatchObject({ code: "ticket_has_no_customer", status: 409 });
});

test("a failed delivery is retried once", async () => {
  const from = newAddress("customer");
  const { id } = await makeTicket(app, agent, { from });
  const sent = await reply(agent, id);
  await failDelivery(app, agent, sent.id, "550 No such user");
  expect((await agent.api.tickets.get({ id })).messages.at(-1)).toMatchObject({
    deliveryState: "failed",
    deliveryError: "550 No such user",
  });
  const again = () => agent.api.messages.retryDelivery({ ticketId: id, id: sent.id });
  const tries = await Promise.allSettled([again(), again(), again()]);
  const refused = tries.filter((item) => item.status === "rejected").map(({ reason }) => reason.code);
  expect(refused).toEqual(["message_not_failed", "message_not_failed"]);
  await until(async () => (await mailsTo(app, from)).length === 2);
  await until(async () => (await agent.api.tickets.get({ id })).messages.at(-1)?.deliveryState === "sent");
  await expect(again()).rejects.toMatchObject({ code: "message_not_failed", status: 409 });
  const [first, second] = await mailsTo(app, from);
  const idOf = (mail: typeof first) => mail?.headers.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  expect(idOf(first)).toBe(idOf(second));
});

test("a customer's message and a note have no delivery to retry", async () => {
  const { id, firstMessageId } = await makeTicket(app, agent);
  const note = await agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: randomUUID() });
  const retry = (messageId: string) => agent.api.messages.retryDelivery({ ticketId: id, id: messageId });
  await expect(retry(firstMessageId)).rejects.toMatchObject({ code: "message_not_failed" });
  await expect(retry(note.id)).rejects.toMatchObject({ code: "message_not_found" });
});

test("a text is not sent in the name of another person who signed in at the browser meanwhile", async () => {
  const { id } = await makeTicket(app, agent);
  const refused = reply(colleague, id, { authorId: agent.userId });
  await expect(refused).rejects.toMatchObject({ code: "not_allowed", status: 403 });
  expect(await contents(id)).toHaveLength(1);
  expect((await reply(agent, id, { authorId: agent.userId })).authorName).toBe(agent.name);
});

describe("a reply's changes of its ticket", () => {
  const trail = async (id: string) =>
    (await agent.api.tickets.activity({ id })).items.map(({ kind, from, to, actorName }) => [
      kind,
      from,
      to,
      actorName,
    ]);
  const events = (ticketId: string) =>
    app.asOwner<{ type: string; payload: Record<string, unknown> }>(
      `select type, payload from events where payload ->> 'ticketId' = $1 and type like 'ticket.%' order by number`,
      [ticketId],
      agent.tenantId,
    );
  const assignedTo = async (id: string) => (await agent.api.tickets.get({ id })).assignedTo;

  test.each(["pending", "resolved"] as const)(
    "sends the reply and sets the ticket to %s, with steps and events in order",
    async (status) => {
      const from = newAddress("customer");
      const { id } = await makeTicket(app, agent, { from });
      await reply(agent, id, { thenStatus: status, expectedStatus: "open" });
      expect(await agent.api.tickets.get({ id })).toMatchObject({ status, assignedTo: agent.userId, messageCount: 2 });
      const [replied, taken, changed] = (await trail(id)).slice(-3);
      expect([replied, taken, changed]).toEqual([
        ["replied", null, null, agent.name],
        ["assigned", null, agent.name, agent.name],
        ["status_changed", "open", status, agent.name],
      ]);
      const told = (await events(id)).slice(-2);
      expect(told).toEqual([
        { type: "ticket.assigned", payload: { ticketId: id, from: null, to: agent.userId, actorId: agent.userId } },
        { type: "ticket.status-changed", payload: { ticketId: id, from: "open", to: status, actorId: agent.userId } },
      ]);
      await takeMail(app, from);
    },
  );

  test("the current status and an existing assignee are no change", async () => {
    const { id } = await makeTicket(app, agent, { status: "pending" });
    await colleague.api.tickets.update({ id, assignedTo: colleague.userId });
    const before = (await events(id)).length;
    await reply(agent, id, { thenStatus: "pending" });
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "pending", assignedTo: colleague.userId });
    expect((await trail(id)).at(-1)).toEqual(["replied", null, null, agent.name]);
    expect(await events(id)).toHaveLength(before);
  });

  test("by default the status stays, and an unassigned ticket becomes the writer's", async () => {
    const { id } = await makeTicket(app, agent, { status: "urgent" });
    await reply(agent, id);
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "urgent", assignedTo: agent.userId });
    await reply(colleague, id, { sendAnyway: true });
    expect(await assignedTo(id)).toBe(agent.userId);
  });

  test("a status that somebody else set meanwhile stays, and the reply is sent", async () => {
    const { id } = await makeTicket(app, agent);
    await colleague.api.tickets.changeStatus({ id, status: "urgent" });
    const sent = await reply(agent, id, { thenStatus: "resolved", expectedStatus: "open" });
    const ticket = await agent.api.tickets.get({ id });
    expect(ticket.messages.at(-1)?.id).toBe(sent.id);
    expect(ticket.status).toBe("urgent");
  });

  test("a repeated request changes neither the status nor the assignee that were set since", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    const once = { idempotencyKey: randomUUID(), lastSeenMessageId: firstMessageId, thenStatus: "resolved" as const };
    const both = await Promise.all([reply(agent, id, once), reply(agent, id, once)]);
    expect(both[0]?.id).toBe(both[1]?.id);
    await colleague.api.tickets.reopen({ id });
    await colleague.api.tickets.update({ id, assignedTo: null });
    const steps = (await trail(id)).length;
    expect((await reply(agent, id, once)).id).toBe(both[0]?.id);
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "open", assignedTo: null, messageCount: 2 });
    expect(await trail(id)).toHaveLength(steps);
  });

  test("a refused reply changes nothing on the ticket", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    await customerReplies(app, agent, id, "Never mind");
    const late = { lastSeenMessageId: firstMessageId, thenStatus: "resolved" as const };
    await expect(reply(agent, id, late)).rejects.toMatchObject({ code: "conversation_moved_on" });
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "open", assignedTo: null });
  });

  test.each(["open", "closed", "urgent", ""])("%j cannot be set by a reply", async (thenStatus) => {
    const { id } = await makeTicket(app, agent);
    const body = {
      content: "Hello",
      idempotencyKey: randomUUID(),
      lastSeenMessageId: null,
      sendAnyway: true,
      thenStatus,
    };
    const response = await agent.send(`/api/tickets/${id}/replies`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(422);
    expect(await contents(id)).toHaveLength(1);
  });
});
