import { randomUUID } from "node:crypto";
import type { Notification } from "@deskhand/contract/notifications";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { customerReplies, customerWrites, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person, signIn } from "../../testing/test-people.ts";
import { notifications } from "./notifications.domain.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** Makes a store with an admin and an agent without notifications. */
async function newStore(): Promise<{ owner: Person; agent: Person }> {
  const owner = await newOwner(app);
  return { owner, agent: await addColleague(app, owner, "agent") };
}

test("notifies everybody of the store, and nobody else, of a new ticket", async () => {
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
          orderId: null,
          ticket: { ticketNumber: 1, subject: "Hello there" },
          timestamp: expect.any(String),
          read: false,
        },
      ],
    });
  }
  expect(await stranger.api.notifications.list()).toEqual({ count: 0, items: [] });
});

test("notifies nobody of their own tickets, or of what colleagues write", async () => {
  const { owner, agent } = await newStore();
  const { id } = await makeTicket(app, agent, { createdBy: agent.userId, source: "agent" });
  expect((await agent.api.notifications.list()).count).toBe(0);
  expect((await owner.api.notifications.list()).items.map(({ id }) => id)).toEqual([`ticket-${id}`]);
  await reply(agent, id);
  await agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: randomUUID() });
  expect((await owner.api.notifications.list()).count).toBe(1);
});

test("notifies of a customer's reply with its author, but not of automatic ones, and no inactive colleague", async () => {
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

test("counts one less unread after reading one, and resets the bell without reading when the dropdown opens", async () => {
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
  // Each person reads for themselves.
  expect(await agent.api.notifications.list()).toMatchObject({ count: 4 });
});

test("lists the 10 newest, newest first, and counts all", async () => {
  const { owner } = await newStore();
  const made: string[] = [];
  for (let index = 0; index < 13; index += 1) made.push(`ticket-${(await makeTicket(app, owner)).id}`);
  const { items, count } = await owner.api.notifications.list();
  expect(count).toBe(13);
  expect(items).toHaveLength(10);
  expect(items.map(({ id }) => id)).toEqual(made.reverse().slice(0, 10));
});

test("shows the replies to one ticket as one of the ten, however many there are", async () => {
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

test("marks an open ticket's notifications as read, and does not count seen ones again", async () => {
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

test("finds no other person's notification", async () => {
  const { owner, agent } = await newStore();
  const { id } = await makeTicket(app, agent, { createdBy: agent.userId, source: "agent" });
  for (const unknown of [`ticket-${id}`, "nothing", "' or true --"]) {
    await expect(agent.api.notifications.markRead({ id: unknown })).rejects.toMatchObject({
      code: "notification_not_found",
    });
  }
  expect((await owner.api.notifications.list()).count).toBe(1);
});

/** Gives a person notifications, one a minute and the newest `daysAgo` days old; every second one is read. */
async function fill({ userId, tenantId }: Person, count: number, daysAgo = 0): Promise<void> {
  await app.asOwner(
    `insert into notifications (client_id, user_id, id, type, title, message, is_read, created_at)
     select $1, $2, 'filled-' || $4::int || '-' || n, 'new_ticket', 'New Ticket', 'Number ' || n, n % 2 = 0,
       date_trunc('minute', now()) - make_interval(mins => (n / 2)::int, days => $4::int) from generate_series(1, $3::int) n`,
    [tenantId, userId, count, daysAgo],
    tenantId,
  );
}

async function readAll({ api }: Person, unread: boolean, limit: number): Promise<Notification[]> {
  const all: Notification[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.notifications.page({ unread, limit, ...(cursor ? { cursor } : {}) });
    all.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return all;
}

test("pages newest first, without gaps or repetition among equal times", async () => {
  const owner = await newOwner(app);
  await fill(owner, 45);
  const all = await readAll(owner, false, 4);
  expect(new Set(all.map(({ id }) => id)).size).toBe(45);
  expect(all.map(({ timestamp }) => timestamp)).toEqual(
    all
      .map(({ timestamp }) => timestamp)
      .sort()
      .reverse(),
  );
  const first = await owner.api.notifications.page({ limit: 100 });
  expect(first).toEqual({ items: all, nextCursor: null, unreadCount: 23 });
});

test("pages the unread ones by themselves, undisturbed by new ones", async () => {
  const owner = await newOwner(app);
  await fill(owner, 9);
  const first = await owner.api.notifications.page({ unread: true, limit: 3 });
  await makeTicket(app, owner);
  const second = await owner.api.notifications.page({ unread: true, limit: 3, cursor: first.nextCursor ?? "" });
  const messages = [...first.items, ...second.items].map(({ message }) => message);
  expect(messages.toSorted()).toEqual(["Number 1", "Number 3", "Number 5", "Number 7", "Number 9"]);
  expect([first.unreadCount, second.unreadCount, second.nextCursor]).toEqual([5, 6, null]);
});

test("shows colleagues their own, and refuses an invalid cursor", async () => {
  const owner = await newOwner(app);
  await fill(owner, 3);
  const agent = await addColleague(app, owner, "agent");
  expect(await agent.api.notifications.page({})).toEqual({ items: [], nextCursor: null, unreadCount: 0 });
  const handMade = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString("base64url");
  const at = "2026-01-01T00:00:00Z";
  for (const cursor of ["x", "WzEsMl0", handMade(at, 5), handMade(at, "a\0"), handMade("0000-01-01T00:00:00Z", "a")]) {
    await expect(owner.api.notifications.page({ cursor })).rejects.toMatchObject({ code: "input_invalid" });
  }
});

test("marks on one's other screens, once, what was read on one device", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  const { id } = await makeTicket(app, owner);
  const screen = await openScreen(app, phone);
  await owner.api.notifications.markRead({ id: `ticket-${id}` });
  await screen.hears(screen.readyAt + 1);
  // Events committed before it connected may arrive a moment later.
  const news = screen.events.filter(({ number }) => number > screen.readyAt);
  expect(news).toMatchObject([{ type: "notification.read", payload: { userId: owner.userId } }]);
  expect(await phone.api.notifications.list()).toMatchObject({ count: 0, items: [{ read: true }] });
  await owner.api.notifications.markRead({ id: `ticket-${id}` });
  await owner.api.notifications.markSeen();
  await owner.api.notifications.markAllRead();
  const again = await openScreen(app, phone);
  expect(again.readyAt).toBe(screen.readyAt + 1);
  screen.close();
  again.close();
});

test("deletes each night what is older than 90 days, and each person's beyond the newest 1,000", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await fill(owner, 1_005);
  await fill(agent, 3);
  await fill(agent, 4, 89);
  await fill(agent, 5, 91);
  for (const { work } of notifications.schedules ?? []) await work(app.services);
  const kept = async (person: Person) => (await readAll(person, false, 100)).length;
  expect([await kept(owner), await kept(agent)]).toEqual([1_000, 7]);
  const newest = await owner.api.notifications.page({ limit: 1 });
  expect(newest.items[0]?.message).toBe("Number 1");
});
