import { randomUUID } from "node:crypto";
import { teamLimits } from "@deskhand/contract/admin/team-limits";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

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
  ben = await addColleague(app, admin, "supervisor");
});
afterAll(() => app.stop());

type NewTeam = Parameters<Person["api"]["teams"]["create"]>[0];
const values = { name: "Returns", memberIds: [], givesOut: false, openLimit: null, tellAfterMinutes: null };
const make = (changes: Partial<NewTeam> = {}) =>
  admin.api.teams.create({ ...values, idempotencyKey: randomUUID(), ...changes });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("It was not refused")),
    (refusal: { code: string; data: unknown }) => refusal,
  );
const get = (id: string) => admin.api.tickets.get({ id });

describe("a team", () => {
  test("is made by an admin once for a key, and everybody sees it with its members", async () => {
    const key = randomUUID();
    const members = { name: "<script>alert(1)</script>", memberIds: [ada.userId, ben.userId, ada.userId] };
    const [team, again] = [
      await make({ ...members, idempotencyKey: key }),
      await make({ ...members, idempotencyKey: key }),
    ];
    expect(again).toEqual(team);
    expect(team.memberIds.toSorted()).toEqual([ada.userId, ben.userId].sort());
    expect(await ada.api.teams.list()).toEqual({ items: [team], away: [] });
    expect(await refused(ben.api.teams.create({ ...values, idempotencyKey: randomUUID() }))).toMatchObject({
      code: "not_allowed",
      message: "Only administrators can manage teams",
    });
  });

  test("is not made with bad values, a taken name, a stranger or somebody who left", async () => {
    const bad = make({ name: " a@b ", openLimit: 0, tellAfterMinutes: 1_441 });
    expect(await refused(bad)).toMatchObject({
      code: "input_invalid",
      data: {
        fields: {
          name: ["Name cannot contain @"],
          openLimit: ["Enter a number from 1 to 1,000"],
          tellAfterMinutes: ["Enter minutes, from 1 to 1,440"],
        },
      },
    });
    await make();
    expect(await refused(make({ name: "RETURNS" }))).toMatchObject({ code: "team_name_taken" });
    const stranger = await newOwner(app);
    expect(await refused(make({ name: "B", memberIds: [stranger.userId] }))).toMatchObject({
      code: "colleague_not_found",
    });
    await admin.api.team.deactivate({ id: ada.userId });
    expect(await refused(make({ name: "B", memberIds: [ada.userId] }))).toMatchObject({ code: "colleague_not_found" });
  });

  test("is not changed over another admin's change, and is so already without one", async () => {
    const { id, version } = await make();
    const change = { ...values, id, expectedVersion: version };
    const changed = await admin.api.teams.update({ ...change, memberIds: [ada.userId] });
    expect(changed).toMatchObject({ version: version + 1, memberIds: [ada.userId] });
    expect(await refused(admin.api.teams.update({ ...change, name: "Mine" }))).toMatchObject({
      code: "team_changed_meanwhile",
      data: { version: version + 1 },
    });
    expect(await admin.api.teams.update({ ...change, memberIds: [ada.userId] })).toEqual(changed);
  });

  test("a store has at most a hundred, even when several are made at once", async () => {
    for (let count = 1; count < teamLimits.teams; count += 1) await make({ name: `Team ${count}` });
    const made = await Promise.allSettled([1, 2, 3].map((number) => make({ name: `At once ${number}` })));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refused(make({ name: "One more" }))).toMatchObject({ code: "too_many_teams" });
  });

  test("loses whoever is deactivated or deleted", async () => {
    const { id } = await make({ memberIds: [ada.userId, ben.userId, admin.userId] });
    await admin.api.teams.setAway({ userId: ada.userId, isAway: true });
    await admin.api.team.deactivate({ id: ada.userId });
    await admin.api.team.delete({ id: ben.userId });
    await admin.api.team.activate({ id: ada.userId });
    expect(await admin.api.teams.list()).toMatchObject({ items: [{ id, memberIds: [admin.userId] }], away: [] });
  });

  test("leaves its tickets without one when it is deleted, with a step in each trail", async () => {
    const { id } = await make();
    const ticket = await makeTicket(app, admin);
    await ada.api.tickets.update({ id: ticket.id, teamId: id, assignedTo: ada.userId });
    await admin.api.teams.remove({ id });
    expect(await get(ticket.id)).toMatchObject({ teamId: null, assignedTo: ada.userId });
    const steps = (await admin.api.tickets.activity({ id: ticket.id })).items;
    expect(steps.at(-1)).toMatchObject({ kind: "team_changed", from: "Returns", to: null, actorName: admin.name });
    expect(await refused(ada.api.tickets.update({ id: ticket.id, teamId: id }))).toMatchObject({
      code: "team_not_found",
    });
  });
});

describe("a ticket's team", () => {
  test("takes it from an assignee who is not a member, and leaves it with one who is or is named beside it", async () => {
    const returns = await make({ memberIds: [ada.userId] });
    const [first, second, third] = [
      await makeTicket(app, admin),
      await makeTicket(app, admin),
      await makeTicket(app, admin),
    ];
    await admin.api.tickets.update({ id: first.id, assignedTo: ada.userId });
    await admin.api.tickets.update({ id: second.id, assignedTo: ben.userId });
    await ada.api.tickets.update({ id: first.id, teamId: returns.id });
    await ada.api.tickets.update({ id: second.id, teamId: returns.id });
    await ada.api.tickets.update({ id: third.id, teamId: returns.id, assignedTo: ben.userId });
    expect(await get(first.id)).toMatchObject({ teamId: returns.id, assignedTo: ada.userId });
    expect(await get(second.id)).toMatchObject({ teamId: returns.id, assignedTo: null });
    expect(await get(third.id)).toMatchObject({ teamId: returns.id, assignedTo: ben.userId });
    const steps = (await admin.api.tickets.activity({ id: second.id })).items.slice(-2);
    expect(steps).toMatchObject([
      { kind: "team_changed", from: null, to: "Returns", actorName: ada.name },
      { kind: "assigned", from: ben.name, to: null },
    ]);
  });

  test("is chosen for a ticket made by hand, which is then like any that comes to it", async () => {
    const returns = await make({ memberIds: [ada.userId], givesOut: true });
    await app.asOwner(
      "insert into seen_people (client_id, user_id, seen_at) values ($1, $2, clock_timestamp())",
      [admin.tenantId, ada.userId],
      admin.tenantId,
    );
    const create = (changes: { teamId: string; assignedTo?: string; idempotencyKey?: string }) =>
      ben.api.tickets.create({
        subject: "Recall",
        message: "Please send it back.",
        customer: { name: "Jo", email: "jo@customer.test" },
        idempotencyKey: randomUUID(),
        ...changes,
      });
    const key = randomUUID();
    const [given, again] = [
      await create({ teamId: returns.id, idempotencyKey: key }),
      await create({ teamId: returns.id, idempotencyKey: key }),
    ];
    expect(given).toMatchObject({ teamId: returns.id, assignedTo: ada.userId });
    expect(again.id).toBe(given.id);
    const steps = (await ada.api.tickets.activity({ id: given.id })).items;
    expect(steps.filter(({ kind }) => kind === "assigned")).toMatchObject([{ to: ada.name, byTeam: "Returns" }]);
    const kept = await create({ teamId: returns.id, assignedTo: ben.userId });
    expect(kept).toMatchObject({ teamId: returns.id, assignedTo: ben.userId });
    const stranger = await newOwner(app);
    const { id: teamId } = await stranger.api.teams.create({ ...values, idempotencyKey: randomUUID() });
    expect(await refused(create({ teamId }))).toMatchObject({ code: "team_not_found" });
    expect((await ada.api.tickets.list({})).total).toBe(2);
  });

  test("is found by its name or the beginning of it, however it is written", async () => {
    const [returns, abroad] = [await make({ name: "Rückgabe" }), await make({ name: "Rückgabe Ausland" })];
    const [first, second] = [await makeTicket(app, admin), await makeTicket(app, admin)];
    await ada.api.tickets.update({ id: first.id, teamId: returns.id });
    await ada.api.tickets.update({ id: second.id, teamId: abroad.id });
    const found = async (search: string) => (await ada.api.tickets.list({ search })).items.map(({ id }) => id);
    expect(await found("team:rueckgabe")).toEqual([first.id]);
    expect(await found('team:"RÜCKGABE aus"')).toEqual([second.id]);
    expect((await found("team:rück")).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await found("team:returns")).toEqual([]);
    expect(await found("team:!")).toEqual([]);
    const { unknown } = await ada.api.tickets.list({ search: "team:returns" });
    expect(unknown).toEqual([{ name: "team", value: "returns" }]);
  });

  test("is not written over when somebody else has changed it meanwhile", async () => {
    const [one, other] = [await make(), await make({ name: "Wholesale" })];
    const { id } = await makeTicket(app, admin);
    await ada.api.tickets.update({ id, teamId: one.id });
    const late = { id, teamId: other.id, expected: { teamId: null } };
    expect(await refused(ben.api.tickets.update(late))).toMatchObject({
      code: "ticket_changed_meanwhile",
      data: { field: "teamId", value: "Returns" },
    });
  });

  test("is changed on many at once, and taken back with the assignees it took", async () => {
    const returns = await make({ memberIds: [ada.userId] });
    const tickets = [await makeTicket(app, admin), await makeTicket(app, admin)];
    const ids = tickets.map(({ id }) => id);
    await admin.api.tickets.update({ id: ids[0] ?? "", assignedTo: ben.userId });
    const items = ids.map((id) => ({ id, change: { teamId: returns.id } }));
    const { results } = await admin.api.tickets.changeMany({ idempotencyKey: randomUUID(), items });
    expect(results.map(({ outcome }) => outcome)).toEqual(["changed", "changed"]);
    for (const id of ids) expect(await get(id)).toMatchObject({ teamId: returns.id, assignedTo: null });
    const back = results.map(({ id, undo }) => ({ id, change: undo?.change ?? {}, expected: undo?.expected ?? {} }));
    await admin.api.tickets.changeMany({ idempotencyKey: randomUUID(), items: back });
    expect(await get(ids[0] ?? "")).toMatchObject({ teamId: null, assignedTo: ben.userId });
    expect(await get(ids[1] ?? "")).toMatchObject({ teamId: null, assignedTo: null });
  });

  test("filters the list, also in a saved view, and its tickets are counted", async () => {
    const returns = await make();
    const [first, other] = [await makeTicket(app, admin), await makeTicket(app, admin)];
    await ada.api.tickets.update({ id: first.id, teamId: returns.id });
    const listed = async (team: string) => {
      const { items, total } = await ada.api.tickets.list({ team });
      return { ids: items.map(({ id }) => id), total };
    };
    expect(await listed(returns.id)).toEqual({ ids: [first.id], total: 1 });
    expect(await listed("nobody")).toEqual({ ids: [other.id], total: 1 });
    const view = await ada.api.views.create({
      name: "Returns",
      filter: { team: returns.id },
      idempotencyKey: randomUUID(),
    });
    const { items } = await ada.api.views.counts();
    expect(items).toEqual([{ id: view.id, count: 1, isCapped: false }]);
    await admin.api.teams.remove({ id: returns.id });
    expect(await listed(returns.id)).toEqual({ ids: [], total: 0 });
  });
});
