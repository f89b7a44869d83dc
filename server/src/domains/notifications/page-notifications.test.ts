import type { Notification } from "@deskhand/contract/notifications";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person, signIn } from "../../testing/test-people.ts";
import { notifications } from "./notifications.domain.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** Gives somebody notifications, one a minute and the newest `daysAgo` days old; every second one is read. */
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

test("everything is paged newest first, without gap or repetition, though many are of one time", async () => {
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

test("the unread ones are paged by themselves, and those that come meanwhile disturb nothing", async () => {
  const owner = await newOwner(app);
  await fill(owner, 9);
  const first = await owner.api.notifications.page({ unread: true, limit: 3 });
  await makeTicket(app, owner);
  const second = await owner.api.notifications.page({ unread: true, limit: 3, cursor: first.nextCursor ?? "" });
  const messages = [...first.items, ...second.items].map(({ message }) => message);
  expect(messages.toSorted()).toEqual(["Number 1", "Number 3", "Number 5", "Number 7", "Number 9"]);
  expect([first.unreadCount, second.unreadCount, second.nextCursor]).toEqual([5, 6, null]);
});

test("colleagues see their own, and a cursor that is none is refused", async () => {
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

test("what is read on one device is emitted to one's other screens, once, and read there", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  const { id } = await makeTicket(app, owner);
  const screen = await openScreen(app, phone);
  await owner.api.notifications.markRead({ id: `ticket-${id}` });
  await screen.hears(screen.readyAt + 1);
  // What was committed before it connected may reach it a moment later.
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

test("each night what is older than 90 days goes, and of each person what is beyond the newest 1,000", async () => {
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
