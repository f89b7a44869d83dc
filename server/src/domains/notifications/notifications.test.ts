import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, customerWrites, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** A store with an admin and an agent who have no notifications yet. */
async function newStore(): Promise<{ owner: Person; agent: Person }> {
  const owner = await newOwner(app);
  return { owner, agent: await addColleague(app, owner, "agent") };
}

test("everybody of the store, and nobody else, is notified of a new ticket", async () => {
  const { owner, agent } = await newStore();
  const stranger = await newOwner(app);
  const { ticket_id } = await customerWrites(app, owner, { subject: "Hello there" });
  for (const person of [owner, agent]) {
    expect(await person.api.notifications.list()).toEqual({
      count: 1,
      items: [
        {
          id: `ticket-${ticket_id}`,
          type: "new_ticket",
          title: "New Ticket",
          message: "New ticket created: Hello there",
          authorName: null,
          ticketId: ticket_id,
          ticket: { ticketNumber: 1, subject: "Hello there" },
          timestamp: expect.any(String),
          read: false,
        },
      ],
    });
  }
  expect(await stranger.api.notifications.list()).toEqual({ count: 0, items: [] });
});

test("nobody is notified of a ticket of one's own making, nor of what colleagues write", async () => {
  const { owner, agent } = await newStore();
  const { id } = await makeTicket(app, agent, { createdBy: agent.userId, source: "agent" });
  expect((await agent.api.notifications.list()).count).toBe(0);
  expect((await owner.api.notifications.list()).items.map(({ id }) => id)).toEqual([`ticket-${id}`]);
  await reply(agent, id);
  await agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: randomUUID() });
  expect((await owner.api.notifications.list()).count).toBe(1);
});

test("a customer's reply is notified with its author; an automatic one is not, and an inactive colleague hears nothing", async () => {
  const { owner, agent } = await newStore();
  const { id } = await makeTicket(app, owner);
  await app.asOwner("update users set is_active = false where id = $1", [agent.userId], owner.tenantId);
  const message = await customerReplies(app, owner, id, "Any news?");
  await customerReplies(app, owner, id, "I am away", { isAutomatic: true });
  const { items } = await owner.api.notifications.list();
  expect(items.map(({ id, title, message, authorName }) => ({ id, title, message, authorName }))).toEqual([
    {
      id: `message-${message.id}`,
      title: "Customer Reply",
      message: "New reply from Jane Doe",
      authorName: "Jane Doe",
    },
    {
      id: `ticket-${id}`,
      title: "New Ticket",
      message: "New ticket created: Where is my order?",
      authorName: null,
    },
  ]);
  const forAgent = await app.asOwner("select id from notifications where user_id = $1", [agent.userId], owner.tenantId);
  expect(forAgent).toEqual([{ id: `ticket-${id}` }]);
});

test("reading one leaves the number of those unread; opening the dropdown sets it to 0 and reads nothing", async () => {
  const { owner, agent } = await newStore();
  const tickets = [await makeTicket(app, owner), await makeTicket(app, owner), await makeTicket(app, owner)];
  const idOf = (index: number) => `ticket-${tickets[index]?.id}`;
  const read = (index: number) => owner.api.notifications.markRead({ id: idOf(index) });
  expect(await read(0)).toMatchObject({ count: 2 });
  expect(await read(0)).toMatchObject({ count: 2 });
  const seen = await owner.api.notifications.markSeen();
  expect(seen.count).toBe(0);
  expect(seen.items.map((item) => item.read)).toEqual([false, false, true]);
  expect(await read(1)).toMatchObject({ count: 1 });
  await owner.api.notifications.markSeen();
  expect(await read(2)).toMatchObject({ count: 0 });
  await makeTicket(app, owner);
  expect(await owner.api.notifications.list()).toMatchObject({ count: 1 });
  const all = await owner.api.notifications.markAllRead();
  expect([all.count, ...all.items.map((item) => item.read)]).toEqual([0, true, true, true, true]);
  // Each reads for oneself.
  expect(await agent.api.notifications.list()).toMatchObject({ count: 4 });
});

test("the 10 newest are listed, newest first; the number counts all", async () => {
  const { owner } = await newStore();
  const made: string[] = [];
  for (let index = 0; index < 13; index += 1) made.push(`ticket-${(await makeTicket(app, owner)).id}`);
  const { items, count } = await owner.api.notifications.list();
  expect(count).toBe(13);
  expect(items).toHaveLength(10);
  expect(items.map(({ id }) => id)).toEqual(made.reverse().slice(0, 10));
});

test("replies to one ticket are one of the ten, however many came", async () => {
  const { owner } = await newStore();
  const made: string[] = [];
  for (let index = 0; index < 11; index += 1) made.push((await makeTicket(app, owner)).id);
  made.reverse();
  const replies = Array.from({ length: 12 }, (_, at) => `message-${at}`);
  await app.asOwner(
    `insert into notifications (client_id, user_id, id, type, title, message, ticket_id)
     select $1, $2, unnest($3::text[]), 'customer_reply', 'Customer Reply', 'New reply from Jane', $4`,
    [owner.tenantId, owner.userId, replies, made[0]],
    owner.tenantId,
  );
  const { items } = await owner.api.notifications.list();
  expect(items.filter(({ type }) => type === "customer_reply")).toHaveLength(12);
  expect(items.filter(({ type }) => type === "new_ticket")).toHaveLength(9);
  expect(items[0]?.ticket).toEqual({ ticketNumber: 11, subject: expect.any(String) });
});

test("what tells of a ticket that is open and seen is read, without counting again what was seen before", async () => {
  const { owner, agent } = await newStore();
  const seen = await makeTicket(app, owner);
  await owner.api.notifications.markSeen();
  const open = await makeTicket(app, owner);
  const { count, items } = await owner.api.notifications.markTicketRead({ ticketId: open.id });
  expect(count).toBe(0);
  expect(items.map(({ ticketId, read }) => [ticketId, read])).toEqual([
    [open.id, true],
    [seen.id, false],
  ]);
  expect(await agent.api.notifications.list()).toMatchObject({ count: 2 });
});

test("a notification that is not one's own is not found", async () => {
  const { owner, agent } = await newStore();
  const { id } = await makeTicket(app, agent, { createdBy: agent.userId, source: "agent" });
  for (const unknown of [`ticket-${id}`, "nothing", "' or true --"]) {
    await expect(agent.api.notifications.markRead({ id: unknown })).rejects.toMatchObject({
      code: "notification_not_found",
    });
  }
  expect((await owner.api.notifications.list()).count).toBe(1);
});
