import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { attachFile, customerWrites, makeTicket, reply, upload } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { addResource } from "../../../testing/test-resource.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const count = async (table: string, where: string, values: unknown[]) =>
  (await app.asOwner(`select from ${table} where ${where}`, values, owner.tenantId)).length;

test("a deleted ticket is gone with all its content, its number is not reused, and the counts are right", async () => {
  const before = await owner.api.tickets.list({});
  const ticket = await makeTicket(app, owner, { subject: "Made by mistake" });
  await attachFile(app, owner, ticket, { filename: "a.pdf", bytes: Buffer.from("only here") });
  await agent.api.messages.addNote({ ticketId: ticket.id, content: "Hm", idempotencyKey: crypto.randomUUID() });
  const files = await count("files", "true", []);
  expect(await owner.api.tickets.delete({ id: ticket.id })).toEqual({ id: ticket.id });

  for (const { api } of [owner, agent]) {
    await expect(api.tickets.get({ id: ticket.id })).rejects.toMatchObject({ code: "ticket_not_found" });
    expect((await api.notifications.list()).items.map(({ ticketId }) => ticketId)).not.toContain(ticket.id);
  }
  expect(await owner.api.tickets.list({})).toMatchObject({ activeCount: before.activeCount, total: before.total });
  for (const table of ["ticket_messages", "ticket_attachments", "ticket_activities", "notifications"]) {
    expect(await count(table, "ticket_id = $1", [ticket.id]), table).toBe(0);
  }
  expect(await count("files", "true", [])).toBe(files - 1);
  expect((await makeTicket(app, owner)).ticketNumber).toBe(ticket.ticketNumber + 1);
  const audit = "select actor_id, action, details from audit_log where subject_id = $1";
  expect(await app.asOwner(audit, [ticket.id], owner.tenantId)).toEqual([
    {
      actor_id: owner.userId,
      action: "ticket.deleted",
      details: { ticketNumber: ticket.ticketNumber, customerId: expect.any(String) },
    },
  ]);
  const told = "select payload from events where type = 'ticket.deleted' and payload ->> 'ticketId' = $1";
  expect(await app.asOwner(told, [ticket.id], owner.tenantId)).toEqual([
    { payload: { ticketId: ticket.id, actorId: owner.userId } },
  ]);
  await expect(owner.api.tickets.delete({ id: ticket.id })).rejects.toMatchObject({ code: "ticket_not_found" });
});

test("a file that is referenced elsewhere stays", async () => {
  const [first, second] = [await makeTicket(app, owner), await makeTicket(app, owner)];
  const { id } = await attachFile(app, owner, first, { filename: "a.pdf", bytes: Buffer.from("shared") });
  await app.asOwner(
    `insert into ticket_attachments (client_id, id, ticket_id, message_id, file_id, filename, file_size, content_type)
     select client_id, gen_random_uuid(), $1, $2, file_id, filename, file_size, content_type
     from ticket_attachments where id = $3`,
    [second.id, second.firstMessageId, id],
    owner.tenantId,
  );
  await owner.api.tickets.delete({ id: first.id });
  const [message] = (await owner.api.tickets.get({ id: second.id })).messages;
  expect(await (await owner.send(message?.attachments[0]?.url ?? "")).text()).toBe("shared");
});

test("two tickets with the same file are deleted at once; the file stays while something else uses it", async () => {
  const resourceId = await addResource(app, owner);
  const tickets = [await makeTicket(app, owner), await makeTicket(app, owner)];
  for (const { id: ticketId, firstMessageId: lastSeenMessageId } of tickets) {
    const response = { content: "See below.", idempotencyKey: crypto.randomUUID(), resourceIds: [resourceId] };
    await agent.api.messages.reply({ ticketId, lastSeenMessageId, ...response });
    await expect
      .poll(async () => (await owner.api.tickets.get({ id: ticketId })).messages.at(-1)?.deliveryState)
      .toBe("sent");
  }
  const lock = await holdRows(
    app.services.db.pool,
    owner,
    "select from files where id = (select file_id from knowledge_articles where id = $1) for key share",
    [resourceId],
  );
  const deleted = Promise.all(tickets.map(({ id }) => owner.api.tickets.delete({ id })));
  await lock.untilWaiting(2);
  await lock.release();
  expect(await deleted).toEqual(tickets.map(({ id }) => ({ id })));
  const link = (await owner.send(`/knowledge/${resourceId}/file`)).headers.get("location");
  expect((await owner.send(link ?? "")).status).toBe(200);
});

test("uploads discarded during the ticket's deletion do not block it", async () => {
  const ticket = await makeTicket(app, owner);
  const { id } = await upload(agent, ticket.id, { filename: "a.txt", bytes: new Uint8Array([65]) });
  const file = "select from files where id = (select file_id from uploads where id = $1) for key share";
  const lock = await holdRows(app.services.db.pool, owner, file, [id]);
  const discarded = agent.api.messages.discardUpload({ ticketId: ticket.id, id });
  await lock.untilWaiting(1);
  const deleted = owner.api.tickets.delete({ id: ticket.id });
  await lock.untilWaiting(2);
  await lock.release();
  expect(await Promise.all([discarded, deleted])).toEqual([{ id }, { id: ticket.id }]);
});

test.each([
  ["reads", "az"],
  ["reads", "za"],
  ["deletes", "az"],
  ["deletes", "za"],
])(
  "whoever %s a ticket's notifications, created in the order %s, locks them in the order of their ids",
  async (what, order) => {
    const person = await addColleague(app, owner, "agent");
    const ticket = await makeTicket(app, owner);
    const add = `insert into notifications (client_id, user_id, id, type, title, message, ticket_id)
    values ($1, $2, $3, 'ticket_assigned', 'x', 'y', $4)`;
    for (const id of order) await app.asOwner(add, [owner.tenantId, person.userId, id, ticket.id], owner.tenantId);
    const row = "select from notifications where user_id = $1 and id = $2 for update";
    const lock = await holdRows(app.services.db.pool, owner, row, [person.userId, "a"]);
    const touched =
      what === "reads" ? person.api.notifications.markAllRead() : owner.api.tickets.delete({ id: ticket.id });
    await lock.untilWaiting(1);
    // Fails if the transaction that waits for the first row holds the last one already.
    await lock.run(`${row} nowait`, [person.userId, "z"]);
    await lock.release();
    await touched;
  },
);

test("only admins delete tickets, archived ones included", async () => {
  const { id } = await makeTicket(app, owner, { status: "closed" });
  for (const person of [agent, await addColleague(app, owner, "supervisor")]) {
    await expect(person.api.tickets.delete({ id })).rejects.toMatchObject({ code: "not_allowed" });
    expect((await person.api.account.me()).can).not.toContain("tickets:delete");
  }
  const { archivedCount } = await owner.api.tickets.list({});
  await owner.api.tickets.delete({ id });
  expect((await owner.api.tickets.list({})).archivedCount).toBe(archivedCount - 1);
});

test("an answer to a deleted ticket begins a new one, and the log keeps the old entries", async () => {
  const email = "late@customer.test";
  const first = await customerWrites(app, owner, { from: email, subject: "Blue vase" });
  await reply(agent, first.ticket_id, { content: "It is on its way." });
  const mail = await takeMail(app, email);
  const header = (name: string) => mail.headers.find((each) => each.name.toLowerCase() === name)?.value ?? "";
  // The reply is recorded as sent only after sending.
  await expect
    .poll(async () => (await owner.api.tickets.get({ id: first.ticket_id })).messages.at(-1)?.deliveryState)
    .toBe("sent");
  await owner.api.tickets.delete({ id: first.ticket_id });
  expect(await count("outgoing_mails", "to_email = $1", [email])).toBe(0);
  const entry = "select state, ticket_id, message_id from mail_log where id = $1";
  expect(await app.asOwner(entry, [first.id], owner.tenantId)).toEqual([
    { state: "ticket_created", ticket_id: null, message_id: null },
  ]);

  const to = { tenantId: owner.tenantId, supportEmail: header("reply-to").replace(/[<>]/g, "") };
  const headers = [`In-Reply-To: ${header("message-id")}`, `References: ${header("message-id")}`];
  const late = await customerWrites(app, to, { from: email, subject: `Re: ${mail.subject}`, text: "Thanks!", headers });
  expect(late.state).toBe("ticket_created");
  expect(late.ticket_id).not.toBe(first.ticket_id);
  expect(await owner.api.tickets.get({ id: late.ticket_id })).toMatchObject({ messageCount: 1, customer: { email } });
});
