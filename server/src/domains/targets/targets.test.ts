import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { refreshForgotten, tellOfTargets } from "./run-targets.ts";

let app: Desk;
let admin: Person;
let dana: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  dana = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const { id } of (await admin.api.targets.list()).items) await admin.api.targets.remove({ id });
  await refreshed();
});

const HOUR_MS = 3_600_000;
type NewPolicy = Parameters<Person["api"]["targets"]["create"]>[0];
/** Makes a policy, and resolves once all tickets have their clocks by it. */
async function make(changes: Partial<NewPolicy> = {}) {
  const policy = await admin.api.targets.create({
    name: "Everybody",
    matches: "all",
    conditions: [],
    firstReplyMinutes: 60,
    nextReplyMinutes: null,
    resolutionMinutes: null,
    calendarId: null,
    pausing: ["pending"],
    isOn: true,
    idempotencyKey: randomUUID(),
    ...changes,
  });
  await refreshed();
  return policy;
}
/** Resolves once no clock is computed anew. */
const refreshed = () =>
  until(async () => {
    const [row] = await app.asOwner("select count(*)::int as count from target_refreshes", [], admin.tenantId);
    return row?.count === 0;
  });
const get = (id: string) => dana.api.tickets.get({ id });
const after = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

describe("a target for the first reply", () => {
  test("is due on the ticket from its first message on, and no longer once it is answered", async () => {
    const policy = await make();
    const { id } = await makeTicket(app, admin);
    const { due, waitingSince } = await get(id);
    expect(due).toEqual({
      clock: "first_reply",
      dueAt: after(waitingSince ?? "", HOUR_MS),
      riskAt: after(waitingSince ?? "", 0.75 * HOUR_MS),
      leftMs: null,
      policyId: policy.id,
    });
    await reply(dana, id);
    expect((await get(id)).due).toBeNull();
    // Without a target for it, a further answer has no time.
    await customerReplies(app, admin, id, "Thanks, but where is it?");
    expect((await get(id)).due).toBeNull();
  });

  test("stands still while the ticket is pending, and goes on with the time that was left", async () => {
    await make();
    const { id } = await makeTicket(app, admin);
    const { waitingSince } = await get(id);
    await dana.api.tickets.changeStatus({ id, status: "pending" });
    const { clocks } = await dana.api.targets.ofTicket({ ticketId: id });
    const [pause] = clocks[0]?.pauses ?? [];
    const used = Date.parse(pause?.from ?? "") - Date.parse(waitingSince ?? "");
    expect((await get(id)).due).toMatchObject({ dueAt: null, riskAt: null, leftMs: HOUR_MS - used });
    await dana.api.tickets.changeStatus({ id, status: "open" });
    const resumed = await dana.api.targets.ofTicket({ ticketId: id });
    const { from = "", to } = resumed.clocks[0]?.pauses[0] ?? {};
    const paused = Date.parse(to ?? "") - Date.parse(from);
    expect((await get(id)).due).toMatchObject({ dueAt: after(waitingSince ?? "", HOUR_MS + paused), leftMs: null });
  });
});

/** Lets a ticket's customer have waited so long. */
async function waited(id: string, minutes: number): Promise<void> {
  await app.asOwner(
    `update support_tickets set waiting_since = now() - make_interval(mins => ${minutes}) where id = $1`,
    [id],
    admin.tenantId,
  );
  // Any change has the clocks computed anew.
  const { category } = await get(id);
  await dana.api.tickets.update({ id, category: category === "Billing" ? "Account" : "Billing" });
}
const told = async ({ api }: Person, ticketId: string | null) =>
  (await api.notifications.list({ limit: 20 })).items
    .filter(({ type, ticketId: about }) => type.startsWith("target_") && about === ticketId)
    .map(({ message }) => message);

test("the list is sorted by what is due next, and finds what is at risk and breached", async () => {
  await make();
  const make3 = ["Late", "Soon", "Later"].map((subject) => makeTicket(app, admin, { subject }));
  const [late, soon, later] = (await Promise.all(make3)).map(({ id }) => id);
  await waited(late ?? "", 90);
  await waited(soon ?? "", 50);
  await waited(later ?? "", 20);
  const listed = async (input: Parameters<Person["api"]["tickets"]["list"]>[0]) =>
    (await dana.api.tickets.list(input)).items.map(({ subject }) => subject);
  expect((await listed({ sort: "due" })).slice(0, 3)).toEqual(["Late", "Soon", "Later"]);
  expect(await listed({ atRisk: true })).toEqual(["Soon"]);
  expect(await listed({ breached: true })).toEqual(["Late"]);
});

describe("who is told", () => {
  test("the assignee hears once that a target is at risk and once that it is breached, however often the clock is looked at", async () => {
    await make();
    const { id, ticketNumber } = await makeTicket(app, admin, { subject: "Parcel" });
    await dana.api.tickets.update({ id, assignedTo: dana.userId });
    await tellOfTargets.work(app.services);
    expect(await told(dana, id)).toEqual([]);
    await waited(id, 50);
    for (let times = 0; times < 2; times += 1) await tellOfTargets.work(app.services);
    const label = `Ticket: ${String(ticketNumber).padStart(4, "0")}`;
    const soon = `${label} is close to breaching its target (first reply): Parcel`;
    expect(await told(dana, id)).toEqual([soon]);
    await waited(id, 61);
    for (let times = 0; times < 2; times += 1) await tellOfTargets.work(app.services);
    expect(await told(dana, id)).toEqual([`${label} has breached its target (first reply): Parcel`, soon]);
    expect(await told(admin, id)).toEqual([]);
  });

  test("supervisors and admins hear of a ticket that is nobody's, and a machine that slept past both tells the breach alone", async () => {
    await make();
    const { id } = await makeTicket(app, admin, { subject: "Lamp" });
    await waited(id, 500);
    await tellOfTargets.work(app.services);
    expect(await told(admin, id)).toEqual([expect.stringMatching(/has breached its target \(first reply\): Lamp$/)]);
    expect(await told(dana, id)).toEqual([]);
  });

  test("a policy that makes old tickets late tells nobody of those", async () => {
    const { id } = await makeTicket(app, admin, { subject: "Old" });
    await waited(id, 500);
    await make();
    expect((await dana.api.tickets.list({ breached: true, search: "Old" })).items).toHaveLength(1);
    await tellOfTargets.work(app.services);
    expect(await told(admin, id)).toEqual([]);
  });
});

describe("a policy", () => {
  const vip: NewPolicy["conditions"] = [{ field: "tags", comparison: "has", values: ["vip"] }];

  test("is the first one that is on and whose conditions hold, as the ticket is after each change", async () => {
    const first = await make({ name: "VIP", conditions: vip, firstReplyMinutes: 10 });
    const second = await make({ name: "Everybody else", firstReplyMinutes: 600 });
    const { id } = await makeTicket(app, admin);
    expect((await get(id)).due?.policyId).toBe(second.id);
    await dana.api.tickets.update({ id, addTags: ["VIP"] });
    const { due, waitingSince } = await get(id);
    expect(due).toMatchObject({ policyId: first.id, dueAt: after(waitingSince ?? "", 10 * 60_000) });
    await admin.api.targets.arrange({ ids: [second.id, first.id] });
    await refreshed();
    expect((await get(id)).due?.policyId).toBe(second.id);
    await admin.api.targets.switch({ id: second.id, isOn: false });
    await refreshed();
    expect((await get(id)).due?.policyId).toBe(first.id);
    await admin.api.targets.remove({ id: first.id });
    await refreshed();
    expect((await get(id)).due).toBeNull();
  });

  test("can be changed by two people at once only one after the other, and names its faulty field", async () => {
    const { id, version, ...policy } = await make({ name: "Twice" });
    const { isOn, changedBy, updatedAt, ...definition } = policy;
    expect([isOn, changedBy, Date.parse(updatedAt) > 0]).toEqual([true, admin.name, true]);
    const change = (name: string) => admin.api.targets.update({ ...definition, name, id, expectedVersion: version });
    await change("First");
    await expect(change("Second")).rejects.toMatchObject({ code: "policy_changed_meanwhile", data: { version: 2 } });
    const none = { firstReplyMinutes: null, nextReplyMinutes: null, resolutionMinutes: null };
    await expect(make(none)).rejects.toMatchObject({ data: { fields: { firstReplyMinutes: expect.anything() } } });
    await expect(make({ resolutionMinutes: 600_000 })).rejects.toMatchObject({
      data: { fields: { resolutionMinutes: ["Enter a time from 1 minute to a year"] } },
    });
    await expect(make({ calendarId: randomUUID() })).rejects.toMatchObject({ code: "calendar_not_found" });
    await expect(make({ name: "FIRST" })).rejects.toMatchObject({ code: "policy_name_taken" });
    await expect(dana.api.targets.switch({ id, isOn: false })).rejects.toMatchObject({ code: "not_allowed" });
  });

  test("has a time for each next reply, and one for the resolution that goes on where the ticket is reopened", async () => {
    await make({ nextReplyMinutes: 30, resolutionMinutes: 6_000 });
    const { id } = await makeTicket(app, admin);
    await reply(dana, id);
    expect((await get(id)).due?.clock).toBe("resolution");
    await customerReplies(app, admin, id, "Still nothing.");
    const { due, waitingSince } = await get(id);
    expect(due).toMatchObject({ clock: "next_reply", dueAt: after(waitingSince ?? "", 30 * 60_000) });
    await dana.api.tickets.changeStatus({ id, status: "resolved" });
    expect((await get(id)).due).toBeNull();
    await dana.api.tickets.reopen({ id });
    const { clocks } = await dana.api.targets.ofTicket({ ticketId: id });
    const resolution = clocks.find(({ clock }) => clock === "resolution");
    const { from = "", to } = resolution?.pauses[0] ?? {};
    const stood = Date.parse(to ?? "") - Date.parse(from);
    expect(resolution?.dueAt).toBe(after(resolution?.beganAt ?? "", 6_000 * 60_000 + stood));
  });
});

describe("working hours", () => {
  const day: [number, number][] = [[540, 1_020]];
  type NewHours = Parameters<Person["api"]["hours"]["create"]>[0];
  const makeHours = (changes: Partial<NewHours> = {}) =>
    admin.api.hours.create({
      name: `Office ${randomUUID()}`,
      timeZone: "America/New_York",
      week: [day, day, day, day, day, [], []],
      country: null,
      region: null,
      daysOff: [],
      idempotencyKey: randomUUID(),
      ...changes,
    });

  test("are those in which a ticket's time passes, and a change of theirs moves the times of open tickets", async () => {
    const calendar = await makeHours();
    await make({ calendarId: calendar.id, firstReplyMinutes: 600 });
    const { id } = await makeTicket(app, admin);
    await app.asOwner(
      "update support_tickets set waiting_since = '2026-11-27T15:00:00Z' where id = $1",
      [id],
      admin.tenantId,
    );
    await dana.api.tickets.update({ id, priority: "high" });
    // Friday at ten in New York: seven hours are left of the day, and three more pass on Monday.
    expect((await get(id)).due?.dueAt).toBe("2026-11-30T17:00:00.000Z");
    const { id: calendarId, version, changedBy, updatedAt, holidays, ...definition } = calendar;
    expect([changedBy, Date.parse(updatedAt) > 0, holidays]).toEqual([admin.name, true, []]);
    const daysOff = [{ day: "2026-11-30", name: "Cyber Monday" }];
    await admin.api.hours.update({ ...definition, daysOff, id: calendarId, expectedVersion: version });
    await refreshed();
    expect((await get(id)).due?.dueAt).toBe("2026-12-01T17:00:00.000Z");
    await expect(admin.api.hours.remove({ id: calendarId })).rejects.toMatchObject({
      code: "calendar_in_use",
      data: { policies: ["Everybody"] },
    });
  });

  test("decide which policy a ticket has, by when it was created", async () => {
    const calendar = await makeHours();
    await make({ conditions: [{ field: "time", comparison: "within", values: [calendar.id] }] });
    const [early, inTime] = [await makeTicket(app, admin), await makeTicket(app, admin)];
    const createdAt = new Map([
      [early.id, "2026-11-27T13:59:59Z"],
      [inTime.id, "2026-11-27T14:00:00Z"],
    ]);
    for (const [id, at] of createdAt) {
      await app.asOwner("update support_tickets set created_at = $2 where id = $1", [id, at], admin.tenantId);
      await dana.api.tickets.update({ id, priority: "high" });
    }
    const dues = async () => [(await get(early.id)).due?.clock, (await get(inTime.id)).due?.clock];
    expect(await dues()).toEqual([undefined, "first_reply"]);
    const { id, version, changedBy: _, updatedAt: __, holidays: ___, ...definition } = calendar;
    const daysOff = [{ day: "2026-11-27", name: "Black Friday" }];
    await admin.api.hours.update({ ...definition, daysOff, id, expectedVersion: version });
    await refreshed();
    expect(await dues()).toEqual([undefined, undefined]);
  });

  test("may be none: then a target is never due, and that is what the ticket says", async () => {
    const { id: calendarId } = await makeHours({ week: [[], [], [], [], [], [], []] });
    await make({ calendarId });
    const { id } = await makeTicket(app, admin, { subject: "Never" });
    expect((await get(id)).due).toMatchObject({ dueAt: null, riskAt: null, leftMs: null });
    expect((await dana.api.tickets.list({ search: "Never", breached: true })).items).toEqual([]);
    await tellOfTargets.work(app.services);
    expect(await told(admin, id)).toEqual([]);
  });

  test("have the public holidays of a country and of a part of it", async () => {
    const { regions, items } = await admin.api.hours.holidays({ country: "DE", region: "BY" });
    expect(regions).toContainEqual({ code: "BY", name: "Bayern" });
    const names = (all: { day: string; name: string }[]) => all.map(({ day, name }) => `${day.slice(5)} ${name}`);
    expect(names(items)).toEqual(expect.arrayContaining(["01-06 Epiphany", "12-25 Christmas Day"]));
    expect(names((await admin.api.hours.holidays({ country: "DE" })).items)).not.toContain("01-06 Epiphany");
    expect((await makeHours({ country: "DE", region: "BY" })).holidays).toEqual(items);
    await expect(makeHours({ country: "DE", region: "XX" })).rejects.toMatchObject({ code: "holidays_unknown" });
  });

  test.each<[string, Partial<NewHours>, string, string]>([
    ["a zone that nobody knows", { timeZone: "Mars/Olympus" }, "timeZone", "This time zone is not known"],
    [
      "a span that ends before it begins",
      { week: [[[600, 540]], [], [], [], [], [], []] },
      "week.0.0",
      "A span has to end after it begins; split one over midnight into two days",
    ],
    [
      "spans that overlap",
      {
        week: [
          [
            [540, 720],
            [660, 900],
          ],
          ...Array.from({ length: 6 }, () => []),
        ],
      },
      "week.0",
      "The spans of a day have to be in order, and may not overlap",
    ],
    ["a day that is none", { daysOff: [{ day: "2026-02-30", name: "Odd" }] }, "daysOff.0.day", "Enter a day"],
    ["a region without a country", { region: "BY" }, "region", "Choose a country first"],
  ])("refuse %s, and name the field", async (_, changes, field, words) => {
    await expect(makeHours(changes)).rejects.toMatchObject({ data: { fields: { [field]: [words] } } });
  });
});

test("rules start when a target is at risk and when it is breached, once each", async () => {
  await make();
  const rule = (name: string, trigger: "target_at_risk" | "target_breached") =>
    admin.api.rules.create({
      name,
      trigger,
      conditions: [],
      actions: [{ action: "add_note", values: [name] }],
      isOn: true,
      idempotencyKey: randomUUID(),
    });
  const rules = [await rule("Hurry", "target_at_risk"), await rule("Too late", "target_breached")];
  const { id } = await makeTicket(app, admin);
  const notes = async () => (await get(id)).notes.map(({ content }) => content);
  await waited(id, 50);
  for (let times = 0; times < 2; times += 1) await tellOfTargets.work(app.services);
  expect(await notes()).toEqual(["Hurry"]);
  await waited(id, 70);
  for (let times = 0; times < 2; times += 1) await tellOfTargets.work(app.services);
  expect(await notes()).toEqual(["Hurry", "Too late"]);
  const tried = await admin.api.rules.try({
    name: "Trial",
    trigger: "target_breached",
    conditions: [],
    actions: [{ action: "add_tags", values: ["late"] }],
  });
  expect(tried.items.map(({ ticketId }) => ticketId)).toContain(id);
  for (const { id: ruleId } of rules) await admin.api.rules.remove({ id: ruleId });
});

test("clocks that are computed anew after a kill go on where they were, for every open ticket", async () => {
  const ids = [];
  for (let made = 0; made < 60; made += 1) ids.push((await makeTicket(app, admin, { subject: `Many ${made}` })).id);
  const policy = await make();
  const lost =
    "update ticket_clocks set due_at = null, risk_at = null, tells_at = null where ticket_id = any($1::uuid[])";
  await app.asOwner(lost, [ids], admin.tenantId);
  // As a process leaves it that dies after the first of them.
  await app.asOwner(
    "insert into target_refreshes (client_id, after_ticket) values ($1, $2)",
    [admin.tenantId, ids[0]],
    admin.tenantId,
  );
  await refreshForgotten.work(app.services);
  const dues = await Promise.all(ids.map(async (id) => (await get(id)).due));
  expect(dues.map((due) => [due?.policyId, due?.dueAt === null])).toEqual(
    ids.map((_, index) => [policy.id, index === 0]),
  );
});
