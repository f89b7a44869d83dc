import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { openScreen } from "../../../testing/open-screen.ts";
import { until } from "../../../testing/take-mail.ts";
import { customerWrites, makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { giveOutUntaken } from "./give-out-untaken.ts";

let app: Desk;
let admin: Person;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  admin = await newOwner(app);
  ada = await addColleague(app, admin, "agent");
  ben = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());

type NewTeam = Parameters<Person["api"]["teams"]["create"]>[0];
/** A team of Ada and Ben that gives tickets out. */
const make = (changes: Partial<NewTeam> = {}) =>
  admin.api.teams.create({
    name: "Returns",
    memberIds: [ada.userId, ben.userId],
    givesOut: true,
    openLimit: null,
    tellAfterMinutes: null,
    idempotencyKey: randomUUID(),
    ...changes,
  });
const change = (sql: string, values: unknown[] = []) => app.asOwner(sql, values, admin.tenantId);
const comeOnline = (...people: Person[]) =>
  change(
    `insert into seen_people (client_id, user_id, seen_at) select $1, unnest($2::uuid[]), clock_timestamp()
     on conflict (client_id, user_id) do update set seen_at = excluded.seen_at`,
    [admin.tenantId, people.map(({ userId }) => userId)],
  );
const assigneeOf = async (id: string) => (await admin.api.tickets.get({ id })).assignedTo;
/** Makes a ticket and assigns it to a team; returns whose it is then. */
const bring = async (teamId: string) => {
  const { id } = await makeTicket(app, admin);
  await admin.api.tickets.update({ id, teamId });
  return { id, assignedTo: await assigneeOf(id) };
};
const assign = (person: Person, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await makeTicket(app, admin);
      await admin.api.tickets.update({ id, assignedTo: person.userId });
    }),
  );
const everyMinute = () => giveOutUntaken.work(app.services);
const told = async ({ api }: Person, type: string) =>
  (await api.notifications.page({ limit: 100 })).items.filter((one) => one.type === type);

describe("a team that gives tickets out", () => {
  test("gives each to the member with the fewest open ones, then to whoever had none for longest", async () => {
    await comeOnline(ada, ben);
    const { id } = await make();
    await assign(ada, 2);
    expect((await bring(id)).assignedTo).toBe(ben.userId);
    expect((await bring(id)).assignedTo).toBe(ben.userId);
    // Both have two now.
    expect((await bring(id)).assignedTo).toBe(ada.userId);
    expect((await bring(id)).assignedTo).toBe(ben.userId);
    expect((await bring(id)).assignedTo).toBe(ada.userId);
    const [first] = await told(ada, "ticket_assigned");
    expect(first).toMatchObject({ title: "Ticket Assigned" });
  });

  test("gives none to somebody who is offline, away or at the limit", async () => {
    await comeOnline(ada);
    const { id } = await make({ openLimit: 2 });
    expect((await bring(id)).assignedTo).toBe(ada.userId);
    expect((await bring(id)).assignedTo).toBe(ada.userId);
    expect((await bring(id)).assignedTo).toBeNull();
    await comeOnline(ben);
    await ben.api.teams.setOwnAway({ isAway: true });
    expect((await bring(id)).assignedTo).toBeNull();
    await ben.api.teams.setOwnAway({ isAway: false });
    expect((await bring(id)).assignedTo).toBe(ben.userId);
    await change("update seen_people set seen_at = seen_at - interval '151 seconds'");
    expect((await bring(id)).assignedTo).toBeNull();
  });

  test("never passes the limit when mails come at once, by a rule", async () => {
    await comeOnline(ada, ben);
    const { id } = await make({ openLimit: 3 });
    await admin.api.rules.create({
      name: "To Returns",
      trigger: "created",
      conditions: [],
      actions: [{ action: "assign_team", values: [id] }],
      isOn: true,
      idempotencyKey: randomUUID(),
    });
    const mails = Array.from({ length: 9 }, (_, index) =>
      customerWrites(app, admin, { from: `c${index}@customer.test` }),
    );
    const ids = (await Promise.all(mails)).map(({ ticket_id }) => ticket_id);
    const assignees = await Promise.all(ids.map(assigneeOf));
    const count = (whose: string | null) => assignees.filter((one) => one === whose).length;
    expect([count(ada.userId), count(ben.userId), count(null)]).toEqual([3, 3, 3]);
    const steps = (await admin.api.tickets.activity({ id: ids[assignees.indexOf(ada.userId)] ?? "" })).items;
    expect(steps.slice(-2)).toMatchObject([
      { kind: "team_changed", to: "Returns", actorName: "To Returns" },
      { kind: "assigned", to: ada.name, actorName: "To Returns" },
    ]);
  });

  test("shares out a hundred tickets of one change evenly", async () => {
    await comeOnline(ada, ben);
    const { id } = await make();
    const tickets = await Promise.all(Array.from({ length: 100 }, () => makeTicket(app, admin)));
    const items = tickets.map((ticket) => ({ id: ticket.id, change: { teamId: id } }));
    await admin.api.tickets.changeMany({ idempotencyKey: randomUUID(), items });
    const { items: loads } = await ben.api.teams.loads();
    expect(loads.map(({ openTickets, isOnline }) => [openTickets, isOnline])).toEqual([
      [50, true],
      [50, true],
    ]);
    expect(await told(ada, "ticket_assigned")).toMatchObject([{ message: "50 tickets were assigned to you" }]);
  });

  test("keeps tickets while everybody is away, and gives them out when somebody is back, the longest waiting first", async () => {
    await comeOnline(ada);
    await ada.api.teams.setOwnAway({ isAway: true });
    const { id } = await make({ openLimit: 1 });
    const [first, second] = [await bring(id), await bring(id)];
    await everyMinute();
    expect(await assigneeOf(first.id)).toBeNull();
    await ada.api.teams.setOwnAway({ isAway: false });
    await everyMinute();
    expect([await assigneeOf(first.id), await assigneeOf(second.id)]).toEqual([ada.userId, null]);
    const { actorName } = (await admin.api.tickets.activity({ id: first.id })).items.at(-1) ?? {};
    expect(actorName).toBe("System");
  });
});

test("a team of one gets all of its tickets, and an empty one leaves them waiting", async () => {
  await comeOnline(ada);
  const [alone, empty] = [await make({ memberIds: [ada.userId] }), await make({ name: "Empty", memberIds: [] })];
  expect((await bring(alone.id)).assignedTo).toBe(ada.userId);
  expect((await bring(alone.id)).assignedTo).toBe(ada.userId);
  expect((await bring(empty.id)).assignedTo).toBeNull();
});

test("somebody is online from when a screen of theirs connects", async () => {
  await make();
  const isOnline = async () => {
    const { items } = await ada.api.teams.loads();
    return items.find(({ userId }) => userId === ada.userId)?.isOnline;
  };
  expect(await isOnline()).toBe(false);
  const screen = await openScreen(app, ada);
  await until(async () => isOnline());
  screen.close();
});

describe("somebody who goes away", () => {
  test("hands their open tickets to the team's others, and those without a team to nobody", async () => {
    await comeOnline(ada, ben);
    const { id } = await make();
    const [done, loose, own] = [
      await makeTicket(app, admin),
      await makeTicket(app, admin),
      await makeTicket(app, admin),
    ];
    await admin.api.tickets.update({ id: done.id, assignedTo: ada.userId, teamId: id });
    await admin.api.tickets.changeStatus({ id: done.id, status: "resolved" });
    await admin.api.tickets.update({ id: loose.id, assignedTo: ada.userId });
    await admin.api.tickets.update({ id: own.id, assignedTo: ada.userId, teamId: id });
    const { away } = await ada.api.teams.setOwnAway({ isAway: true, handsOver: true });
    expect(away.map(({ userId }) => userId)).toEqual([ada.userId]);
    expect(await assigneeOf(own.id)).toBe(ben.userId);
    expect(await assigneeOf(loose.id)).toBeNull();
    expect(await assigneeOf(done.id)).toBe(ada.userId);
    expect((await admin.api.tickets.activity({ id: own.id })).items.at(-1)).toMatchObject({
      kind: "assigned",
      from: ada.name,
      to: ben.name,
      actorName: ada.name,
    });
  });

  test("keeps them otherwise; supervisors say it of others, which the audit log keeps, and agents cannot", async () => {
    const lead = await addColleague(app, admin, "supervisor");
    const ticket = await makeTicket(app, admin);
    await admin.api.tickets.update({ id: ticket.id, assignedTo: ada.userId });
    await lead.api.teams.setAway({ userId: ada.userId, isAway: true });
    await lead.api.teams.setAway({ userId: ada.userId, isAway: true });
    expect(await assigneeOf(ticket.id)).toBe(ada.userId);
    await expect(ben.api.teams.setAway({ userId: ada.userId, isAway: false })).rejects.toMatchObject({
      message: "Only supervisors and administrators can say that a colleague is away",
    });
    const stranger = await newOwner(app);
    await expect(lead.api.teams.setAway({ userId: stranger.userId, isAway: true })).rejects.toMatchObject({
      code: "colleague_not_found",
    });
    const log = (await admin.api.audit.list({ kind: "team" })).items.filter(({ action }) => action === "team.away");
    expect(log).toMatchObject([{ actorName: lead.name, subject: `${ada.name} <${ada.email}>` }]);
  });
});

describe("a ticket of a team that nobody has", () => {
  const later = (minutes: number) =>
    change("update untaken_tickets set since = since - make_interval(mins => $1)", [minutes]);

  test("is told to supervisors and admins once, when its time is over", async () => {
    const lead = await addColleague(app, admin, "supervisor");
    const { id } = await make({ givesOut: false, tellAfterMinutes: 15 });
    const ticket = await bring(id);
    await later(5);
    await everyMinute();
    expect(await told(lead, "ticket_untaken")).toEqual([]);
    await later(10);
    await everyMinute();
    await everyMinute();
    for (const each of [lead, admin]) {
      expect(await told(each, "ticket_untaken")).toMatchObject([
        {
          ticketId: ticket.id,
          message: expect.stringMatching(
            /^Ticket: \d+ waits in Returns, and nobody has taken it: Where is my order\?$/,
          ),
        },
      ]);
    }
    expect(await told(ada, "ticket_untaken")).toEqual([]);
  });

  test("several are one notification for each team, without those that are taken, snoozed or done", async () => {
    const { id } = await make({ givesOut: false, tellAfterMinutes: 15 });
    const [, , taken, snoozed, done] = await Promise.all(Array.from({ length: 5 }, () => bring(id)));
    await ada.api.tickets.update({ id: taken?.id ?? "", assignedTo: ada.userId });
    await ada.api.tickets.snooze({ id: snoozed?.id ?? "", until: "answer" });
    await ada.api.tickets.changeStatus({ id: done?.id ?? "", status: "closed" });
    await later(20);
    await everyMinute();
    expect(await told(admin, "ticket_untaken")).toMatchObject([
      { ticketId: null, message: "2 tickets wait in Returns, and nobody has taken them" },
    ]);
  });
});

describe("a team in notes and rules", () => {
  test("a note that calls a team notifies its members, but not its author", async () => {
    await make({ name: "Returns & Refunds", memberIds: [admin.userId, ada.userId, ben.userId] });
    await make({ name: "Nobody", memberIds: [] });
    const { id } = await makeTicket(app, admin);
    const note = { ticketId: id, content: "Please look, @returns & refunds, @Nobody.", idempotencyKey: randomUUID() };
    expect((await ada.api.messages.addNote(note)).notTold).toEqual(["Nobody"]);
    const counts = await Promise.all([ada, ben, admin].map(async (one) => (await told(one, "mention")).length));
    expect(counts).toEqual([0, 1, 1]);
  });

  test("a rule knows the team, and says that a deleted one is gone", async () => {
    const [returns, other] = [await make({ givesOut: false }), await make({ name: "Other", givesOut: false })];
    const rule = {
      trigger: "changed" as const,
      conditions: [{ field: "team" as const, comparison: "is", values: [returns.id] }],
      actions: [
        { action: "assign_team" as const, values: [other.id] },
        { action: "add_tags" as const, values: ["moved"] },
      ],
    };
    const made = await admin.api.rules.create({ ...rule, name: "Move", isOn: true, idempotencyKey: randomUUID() });
    const first = await bring(returns.id);
    expect(await admin.api.tickets.get({ id: first.id })).toMatchObject({ teamId: other.id, tags: ["moved"] });
    const { items: tried } = await admin.api.rules.try({ ...rule, name: "Trial" });
    expect(tried.map(({ effects }) => effects)).toContainEqual(["Adds tags: moved", "Team: Returns → Other"]);
    await admin.api.teams.remove({ id: other.id });
    expect((await admin.api.rules.list()).items).toMatchObject([{ id: made.id, missing: ["A team was deleted"] }]);
    const second = await bring(returns.id);
    expect(await admin.api.tickets.get({ id: second.id })).toMatchObject({ teamId: returns.id, tags: ["moved"] });
    expect((await admin.api.rules.ofTicket({ ticketId: second.id })).items.at(-1)).toMatchObject({
      rules: [{ outcome: "ran", reason: "This team was deleted meanwhile" }],
    });
  });
});
