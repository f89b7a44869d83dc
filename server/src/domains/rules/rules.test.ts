import { randomUUID } from "node:crypto";
import { ruleLimits } from "@deskhand/contract/admin/rule-limits";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { runDueRules } from "./run-due-rules.ts";

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
  for (const { id } of (await admin.api.rules.list()).items) await admin.api.rules.remove({ id });
});

type NewRule = Parameters<Person["api"]["rules"]["create"]>[0];

const refunds: Omit<NewRule, "isOn" | "idempotencyKey"> = {
  name: "Refunds",
  trigger: "created",
  conditions: [{ field: "words", comparison: "contains", values: ["refund", "money back"] }],
  actions: [{ action: "add_tags", values: ["refund"] }],
};
const make = (changes: Partial<NewRule> = {}) =>
  admin.api.rules.create({ ...refunds, isOn: true, idempotencyKey: randomUUID(), ...changes });
const get = (id: string) => dana.api.tickets.get({ id });
const why = async (ticketId: string) => (await dana.api.rules.ofTicket({ ticketId })).items;
const outcomes = async (ticketId: string) =>
  (await why(ticketId)).flatMap(({ rules }) => rules.map(({ name, outcome }) => `${name}: ${outcome}`));

describe("a rule on a new ticket", () => {
  test("changes the ticket in the transaction that makes it, and the ticket's trail names the rule", async () => {
    await make({
      actions: [
        { action: "assign", values: [dana.userId] },
        { action: "add_tags", values: ["refund"] },
        { action: "set_priority", values: ["high"] },
        { action: "add_note", values: ["Check the order first."] },
      ],
    });
    const { id } = await makeTicket(app, admin, { subject: "MONEY  BÄCK please" });
    const other = await makeTicket(app, admin, { subject: "Where is it?" });
    expect(await get(id)).toMatchObject({ tags: ["refund"], priority: "high", assignedTo: dana.userId });
    expect(await get(other.id)).toMatchObject({ tags: [], assignedTo: null });
    const steps = (await dana.api.tickets.activity({ id })).items;
    expect(steps.filter(({ actorName }) => actorName === "Refunds").map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["assigned", "tags_changed", "priority_changed", "note_added"]),
    );
    expect(await why(id)).toMatchObject([
      { trigger: "created", isByRule: false, rules: [{ name: "Refunds", outcome: "ran", reason: null }] },
    ]);
    expect((await why(id))[0]?.rules[0]?.actions).toEqual([
      `Assign to ${dana.name}`,
      "Add tags “refund”",
      "Set the priority to High",
      "Add an internal note “Check the order first.”",
    ]);
    expect(await why(other.id)).toMatchObject([
      { rules: [{ outcome: "skipped", reason: "Not: Subject or text contains any of “refund”, “money back”" }] },
    ]);
    const { items } = await dana.api.notifications.list({ limit: 20 });
    expect(items.filter(({ type, ticketId }) => type === "ticket_assigned" && ticketId === id)).toHaveLength(1);
  });

  test("sees what the rules before it in the order changed", async () => {
    const second = await make({
      name: "Second",
      conditions: [{ field: "tags", comparison: "has", values: ["Refund"] }],
      actions: [{ action: "set_priority", values: ["urgent"] }],
    });
    const first = await make({ name: "First" });
    const { id } = await makeTicket(app, admin, { subject: "refund" });
    expect(await outcomes(id)).toEqual(["First: ran", "Second: skipped"]);
    await admin.api.rules.arrange({ ids: [first.id, second.id] });
    const later = await makeTicket(app, admin, { subject: "refund" });
    expect(await outcomes(later.id)).toEqual(["First: ran", "Second: ran"]);
    expect(await get(later.id)).toMatchObject({ priority: "urgent" });
  });

  test("says which action it could not do, and does the others", async () => {
    const leaver = await addColleague(app, admin, "agent");
    const actions: NewRule["actions"] = [
      { action: "assign", values: [leaver.userId] },
      { action: "add_tags", values: ["late"] },
    ];
    await make({ actions });
    await admin.api.team.delete({ id: leaver.userId });
    const { id } = await makeTicket(app, admin, { subject: "refund" });
    expect(await get(id)).toMatchObject({ tags: ["late"], assignedTo: null });
    const reason = "This colleague is no longer active in your team";
    expect(await why(id)).toMatchObject([{ rules: [{ outcome: "ran", reason }] }]);
    expect((await admin.api.rules.list()).items).toMatchObject([{ missing: ["A colleague left"] }]);
  });

  test("is told with the name of a team that was deleted since", async () => {
    const team = {
      name: "Returns",
      memberIds: [dana.userId],
      givesOut: false,
      openLimit: null,
      tellAfterMinutes: null,
    };
    const { id: teamId } = await admin.api.teams.create({ ...team, idempotencyKey: randomUUID() });
    await make({ actions: [{ action: "assign_team", values: [teamId] }] });
    const { id } = await makeTicket(app, admin, { subject: "refund" });
    await admin.api.teams.remove({ id: teamId });
    expect(await why(id)).toMatchObject([{ rules: [{ actions: ["Assign to the team Returns"] }] }]);
  });

  test("does nothing when it is off, deleted or another store's", async () => {
    await make({ name: "Off", isOn: false });
    const { id: gone } = await make({ name: "Gone" });
    await admin.api.rules.remove({ id: gone });
    const stranger = await newOwner(app);
    await stranger.api.rules.create({ ...refunds, isOn: true, idempotencyKey: randomUUID() });
    const { id } = await makeTicket(app, admin, { subject: "refund" });
    expect(await get(id)).toMatchObject({ tags: [] });
    expect(await why(id)).toEqual([]);
  });

  test("reads a megabyte of text only as far as the limit", async () => {
    await make();
    const long = await makeTicket(app, admin, { description: `${"x ".repeat(500_000)} refund` });
    expect(await get(long.id)).toMatchObject({ tags: [] });
  });
});

describe("a rule by working hours", () => {
  const office = (spans: [number, number][]) => ({
    name: "Office",
    timeZone: "Europe/Berlin",
    week: Array.from({ length: 7 }, () => spans),
    country: null,
    region: null,
    daysOff: [],
  });

  test("goes by what they are when it happens, and by none once they were deleted", async () => {
    const calendar = await admin.api.hours.create({ ...office([]), idempotencyKey: randomUUID() });
    const { id, version: expectedVersion } = calendar;
    for (const comparison of ["within", "outside"]) {
      const conditions: NewRule["conditions"] = [{ field: "time", comparison, values: [id] }];
      await make({ name: comparison, conditions });
    }
    const night = await makeTicket(app, admin);
    expect(await outcomes(night.id)).toEqual(expect.arrayContaining(["within: skipped", "outside: ran"]));
    await admin.api.hours.update({ ...office([[0, 1_440]]), id, expectedVersion });
    const day = await makeTicket(app, admin);
    expect(await outcomes(day.id)).toEqual(expect.arrayContaining(["within: ran", "outside: skipped"]));
    expect((await why(day.id)).flatMap(({ rules }) => rules.flatMap(({ reason }) => reason ?? []))).toEqual([
      "Not: Time is outside the hours of “Office”",
    ]);
    await app.asOwner("delete from calendars where id = $1", [id], admin.tenantId);
    const later = await makeTicket(app, admin);
    expect(await outcomes(later.id)).toEqual(expect.arrayContaining(["within: skipped", "outside: skipped"]));
    const missing = ["Its working hours were deleted"];
    expect((await admin.api.rules.list()).items).toMatchObject([{ missing }, { missing }]);
  });

  test("names one calendar", async () => {
    const conditions: NewRule["conditions"] = [{ field: "time", comparison: "within", values: ["always"] }];
    await expect(make({ conditions })).rejects.toMatchObject({
      code: "input_invalid",
      data: { fields: { "conditions.0.values": ["Choose working hours"] } },
    });
  });
});

describe("what starts rules", () => {
  const makeTagging = (trigger: NewRule["trigger"]) =>
    make({ name: trigger, trigger, conditions: [], actions: [{ action: "add_tags", values: [trigger] }] });

  test("a bulk change starts them on each of its tickets", async () => {
    await make({ trigger: "changed", conditions: [], actions: [{ action: "add_tags", values: ["bulk"] }] });
    const ids: string[] = [];
    for (let count = 0; count < 60; count++)
      ids.push((await makeTicket(app, admin, { from: `bulk${count}@x.test` })).id);
    const items = ids.map((id) => ({ id, change: { category: "Billing" as const }, expected: {} }));
    await dana.api.tickets.changeMany({ idempotencyKey: randomUUID(), items });
    expect((await dana.api.tickets.list({ tag: ["bulk"], limit: 100 })).items).toHaveLength(60);
  });

  test("the customer's reply, a colleague's reply and a change each start rules once", async () => {
    await makeTagging("customer_wrote");
    await makeTagging("answered");
    await makeTagging("changed");
    const { id } = await makeTicket(app, admin);
    expect((await get(id)).tags).toEqual([]);
    await customerReplies(app, admin, id, "And now?");
    // A change by a rule is a change too, so the rules for changes run after it.
    expect((await get(id)).tags).toEqual(["customer_wrote", "changed"]);
    await reply(dana, id);
    expect((await get(id)).tags).toEqual(["customer_wrote", "changed", "answered"]);
    expect((await why(id)).map(({ trigger, isByRule }) => [trigger, isByRule])).toEqual([
      ["changed", true],
      // A reply also takes the ticket in hand.
      ["changed", false],
      ["answered", false],
      ["changed", true],
      ["customer_wrote", false],
    ]);
  });

  test("two rules that undo each other are stopped after one more round, and the ticket says so", async () => {
    const onChange: Partial<NewRule> = { trigger: "changed", conditions: [] };
    await make({ ...onChange, name: "On", actions: [{ action: "add_tags", values: ["x"] }] });
    await make({ ...onChange, name: "Off", actions: [{ action: "remove_tags", values: ["x"] }] });
    const { id } = await makeTicket(app, admin);
    await dana.api.tickets.update({ id, priority: "low", expected: {} });
    expect((await get(id)).tags).toEqual([]);
    expect((await why(id)).map(({ isByRule, isCut }) => ({ isByRule, isCut }))).toEqual([
      { isByRule: true, isCut: true },
      { isByRule: false, isCut: false },
    ]);
  });

  test("a rule that runs too often for one customer is switched off, and admins are told", async () => {
    const { id: ruleId, name } = await make();
    const from = "loop@customer.test";
    const first = await makeTicket(app, admin, { subject: "refund", from });
    expect(await get(first.id)).toMatchObject({ tags: ["refund"] });
    await app.asOwner(
      `with passes as (insert into rule_passes (client_id, id, ticket_id, trigger, is_by_rule, skipped)
         select p.client_id, gen_random_uuid(), p.ticket_id, p.trigger, false, '[]' from rule_passes p, generate_series(2, $2)
         where p.ticket_id = $1 returning client_id, id, ticket_id)
       insert into rule_runs (client_id, rule_id, version, pass_id, ticket_id, outcome, ran_at)
         select client_id, $3, 1, id, ticket_id, 'ran', clock_timestamp() from passes`,
      [first.id, ruleLimits.ruleRunsPerMinute, ruleId],
      admin.tenantId,
    );
    const { id } = await makeTicket(app, admin, { subject: "refund", from });
    expect(await get(id)).toMatchObject({ tags: [] });
    expect(await outcomes(id)).toEqual([`${name}: stopped`]);
    expect((await admin.api.rules.list()).items).toMatchObject([
      { id: ruleId, isOn: false, stoppedAt: expect.any(String) },
    ]);
    const { items } = await admin.api.notifications.list({ limit: 20 });
    expect(items.filter(({ title }) => title === "Rule Switched Off")).toHaveLength(1);
    expect(await admin.api.rules.switch({ id: ruleId, isOn: true })).toMatchObject({ isOn: true, stoppedAt: null });
  });
});

describe("a rule on time", () => {
  const late = { action: "add_tags", values: ["late"] } as const;
  const makeDelayed = (trigger: NewRule["trigger"], delayHours = 2) =>
    make({ trigger, delayHours, conditions: [], actions: [{ ...late, values: [...late.values] }] });
  /** Makes the rules that wait for a ticket due some hours earlier, as if that time had passed. */
  const pass = (ticketId: string, hours: number) =>
    app.asOwner(
      "update rule_timers set due_at = due_at - make_interval(hours => $2) where ticket_id = $1",
      [ticketId, hours],
      admin.tenantId,
    );
  const run = () => runDueRules.work(app.services);
  /** Runs what is due until a ticket has the tag: one that is being indexed at that moment waits for the next run. */
  const tagged = (id: string) =>
    until(async () => {
      await run();
      return (await get(id)).tags.includes("late") || undefined;
    });

  test("runs once its time has come, and once only", async () => {
    await makeDelayed("since_created");
    const { id } = await makeTicket(app, admin);
    await pass(id, 1);
    await run();
    expect((await get(id)).tags).toEqual([]);
    await pass(id, 1);
    await tagged(id);
    await dana.api.tickets.update({ id, removeTags: ["late"], expected: {} });
    await run();
    expect((await get(id)).tags).toEqual([]);
  });

  test("counts from the customer's last message, and does not run if somebody replied", async () => {
    await makeDelayed("since_customer");
    const answered = await makeTicket(app, admin);
    const waiting = await makeTicket(app, admin);
    await reply(dana, answered.id);
    await pass(answered.id, 9);
    await pass(waiting.id, 9);
    await tagged(waiting.id);
    expect((await get(answered.id)).tags).toEqual([]);
  });

  test("counts from when the ticket became pending, and does not run if it was opened again or archived", async () => {
    await makeDelayed("since_pending");
    const [pending, open, done] = [
      await makeTicket(app, admin),
      await makeTicket(app, admin),
      await makeTicket(app, admin),
    ];
    for (const { id } of [pending, open, done]) await dana.api.tickets.changeStatus({ id, status: "pending" });
    await dana.api.tickets.changeStatus({ id: open.id, status: "open" });
    await app.asOwner("update support_tickets set status = 'resolved' where id = $1", [done.id], admin.tenantId);
    for (const { id } of [pending, open, done]) await pass(id, 9);
    await tagged(pending.id);
    expect((await get(open.id)).tags).toEqual([]);
    expect((await get(done.id)).tags).toEqual([]);
  });

  test("runs in the rules' order whatever it waits since, and the ticket says where one came too late", async () => {
    const late = { action: "add_tags" as const, values: ["late"] };
    const done = { action: "set_status" as const, values: ["resolved"] };
    const timed = { delayHours: 2, conditions: [] };
    const second = await make({ ...timed, name: "Pending", trigger: "since_pending", actions: [late] });
    const first = await make({ ...timed, name: "Answered", trigger: "since_answer", actions: [late, done] });
    await admin.api.rules.arrange({ ids: [first.id, second.id] });
    const begin = async () => {
      const { id } = await makeTicket(app, admin);
      await dana.api.tickets.changeStatus({ id, status: "pending" });
      await reply(dana, id);
      // The lower rule is due before.
      await pass(id, 9);
      const earlier = "update rule_timers set due_at = due_at - interval '1 hour' where rule_id = $1";
      await app.asOwner(earlier, [second.id], admin.tenantId);
      await tagged(id);
      return id;
    };
    const archived = await begin();
    expect(await outcomes(archived)).toEqual(expect.arrayContaining(["Answered: ran", "Pending: skipped"]));
    expect(JSON.stringify(await why(archived))).toContain("The ticket was archived by then");
    await admin.api.rules.arrange({ ids: [second.id, first.id] });
    expect(await outcomes(await begin())).toEqual(expect.arrayContaining(["Answered: ran", "Pending: ran"]));
  });

  test("waits for existing tickets when it is switched on, but not for those whose time has passed already", async () => {
    const [fresh, old] = [await makeTicket(app, admin), await makeTicket(app, admin)];
    await app.asOwner(
      "update support_tickets set created_at = now() - interval '1 day' where id = $1",
      [old.id],
      admin.tenantId,
    );
    const rule = await makeDelayed("since_created");
    await pass(fresh.id, 2);
    await tagged(fresh.id);
    expect((await get(old.id)).tags).toEqual([]);
    const later = await makeTicket(app, admin);
    await admin.api.rules.switch({ id: rule.id, isOn: false });
    await pass(later.id, 9);
    await run();
    expect((await get(later.id)).tags).toEqual([]);
  });

  test("counts what rules change too, and what it changes starts rules once more", async () => {
    await makeDelayed("since_pending");
    const opens: NewRule["actions"] = [{ action: "set_status", values: ["open"] }];
    const low: NewRule["conditions"] = [{ field: "priority", comparison: "is", values: ["low"] }];
    await make({ name: "Opens", trigger: "changed", conditions: low, actions: opens });
    const { id } = await makeTicket(app, admin);
    await dana.api.tickets.changeStatus({ id, status: "pending" });
    await dana.api.tickets.update({ id, priority: "low", expected: {} });
    expect((await get(id)).status).toBe("open");
    const sql = "select from rule_timers where ticket_id = $1";
    expect(await app.asOwner(sql, [id], admin.tenantId)).toEqual([]);
    const other = await makeTicket(app, admin);
    await dana.api.tickets.changeStatus({ id: other.id, status: "pending" });
    await make({
      name: "Again",
      trigger: "changed",
      conditions: [],
      actions: [{ action: "add_tags", values: ["again"] }],
    });
    await pass(other.id, 9);
    await tagged(other.id);
    expect((await why(other.id))[0]).toMatchObject({ trigger: "changed", isByRule: true, isCut: true });
  });
});
