import type { Metrics } from "@deskhand/contract/dashboard";
import { figureLists } from "@deskhand/contract/home/home-lists";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow, msFromNow, startOfDay } from "../../testing/from-now.ts";
import { importThread, importTicket, type Said } from "../../testing/import-history.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { readMetrics } from "./read-metrics.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const hour = 3_600_000;
const _iso = (time: Date | number) => new Date(time).toISOString();

const nothing: Metrics = {
  totalTickets: 0,
  openTickets: 0,
  resolvedToday: 0,
  averageResponseTime: 0,
  satisfaction: null,
  overdueTickets: 0,
  today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  earlier: { totalTickets: 0, openTickets: 0, resolvedTickets: 0, averageResponseTime: null, satisfaction: null },
};

function metricsAt(owner: Person, now: Date): Promise<Metrics> {
  return readMetrics((query) => app.services.db.read(owner.tenantId, query), now);
}

async function moveTo(owner: Person, timeZone: string): Promise<void> {
  await app.asOwner("update clients set time_zone = $1 where id = $2", [timeZone, owner.tenantId], owner.tenantId);
}

test("a new store has no figures and none to compare with", async () => {
  const owner = await newOwner(app);
  expect(await owner.api.dashboard.metrics()).toEqual(nothing);
  expect(await owner.api.dashboard.recentTickets()).toEqual([]);
  expect(await owner.api.dashboard.recentActivity()).toEqual([]);
});

test("changes are counted at once, each ticket once", async () => {
  const owner = await newOwner(app);
  const first = await makeTicket(app, owner, { dueDate: fromNow({ hours: -1 }) });
  const second = await makeTicket(app, owner);
  expect(await owner.api.dashboard.metrics()).toMatchObject({ totalTickets: 2, openTickets: 2, overdueTickets: 1 });

  await owner.api.tickets.changeStatus({ id: first.id, status: "resolved" });
  expect(await owner.api.dashboard.metrics()).toMatchObject({ openTickets: 1, overdueTickets: 0, resolvedToday: 1 });
  await owner.api.tickets.reopen({ id: first.id });
  expect(await owner.api.dashboard.metrics()).toMatchObject({ openTickets: 2, overdueTickets: 1, resolvedToday: 0 });
  await owner.api.tickets.changeStatus({ id: first.id, status: "pending" });
  await owner.api.tickets.changeStatus({ id: first.id, status: "resolved" });
  await owner.api.tickets.changeStatus({ id: second.id, status: "closed" });
  expect(await owner.api.dashboard.metrics()).toEqual({
    ...nothing,
    totalTickets: 2,
    resolvedToday: 1,
  });
});

test("each figure opens the tickets that it counts, snoozed and archived ones among them", async () => {
  const owner = await newOwner(app);
  await moveTo(owner, "Pacific/Auckland");
  const listed = async (name: keyof typeof figureLists) => {
    const { today } = await owner.api.dashboard.metrics();
    return (await owner.api.tickets.list({ ...figureLists[name](today), limit: 100 })).total;
  };
  const day = startOfDay(new Date(fromNow({})), "Pacific/Auckland").getTime();
  await importTicket(app, owner, { createdAt: day - hour, status: "resolved", steps: [[day - 1, "open", "resolved"]] });
  const again = await importTicket(app, owner, {
    createdAt: day - hour,
    status: "resolved",
    steps: [
      [day - 1, "open", "resolved"],
      [day, "resolved", "open"],
      [day, "open", "resolved"],
    ],
  });
  await importThread(app, owner, again, [
    ["customer", day - hour],
    ["agent", day],
  ]);
  const late = await makeTicket(app, owner, { dueDate: fromNow({ hours: -1 }) });
  await owner.api.tickets.snooze({ id: late.id, until: fromNow({ hours: 5 }) });
  await makeTicket(app, owner);
  const closed = await makeTicket(app, owner);
  await owner.api.tickets.changeStatus({ id: closed.id, status: "closed" });
  const metrics = await owner.api.dashboard.metrics();
  expect(metrics).toMatchObject({ totalTickets: 5, openTickets: 2, resolvedToday: 1, overdueTickets: 1 });
  expect(await listed("total")).toBe(metrics.totalTickets);
  expect(await listed("open")).toBe(metrics.openTickets);
  expect(await listed("resolvedToday")).toBe(metrics.resolvedToday);
  expect(await listed("overdue")).toBe(metrics.overdueTickets);
  expect(await listed("answered")).toBe(1);
});

test("a deleted ticket is not counted", async () => {
  const owner = await newOwner(app);
  const { id } = await makeTicket(app, owner);
  await importThread(app, owner, id, [["agent", msFromNow({ hours: 1 })]]);
  await owner.api.tickets.changeStatus({ id, status: "resolved" });
  expect(await owner.api.dashboard.metrics()).toMatchObject({ resolvedToday: 1, averageResponseTime: 1 });
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    tx.deleteFrom("support_tickets").where("id", "=", id).execute(),
  );
  expect(await owner.api.dashboard.metrics()).toEqual(nothing);
  expect(await owner.api.dashboard.recentTickets()).toEqual([]);
  expect(await owner.api.dashboard.recentActivity()).toEqual([]);
});

test.each(["Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"])(
  "a day begins at midnight in %s",
  async (timeZone) => {
    const owner = await newOwner(app);
    await moveTo(owner, timeZone);
    const now = new Date(fromNow({}));
    const midnight = startOfDay(now, timeZone).getTime();
    const old = midnight - 72 * hour;
    const resolvedAt = (at: number) =>
      importTicket(app, owner, { createdAt: old, status: "resolved", steps: [[at, "open", "resolved"]] });
    await resolvedAt(midnight);
    await resolvedAt(midnight - 1);
    await resolvedAt(startOfDay(new Date(midnight - 1), timeZone).getTime());
    await resolvedAt(startOfDay(new Date(midnight - 1), timeZone).getTime() - 1);
    expect(await owner.api.dashboard.metrics()).toMatchObject({
      totalTickets: 4,
      openTickets: 0,
      resolvedToday: 1,
      earlier: { resolvedTickets: 2, openTickets: 1 },
    });
  },
);

test.each([
  // In Auckland clocks go forward on 27 September 2026, a day of 23 hours, and back on 5 April, a day of 25.
  ["the short day", "2026-09-27T10:00:00Z", 23],
  ["the day after the short day", "2026-09-28T10:00:00Z", 24],
  ["the long day", "2026-04-05T11:30:00Z", 25],
  ["the day after the long day", "2026-04-06T11:30:00Z", 24],
])("%s has its real length", async (_, at, hours) => {
  const owner = await newOwner(app);
  await moveTo(owner, "Pacific/Auckland");
  const now = new Date(at);
  const today = startOfDay(now, "Pacific/Auckland");
  const yesterday = startOfDay(new Date(today.getTime() - 1), "Pacific/Auckland");
  const tomorrow = startOfDay(new Date(now.getTime() + 24 * hour), "Pacific/Auckland");
  expect((tomorrow.getTime() - today.getTime()) / hour).toBe(hours);
  const createdAt = yesterday.getTime() - 24 * hour;
  for (const step of [yesterday.getTime() - 1, yesterday, today.getTime() - 1, today, now]) {
    await importTicket(app, owner, { createdAt, status: "resolved", steps: [[step, "open", "resolved"]] });
  }
  expect(await metricsAt(owner, now)).toMatchObject({
    resolvedToday: 2,
    earlier: { resolvedTickets: 2, openTickets: 2 },
  });
});

test("a ticket that was reopened and resolved again counts on the day of its last resolution, and by its state at each day's end", async () => {
  const owner = await newOwner(app);
  const now = new Date("2026-03-18T10:00:00Z");
  const today = Date.parse("2026-03-18T00:00:00Z");
  const yesterday = today - 24 * hour;
  const createdAt = yesterday - 24 * hour;
  // Resolved yesterday, reopened and resolved again today.
  await importTicket(app, owner, {
    createdAt,
    status: "resolved",
    steps: [
      [yesterday + hour, "open", "resolved"],
      [today + hour, "resolved", "open"],
      [today + 2 * hour, "open", "resolved"],
    ],
  });
  // Resolved twice yesterday, and reopened before the day ended.
  await importTicket(app, owner, {
    createdAt,
    steps: [
      [yesterday + hour, "open", "resolved"],
      [yesterday + 2 * hour, "resolved", "open"],
      [yesterday + 3 * hour, "open", "resolved"],
      [yesterday + 4 * hour, "resolved", "open"],
    ],
  });
  // One created today and open, and one created and resolved today.
  await importTicket(app, owner, { createdAt: today + hour });
  await importTicket(app, owner, {
    createdAt: today + hour,
    status: "resolved",
    steps: [[today + 2 * hour, "open", "resolved"]],
  });
  expect(await metricsAt(owner, now)).toMatchObject({
    totalTickets: 4,
    openTickets: 2,
    resolvedToday: 2,
    earlier: { totalTickets: 0, openTickets: 1, resolvedTickets: 1 },
  });
});

test("the figures of a week ago leave out newer tickets", async () => {
  const owner = await newOwner(app);
  const now = new Date("2026-03-18T10:00:00Z");
  for (const days of [20, 10, 7.01, 6.99, 1]) await importTicket(app, owner, { createdAt: +now - days * 24 * hour });
  expect(await metricsAt(owner, now)).toMatchObject({ totalTickets: 5, earlier: { totalTickets: 3 } });
});

test("the five last updated tickets are listed by time of update", async () => {
  const owner = await newOwner(app);
  const created = [];
  for (const number of [1, 2, 3, 4, 5, 6]) created.push(await makeTicket(app, owner, { subject: `Lamp ${number}` }));
  const subjects = async () => (await owner.api.dashboard.recentTickets()).map(({ subject }) => subject);
  expect(await subjects()).toEqual(["Lamp 6", "Lamp 5", "Lamp 4", "Lamp 3", "Lamp 2"]);
  await customerReplies(app, owner, created[0]?.id ?? "", "Hello?");
  await owner.api.tickets.changeStatus({ id: created[3]?.id ?? "", status: "resolved" });
  expect(await subjects()).toEqual(["Lamp 4", "Lamp 1", "Lamp 6", "Lamp 5", "Lamp 3"]);
  const [card] = await owner.api.dashboard.recentTickets();
  expect(card).toMatchObject({ status: "resolved", messageCount: 1, customer: { email: "jane@customer.test" } });
});

test("recent activity lists the newest steps of all tickets, with their tickets", async () => {
  const owner = await newOwner(app);
  const lamp = await makeTicket(app, owner, { subject: "Lamp" });
  const rug = await makeTicket(app, owner, { subject: "Rug" });
  await reply(owner, lamp.id);
  await owner.api.tickets.changeStatus({ id: rug.id, status: "pending" });
  const activity = await owner.api.dashboard.recentActivity();
  expect(activity).toMatchObject([
    { kind: "status_changed", from: "open", to: "pending", actorName: owner.name, subject: "Rug", ticketNumber: 2 },
    { kind: "assigned", actorId: owner.userId, subject: "Lamp", from: null, to: owner.name },
    { kind: "replied", actorId: owner.userId, subject: "Lamp", ticketId: lamp.id, ticketNumber: 1 },
    { kind: "created", actorName: "jane@customer.test", subject: "Rug" },
    { kind: "created", subject: "Lamp" },
  ]);
  for (let count = 0; count < 8; count += 1) {
    await owner.api.tickets.changeStatus({ id: lamp.id, status: "pending" });
    await owner.api.tickets.changeStatus({ id: lamp.id, status: "open" });
  }
  const newest = await owner.api.dashboard.recentActivity();
  expect(newest).toHaveLength(15);
  expect(newest[0]).toMatchObject({ from: "pending", to: "open" });
});

test("the response time runs from the customer's first message to the first reply after it", async () => {
  const owner = await newOwner(app);
  const now = new Date("2026-03-18T10:00:00Z");
  const at = +now - 30 * 24 * hour;
  const thread = async (said: Said[]) =>
    importThread(app, owner, await importTicket(app, owner, { createdAt: at }), said);
  // Notes and automatic messages are no answers, only the first answer counts, and the order of the rows does not matter.
  await thread([
    ["agent", at + 9 * hour],
    ["customer", at],
    ["machine", at + hour],
    ["note", at + 2 * hour],
    ["agent", at + 3 * hour],
  ]);
  expect((await metricsAt(owner, now)).averageResponseTime).toBe(3);
  // Created by hand: the first message is no answer, and nobody waits until the customer writes.
  await thread([
    ["agent", at],
    ["agent", at + hour],
    ["customer", at + 20 * hour],
    ["agent", at + 20.5 * hour],
  ]);
  expect((await metricsAt(owner, now)).averageResponseTime).toBe(1.8);
  // Never answered, and never asked.
  await thread([["customer", at]]);
  await thread([["agent", at]]);
  const before = { ...(await metricsAt(owner, now)).earlier };
  expect(before.averageResponseTime).toBe(1.8);
  // Answered within the last week: counted now, but not in the figures of a week ago.
  await thread([
    ["customer", +now - 48 * hour],
    ["agent", +now - 38 * hour],
  ]);
  expect(await metricsAt(owner, now)).toMatchObject({
    averageResponseTime: 4.5,
    earlier: { averageResponseTime: 1.8 },
  });
});

test("a reply sets the response time when it is sent; the first message of a ticket created by hand does not", async () => {
  const owner = await newOwner(app);
  const asked = await makeTicket(app, owner);
  await app.asOwner(
    "update ticket_messages set created_at = created_at - interval '90 minutes' where id = $1",
    [asked.firstMessageId],
    owner.tenantId,
  );
  await reply(owner, asked.id);
  await reply(owner, asked.id, { content: "And once more." });
  await customerReplies(app, owner, asked.id, "Thank you");
  expect((await owner.api.dashboard.metrics()).averageResponseTime).toBe(1.5);
  const byHand = await makeTicket(app, owner);
  await app.asOwner("delete from ticket_messages where ticket_id = $1", [byHand.id], owner.tenantId);
  await reply(owner, byHand.id, { lastSeenMessageId: null });
  expect((await owner.api.dashboard.metrics()).averageResponseTime).toBe(1.5);
});
