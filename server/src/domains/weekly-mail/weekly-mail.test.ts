import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importThread, importTicket } from "../../testing/import-history.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { untilCounted } from "../../testing/store/until-folded.ts";
import { accountMailsSettled, mailsTo, takeMail } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { sendWeeklyMails, setChoice } from "./send-weekly-mails.ts";
import { weekFigures } from "./week-figures.ts";

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());
beforeEach(async () => {
  admin = await newOwner(app);
});

const hour = 3_600_000;
const at = (iso: string) => new Date(iso);
/** Says at a moment whether somebody wants the mail. */
const choose = (person: Person, isOn: boolean, now: string) =>
  app.db.withTenant(person.tenantId, (tx) => setChoice(tx, person.userId, isOn, at(now)));
/** What the schedule does for the store at a moment. */
const runAt = (now: string) => app.db.withTenant(admin.tenantId, (tx) => sendWeeklyMails(tx, app.services, at(now)));
const moveTo = (zone: string) =>
  app.asOwner("update clients set time_zone = $1 where id = $2", [zone, admin.tenantId], admin.tenantId);
/** How many weekly mails were made for somebody. */
const made = async ({ email }: Person) => {
  const sql = "select id from outgoing_mails where kind = 'weekly_mail' and to_email = $1";
  return (await app.asOwner(sql, [email], admin.tenantId)).length;
};

test("it is off until a supervisor or an admin asks for it, and agents cannot", async () => {
  const supervisor = await addColleague(app, admin, "supervisor");
  const agent = await addColleague(app, admin, "agent");
  await expect(agent.api.weeklyMail.get()).rejects.toMatchObject({
    code: "not_allowed",
    message: "Only supervisors and administrators can get the weekly mail",
  });
  expect(await supervisor.api.weeklyMail.get()).toMatchObject({ isOn: false, timeZone: "UTC" });
  expect(await supervisor.api.weeklyMail.set({ isOn: true })).toMatchObject({ isOn: true });
  expect(await admin.api.weeklyMail.get()).toMatchObject({ isOn: false });
  const { nextAt } = await supervisor.api.weeklyMail.get();
  expect([at(nextAt).getUTCDay(), at(nextAt).getUTCHours()]).toEqual([1, 8]);
});

test("it comes on Monday at eight, once", async () => {
  await choose(admin, true, "2026-11-18T12:00:00Z");
  await runAt("2026-11-23T07:59:59Z");
  expect(await made(admin)).toBe(0);
  await Promise.all([runAt("2026-11-23T08:00:00Z"), runAt("2026-11-23T08:00:00Z")]);
  await runAt("2026-11-29T23:00:00Z");
  expect(await made(admin)).toBe(1);
  // Switched off and on again within the week.
  await choose(admin, false, "2026-11-24T12:00:00Z");
  await choose(admin, true, "2026-11-24T13:00:00Z");
  await runAt("2026-11-24T14:00:00Z");
  expect(await made(admin)).toBe(1);
  await runAt("2026-11-30T08:00:00Z");
  expect(await made(admin)).toBe(2);
});

test("who asks for it before eight on a Monday gets that one, and who asks later the next one", async () => {
  const supervisor = await addColleague(app, admin, "supervisor");
  await choose(admin, true, "2026-11-23T07:00:00Z");
  await choose(supervisor, true, "2026-11-23T09:00:00Z");
  await runAt("2026-11-23T10:00:00Z");
  expect([await made(admin), await made(supervisor)]).toEqual([1, 0]);
});

test("a machine that slept over Monday sends it when it wakes, and only the last of several weeks", async () => {
  await choose(admin, true, "2026-11-02T12:00:00Z");
  await runAt("2026-11-26T15:30:00Z");
  expect(await made(admin)).toBe(1);
  expect((await takeMail(app, admin.email)).subject).toBe("Your week at Acme Shop: Nov 16 – Nov 22");
});

test("what is killed before it is done is done again, whole", async () => {
  await choose(admin, true, "2026-11-18T12:00:00Z");
  const killed = app.db.withTenant(admin.tenantId, async (tx) => {
    await sendWeeklyMails(tx, app.services, at("2026-11-23T08:00:00Z"));
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await made(admin)).toBe(0);
  await runAt("2026-11-23T08:05:00Z");
  expect(await made(admin)).toBe(1);
});

test.each([
  // Clocks go forward on Sunday, March 29, and back on Sunday, October 25.
  ["Europe/Berlin", "2026-03-30T06:00:00Z", 167],
  ["Europe/Berlin", "2026-10-26T07:00:00Z", 169],
  ["Pacific/Auckland", "2026-11-22T19:00:00Z", 168],
  ["Asia/Kathmandu", "2026-11-23T02:15:00Z", 168],
])("in %s it is eight at %s, after a week of %s hours", async (zone, eight, hours) => {
  await moveTo(zone);
  const due = at(eight).getTime();
  await choose(admin, true, new Date(due - 3 * 24 * hour).toISOString());
  await runAt(new Date(due - 1_000).toISOString());
  expect(await made(admin)).toBe(0);
  await runAt(eight);
  expect(await made(admin)).toBe(1);
  // The week ended eight hours ago, and its first and its last moment are in it.
  const end = due - 8 * hour;
  for (const created of [end - hours * hour - 1, end - hours * hour, end - 1, end]) {
    await importTicket(app, admin, { createdAt: created });
  }
  await untilCounted(app, admin.tenantId);
  const monday = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(due);
  const { created } = await app.db.withTenant(admin.tenantId, (tx) => weekFigures(tx, monday));
  expect(created).toMatchObject({ now: 2, before: 1 });
});

test("who left, is an agent now or has not joined gets none, and what waits for them is withdrawn", async () => {
  const [left, demoted, deleted] = [
    await addColleague(app, admin, "supervisor"),
    await addColleague(app, admin, "supervisor"),
    await addColleague(app, admin, "supervisor"),
  ];
  const people = [left, demoted, deleted];
  for (const person of people) await choose(person, true, "2026-11-18T12:00:00Z");
  const waits = async (person: Person) => {
    await app.asOwner(
      `insert into outgoing_mails (client_id, id, kind, mail_message_id, to_email, next_try_at)
        values ($1, gen_random_uuid(), 'weekly_mail', $2, $2, now() + interval '1 day')`,
      [admin.tenantId, person.email],
      admin.tenantId,
    );
  };
  for (const person of people) await waits(person);
  await admin.api.team.deactivate({ id: left.userId });
  await admin.api.team.changeRole({ id: demoted.userId, role: "agent" });
  await admin.api.team.delete({ id: deleted.userId });
  await runAt("2026-11-23T08:00:00Z");
  expect(await Promise.all(people.map(made))).toEqual([0, 0, 0]);
});

test("its figures open exactly the tickets that they count, and it names no customer", async () => {
  await moveTo("Pacific/Auckland");
  // The week of Monday, November 16, begins there on Sunday at 11:00 by UTC.
  const from = Date.parse("2026-11-15T11:00:00Z");
  const day = 24 * hour;
  const resolved = await importTicket(app, admin, {
    createdAt: from - day,
    status: "resolved",
    steps: [[from + day, "open", "resolved"]],
  });
  await importThread(app, admin, resolved, [
    ["customer", from - day],
    ["agent", from + 6 * hour],
  ]);
  const answered = await importTicket(app, admin, { createdAt: from + 2 * day });
  await importThread(app, admin, answered, [
    ["customer", from + 2 * day],
    ["agent", from + 2 * day + 2 * hour],
  ]);
  await importTicket(app, admin, { createdAt: from + 2 * day + hour });
  // Resolved in the week, and once more after it.
  await importTicket(app, admin, {
    createdAt: from - day,
    status: "resolved",
    steps: [
      [from + day, "open", "resolved"],
      [from + 8 * day, "resolved", "open"],
      [from + 8 * day, "open", "resolved"],
    ],
  });
  // It is closed, which is resolved to the figure.
  const closed = await importTicket(app, admin, {
    createdAt: from - 15 * day,
    status: "resolved",
    steps: [[from + day, "open", "resolved"]],
  });
  await app.asOwner("update support_tickets set status = 'closed' where id = $1", [closed], admin.tenantId);
  await untilCounted(app, admin.tenantId);
  const figures = await app.db.withTenant(admin.tenantId, (tx) => weekFigures(tx, "2026-11-23"));
  expect(figures).toMatchObject({
    created: { now: 2, before: 2 },
    resolved: { now: 2, before: 0 },
    firstAnswer: { before: null },
    busiest: { day: "2026-11-18", count: 2 },
    most: { category: "General", count: 2 },
  });
  // The lower one of the two, by its bucket of times.
  expect(Math.abs((figures.firstAnswer.now ?? 0) / (2 * hour) - 1)).toBeLessThan(0.05);
  const listed = async (list: Parameters<Person["api"]["tickets"]["list"]>[0]) =>
    (await admin.api.tickets.list(list)).total;
  expect(await listed(figures.created.list)).toBe(2);
  expect(await listed(figures.resolved.list)).toBe(2);
  expect(await listed(figures.firstAnswer.list)).toBe(2);

  await choose(admin, true, "2026-11-18T12:00:00Z");
  await runAt("2026-11-23T12:00:00Z");
  const mail = await takeMail(app, admin.email);
  expect(mail.subject).toBe("Your week at Acme Shop: Nov 16 – Nov 22");
  const desk = app.services.settings.publicUrl;
  expect(mail.text).toContain(
    `New tickets: 2 (2 the week before)\n${desk}/dashboard/tickets?everywhere=true&figure=created%7E2026-11-15T11%3A00%3A00.000Z%7E2026-11-22T11%3A00%3A00.000Z`,
  );
  expect(mail.text).toContain("2 tickets came in, as many as the week before.");
  expect(mail.text).toContain(
    "Wednesday was the busiest day with 2 tickets; the most frequent category was General with 2.",
  );
  const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  expect(links.every((href) => href?.startsWith(`${desk}/dashboard`))).toBe(true);
  expect(mail.html + mail.text).not.toMatch(/Lamp|flickers|customer\.test/);
});

test("its preview is last week's mail, also of a store without tickets", async () => {
  const { subject, html } = await admin.api.weeklyMail.preview();
  expect(subject).toMatch(/^Your week at Acme Shop: \w{3} \d+ – \w{3} \d+$/);
  expect(html).toContain("No tickets came in, as many as the week before.");
  expect(html).toContain("Nobody got a first answer.");
  await accountMailsSettled(app);
  expect((await mailsTo(app, admin.email)).some((mail) => mail.subject === subject)).toBe(false);
});
