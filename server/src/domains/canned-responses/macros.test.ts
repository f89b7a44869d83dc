import { randomUUID } from "node:crypto";
import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { keep, makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { forgetRuns } from "./run-macro.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const resolve: RuleActionSet = { action: "set_status", values: ["resolved"] };
const tag: RuleActionSet = { action: "add_tags", values: ["refund"] };
const assignTo = (id: string): RuleActionSet => ({ action: "assign", values: [id] });
const note: RuleActionSet = { action: "add_note", values: ["Refunded by macro"] };

const fields = { content: "We refunded it.", category: "Returns" };
type Makings = { content?: string; actions?: RuleActionSet[]; isOwn?: boolean; teamId?: string };
const makeMacro = (person: Person, makings: Makings = {}) =>
  person.api.cannedResponses.create({
    ...fields,
    actions: [tag, resolve],
    ...makings,
    title: `Refund ${randomUUID()}`,
    idempotencyKey: randomUUID(),
  });
const find = async (person: Person, id: string) =>
  (await person.api.cannedResponses.list()).items.find((item) => item.id === id);
const ticketOf = (id: string) => owner.api.tickets.get({ id });
const stepsOf = async (ticketId: string) =>
  (await owner.api.tickets.activity({ id: ticketId })).items.map(({ kind, to }) => [kind, to]);

async function colleagueWhoLeft(): Promise<string> {
  const { userId } = await addColleague(app, owner, "agent");
  await owner.api.team.deactivate({ id: userId });
  return userId;
}

test("a response needs a text or actions, and each action a value that it takes", async () => {
  expect(await makeMacro(agent, { content: "" })).toMatchObject({ content: "", actions: [tag, resolve] });
  await expect(makeMacro(agent, { content: " ", actions: [] })).rejects.toMatchObject({
    data: { fields: { content: ["Content is required"] } },
  });
  await expect(makeMacro(agent, { actions: [{ action: "set_status", values: ["lost"] }] })).rejects.toMatchObject({
    data: { fields: { "actions.0.values": ["Choose from the list"] } },
  });
});

test("a change that says nothing of actions keeps them", async () => {
  const { id, title, updatedAt } = await makeMacro(agent);
  const saved = await agent.api.cannedResponses.update({
    ...fields,
    id,
    title,
    category: "Other",
    expectedUpdatedAt: updatedAt,
  });
  expect(saved).toMatchObject({ category: "Other", actions: [tag, resolve] });
});

test("the actions of a reply take effect with it, each person's own trail naming them, and once", async () => {
  const { id } = await makeTicket(app, owner);
  const macro = await makeMacro(agent);
  const idempotencyKey = randomUUID();
  const send = () =>
    reply(agent, id, { idempotencyKey, macro: { id: macro.id, actions: [tag, note, resolve] }, sendAnyway: true });
  await Promise.all([send(), send()]);
  expect(await ticketOf(id)).toMatchObject({ status: "resolved", tags: ["refund"], messageCount: 2 });
  const steps = await stepsOf(id);
  for (const step of [
    ["tags_changed", "refund"],
    ["status_changed", "resolved"],
    ["replied", null],
  ])
    expect(steps).toContainEqual(step);
  expect(steps.filter(([kind]) => kind === "note_added")).toHaveLength(1);
  expect((await find(owner, macro.id))?.uses).toMatchObject({ ever: 1 });
  expect((await find(agent, macro.id))?.uses).toBeNull();
});

test("what a macro assigns is not first assigned to the writer, and a status chosen with the reply counts instead of its own", async () => {
  const { id } = await makeTicket(app, owner);
  const macro = { id: randomUUID(), actions: [assignTo(owner.userId), resolve] };
  await reply(agent, id, { macro, thenStatus: "pending" });
  expect(await ticketOf(id)).toMatchObject({ status: "pending", assignedTo: owner.userId });
  expect((await stepsOf(id)).filter(([kind]) => kind === "assigned")).toHaveLength(1);
});

test("what cannot be done is left out, said in the trail, and the rest is done", async () => {
  const { id } = await makeTicket(app, owner);
  await reply(agent, id, { macro: { id: randomUUID(), actions: [assignTo(await colleagueWhoLeft()), tag, resolve] } });
  expect(await ticketOf(id)).toMatchObject({ status: "resolved", tags: ["refund"], assignedTo: null });
  expect(await stepsOf(id)).toContainEqual(["left_out", expect.stringContaining("colleague")]);
});

test("a macro's status stays if somebody changed the status meanwhile, and its other actions are done", async () => {
  const { id } = await makeTicket(app, owner);
  await owner.api.tickets.changeStatus({ id, status: "pending" });
  await reply(agent, id, { macro: { id: randomUUID(), actions: [tag, resolve] }, expectedStatus: "open" });
  expect(await ticketOf(id)).toMatchObject({ status: "pending", tags: ["refund"] });
});

test("a kept reply keeps its macro: nothing is done before it leaves, and Undo gives it back", async () => {
  const { id } = await makeTicket(app, owner);
  const macro = { id: randomUUID(), actions: [tag, resolve] };
  const kept = await keep(agent, id, { macro, until: fromNow({ days: 1 }) });
  expect(await ticketOf(id)).toMatchObject({ status: "open", tags: [] });
  expect(await agent.api.keptReplies.undo({ id: kept.id })).toMatchObject({ macro });
  const again = await keep(agent, id, { macro, until: fromNow({ days: 1 }) });
  await agent.api.keptReplies.sendNow({ id: again.id });
  await until(async () => ((await ticketOf(id)).status === "resolved" ? true : undefined));
  expect(await ticketOf(id)).toMatchObject({ status: "resolved", tags: ["refund"], messageCount: 2 });
});

test("of two waiting replies the last one sets the status of a macro", async () => {
  const { id } = await makeTicket(app, owner);
  const macro = { id: randomUUID(), actions: [tag, resolve] };
  const first = await keep(agent, id, { macro, until: fromNow({ days: 1 }) });
  const second = await keep(agent, id, { content: "And one more thing.", until: fromNow({ days: 2 }) });
  await agent.api.keptReplies.sendNow({ id: first.id });
  await until(async () => ((await ticketOf(id)).messageCount === 2 ? true : undefined));
  expect(await ticketOf(id)).toMatchObject({ status: "open", tags: ["refund"] });
  await agent.api.keptReplies.sendNow({ id: second.id });
  await until(async () => ((await ticketOf(id)).messageCount === 3 ? true : undefined));
  expect(await ticketOf(id)).toMatchObject({ status: "resolved" });
});

test("a macro runs on tickets without a reply as its preview says, with what undoes it, and once for a key", async () => {
  const macro = await makeMacro(agent, { content: "", actions: [tag, note] });
  const plain = await makeTicket(app, owner);
  const archived = await makeTicket(app, owner, { status: "resolved" });
  const ticketIds = [plain.id, archived.id];
  const actions = [tag, note];
  const { items } = await agent.api.cannedResponses.preview({ ticketIds, actions });
  expect(items).toMatchObject([
    { id: plain.id, outcome: "changed", effects: ["Adds tags: refund", "Adds an internal note"] },
    { id: archived.id, outcome: "refused", error: { code: "ticket_archived" }, effects: [] },
  ]);
  expect(await ticketOf(plain.id)).toMatchObject({ tags: [] });
  expect((await stepsOf(plain.id)).map(([kind]) => kind)).not.toContain("tags_changed");

  const run = () =>
    agent.api.cannedResponses.run({ id: macro.id, idempotencyKey: plain.id, ticketIds, actions: [tag, note] });
  const [first, second] = await Promise.all([run(), run()]);
  expect(first).toEqual(second);
  expect(first?.results).toMatchObject([
    { outcome: "changed", leftOut: null, undo: { change: { removeTags: ["refund"] } } },
    { outcome: "refused", error: { code: "ticket_archived" }, ticketNumber: archived.ticketNumber, undo: null },
  ]);
  expect(await ticketOf(archived.id)).toMatchObject({ noteCount: 0 });
  expect(await ticketOf(plain.id)).toMatchObject({ tags: ["refund"], noteCount: 1 });
  expect((await find(owner, macro.id))?.uses).toMatchObject({ ever: 1 });
  const other = await makeMacro(owner, { isOwn: true });
  await expect(
    agent.api.cannedResponses.run({ id: other.id, idempotencyKey: randomUUID(), ticketIds, actions }),
  ).rejects.toMatchObject({ code: "canned_response_not_found" });
  await expect(
    owner.api.cannedResponses.run({ id: macro.id, idempotencyKey: plain.id, ticketIds, actions }),
  ).rejects.toMatchObject({ code: "input_invalid" });

  const undo = first?.results[0]?.undo;
  const items2 = [{ id: plain.id, change: undo?.change ?? {}, expected: undo?.expected ?? {} }];
  await agent.api.tickets.changeMany({ idempotencyKey: randomUUID(), items: items2 });
  expect(await ticketOf(plain.id)).toMatchObject({ tags: [] });

  await app.asOwner("update macro_runs set ran_at = now() - interval '2 days'", [], owner.tenantId);
  await forgetRuns.work(app.services);
  expect(await app.asOwner("select 1 from macro_runs", [], owner.tenantId)).toEqual([]);
});

test("a snooze is kept beside a status, and a status that archives comes after all others", async () => {
  const macro = await makeMacro(agent);
  const run = async (id: string, actions: RuleActionSet[]) =>
    (await agent.api.cannedResponses.run({ id: macro.id, idempotencyKey: randomUUID(), ticketIds: [id], actions }))
      .results[0];
  const pending = await makeTicket(app, owner);
  const snooze: RuleActionSet = { action: "snooze", values: ["48"] };
  const done = await run(pending.id, [snooze, { action: "set_status", values: ["pending"] }]);
  expect(await ticketOf(pending.id)).toMatchObject({ status: "pending", snoozedUntil: expect.any(String) });
  const items = [{ id: pending.id, change: done?.undo?.change ?? {}, expected: done?.undo?.expected ?? {} }];
  await agent.api.tickets.changeMany({ idempotencyKey: randomUUID(), items });
  expect(await ticketOf(pending.id)).toMatchObject({ status: "open" });
  const resolved = await makeTicket(app, owner);
  await run(resolved.id, [resolve, assignTo(await colleagueWhoLeft()), tag]);
  expect(await ticketOf(resolved.id)).toMatchObject({ status: "resolved", tags: ["refund"] });
});

test("one's own response is nobody else's until it is shared", async () => {
  const own = await makeMacro(agent, { isOwn: true });
  expect(own.isOwn).toBe(true);
  expect(await find(owner, own.id)).toBeUndefined();
  const { id: ticketId } = await makeTicket(app, owner);
  const { id, title, updatedAt } = own;
  const change = { ...fields, id, title, expectedUpdatedAt: updatedAt };
  const gone = { code: "canned_response_not_found" };
  await expect(owner.api.cannedResponses.update(change)).rejects.toMatchObject(gone);
  await expect(owner.api.cannedResponses.delete({ id })).rejects.toMatchObject(gone);
  await expect(owner.api.cannedResponses.fill({ id, ticketId, to: [] })).rejects.toMatchObject(gone);
  await expect(owner.api.cannedResponses.setKey({ id, key: "b" })).rejects.toMatchObject(gone);
  await agent.api.cannedResponses.update({ ...change, isOwn: false });
  expect(await find(owner, id)).toMatchObject({ isOwn: false, actions: own.actions });
});

const makeTeam = (...members: Person[]) =>
  owner.api.teams.create({
    name: `Team ${randomUUID()}`,
    memberIds: members.map(({ userId }) => userId),
    givesOut: false,
    openLimit: null,
    tellAfterMinutes: null,
    idempotencyKey: randomUUID(),
  });

test("a team's response is its members' and admins', until it is everybody's", async () => {
  const [member, stranger] = [agent, await addColleague(app, owner, "agent")];
  const [team, other] = [await makeTeam(member), await makeTeam(stranger)];
  const made = await makeMacro(member, { teamId: team.id });
  const { id, title, updatedAt } = made;
  expect(made).toMatchObject({ isOwn: false, teamId: team.id });
  expect([await find(owner, id), await find(stranger, id)]).toMatchObject([{ teamId: team.id }, undefined]);
  const { id: ticketId } = await makeTicket(app, owner);
  const change = { ...fields, id, title, expectedUpdatedAt: updatedAt };
  const gone = { code: "canned_response_not_found" };
  await expect(stranger.api.cannedResponses.update(change)).rejects.toMatchObject(gone);
  await expect(stranger.api.cannedResponses.delete({ id })).rejects.toMatchObject(gone);
  await expect(stranger.api.cannedResponses.fill({ id, ticketId, to: [] })).rejects.toMatchObject(gone);
  const run = { id, ticketIds: [ticketId], actions: [tag], idempotencyKey: randomUUID() };
  await expect(stranger.api.cannedResponses.run(run)).rejects.toMatchObject(gone);
  const unknown = { code: "team_not_found" };
  await expect(makeMacro(member, { teamId: other.id })).rejects.toMatchObject(unknown);
  await expect(member.api.cannedResponses.update({ ...change, teamId: other.id })).rejects.toMatchObject(unknown);
  await expect(makeMacro(member, { teamId: team.id, isOwn: true })).rejects.toMatchObject({
    data: { fields: { teamId: ["It is either yours or a team’s"] } },
  });
  const saved = await member.api.cannedResponses.update(change);
  expect(saved).toMatchObject({ teamId: team.id });
  const shared = { ...change, expectedUpdatedAt: saved.updatedAt };
  await member.api.cannedResponses.update({ ...shared, teamId: null });
  const found = await find(stranger, id);
  expect(found).toMatchObject({ teamId: null, isOwn: false });
  const back = { ...change, expectedUpdatedAt: found?.updatedAt ?? "", teamId: team.id };
  await expect(member.api.cannedResponses.update(back)).rejects.toMatchObject({
    code: "canned_response_changed_meanwhile",
  });
});

test("one's own response becomes a team's, and everybody's when the team is deleted", async () => {
  const stranger = await addColleague(app, owner, "agent");
  const team = await makeTeam(agent);
  const { id, title, updatedAt } = await makeMacro(agent, { isOwn: true });
  await agent.api.cannedResponses.update({
    ...fields,
    id,
    title,
    isOwn: false,
    teamId: team.id,
    expectedUpdatedAt: updatedAt,
  });
  expect([await find(agent, id), await find(stranger, id)]).toMatchObject([
    { isOwn: false, teamId: team.id },
    undefined,
  ]);
  await owner.api.teams.remove({ id: team.id });
  expect(await find(stranger, id)).toMatchObject({ isOwn: false, teamId: null });
});

test("a key that was given to a team's response is free again for who left the team", async () => {
  const member = await addColleague(app, owner, "agent");
  const team = await makeTeam(member);
  const [of, other] = [await makeMacro(member, { teamId: team.id }), await makeMacro(member)];
  await member.api.cannedResponses.setKey({ id: of.id, key: "q" });
  const { id, version, ...values } = team;
  await owner.api.teams.update({ ...values, memberIds: [], id, expectedVersion: version });
  await member.api.cannedResponses.setKey({ id: other.id, key: "q" });
  expect(await find(member, other.id)).toMatchObject({ key: "q" });
});

test("a person can keep a hundred responses to themselves", async () => {
  const person = await addColleague(app, owner, "agent");
  await app.asOwner(
    `insert into canned_responses (client_id, id, title, content, category, owner_id)
     select $1, gen_random_uuid(), 'Own', 'x', 'Own', $2 from generate_series(1, $3)`,
    [owner.tenantId, person.userId, limits.ownResponses],
    owner.tenantId,
  );
  await expect(makeMacro(person, { isOwn: true })).rejects.toMatchObject({ code: "too_many_own_responses" });
  expect(await makeMacro(person)).toMatchObject({ isOwn: false });
});

test("a key is a person's own, of one response, and free again once that is deleted", async () => {
  const [first, second] = [await makeMacro(agent), await makeMacro(agent)];
  await agent.api.cannedResponses.setKey({ id: first.id, key: "b" });
  await owner.api.cannedResponses.setKey({ id: second.id, key: "b" });
  expect([(await find(agent, first.id))?.key, (await find(owner, first.id))?.key]).toEqual(["b", null]);
  await expect(agent.api.cannedResponses.setKey({ id: second.id, key: "b" })).rejects.toMatchObject({
    code: "macro_key_taken",
    data: { title: first.title },
  });
  await agent.api.cannedResponses.setKey({ id: first.id, key: "7" });
  await agent.api.cannedResponses.setKey({ id: second.id, key: "b" });
  await agent.api.cannedResponses.setKey({ id: second.id, key: null });
  await owner.api.cannedResponses.delete({ id: first.id });
  await agent.api.cannedResponses.setKey({ id: second.id, key: "7" });
  expect(await find(agent, second.id)).toMatchObject({ key: "7" });
  await expect(agent.api.cannedResponses.setKey({ id: second.id, key: "Ctrl" })).rejects.toMatchObject({
    data: { fields: { key: ["Choose a letter or a digit"] } },
  });
});
