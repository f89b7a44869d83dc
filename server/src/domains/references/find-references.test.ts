import { randomUUID } from "node:crypto";
import type { RuleActionSet, RuleCondition } from "@deskhand/contract/admin/rules";
import type { NamedKind } from "@deskhand/contract/targets/references";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
let dana: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  admin = await newOwner(app);
  dana = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());

const idempotencyKey = () => randomUUID();
const makeRule = (name: string, actions: RuleActionSet[], conditions: RuleCondition[] = [], isOn = true) =>
  admin.api.rules.create({ name, trigger: "created", conditions, actions, isOn, idempotencyKey: idempotencyKey() });
const makePolicy = (name: string, conditions: RuleCondition[], calendarId: string | null = null) =>
  admin.api.targets.create({
    name,
    matches: "all",
    conditions,
    firstReplyMinutes: 60,
    nextReplyMinutes: null,
    resolutionMinutes: null,
    calendarId,
    pausing: [],
    isOn: true,
    idempotencyKey: idempotencyKey(),
  });
const makeMacro = (of: Person, title: string, actions: RuleActionSet[], isOwn = false) =>
  of.api.cannedResponses.create({
    title,
    content: "",
    category: "Macros",
    actions,
    isOwn,
    idempotencyKey: idempotencyKey(),
  });
const makeTeam = (name: string) =>
  admin.api.teams.create({
    name,
    memberIds: [dana.userId],
    givesOut: false,
    openLimit: null,
    tellAfterMinutes: null,
    idempotencyKey: idempotencyKey(),
  });
const makeHours = () =>
  admin.api.hours.create({
    name: "Office",
    timeZone: "UTC",
    week: [[], [], [], [], [], [], []],
    country: null,
    region: null,
    daysOff: [],
    idempotencyKey: idempotencyKey(),
  });
/** What uses something, each as "rule Name". */
async function usesOf(kind: NamedKind, id: string, viewer = admin) {
  const { items, ...others } = await viewer.api.references.list({ kind, id });
  return { uses: items.map((item) => `${item.kind} ${item.name}`), ...others };
}
const priority: RuleActionSet = { action: "set_priority", values: ["high"] };

test("names the rules, policies and macros that use a person, and counts macros that one may not see", async () => {
  const [values, other] = [[dana.userId], [admin.userId]];
  await makeRule("Assigns her", [{ action: "assign", values }]);
  await makeRule("Asks for her", [priority], [{ field: "assignee", comparison: "is_not", values }], false);
  await makeRule("Assigns another", [{ action: "assign", values: other }]);
  await makeRule("Has her id as a text", [priority], [{ field: "subject", comparison: "contains", values }]);
  const deleted = await makeRule("Deleted", [{ action: "assign", values }]);
  await admin.api.rules.remove({ id: deleted.id });
  await makePolicy("Hers", [{ field: "assignee", comparison: "is", values }]);
  await makeMacro(admin, "To her", [{ action: "assign", values }]);
  await makeMacro(admin, "My own to her", [{ action: "assign", values }], true);
  await makeMacro(dana, "Her own to herself", [{ action: "assign", values }], true);
  const named = ["rule Asks for her", "rule Assigns her", "policy Hers", "macro To her"];
  expect(await usesOf("person", dana.userId)).toEqual({
    uses: [...named.slice(0, 3), "macro My own to her", "macro To her"],
    more: 0,
    unseen: 0,
    unseenViews: 0,
  });
  expect(await usesOf("person", dana.userId, dana)).toEqual({ uses: named, more: 0, unseen: 1, unseenViews: 0 });
  const { items } = await admin.api.references.list({ kind: "person", id: dana.userId });
  expect(items.map(({ isOn }) => isOn)).toEqual([false, true, true, null, null]);
  // What another store has is not there.
  await expect(usesOf("person", dana.userId, await newOwner(app))).rejects.toThrow("This was deleted meanwhile");
});

test("names what uses a team, a response and working hours; policies with the hours come first", async () => {
  const [team, hours] = [await makeTeam("Returns"), await makeHours()];
  const response = await admin.api.cannedResponses.create({
    title: "Thanks",
    content: "Thank you",
    category: "Shipping",
    idempotencyKey: idempotencyKey(),
  });
  await makeRule("Sends", [{ action: "send_reply", values: [response.id] }]);
  await makeRule("Sorts", [{ action: "assign_team", values: [team.id] }]);
  await makeRule("At night", [priority], [{ field: "time", comparison: "outside", values: [hours.id] }]);
  await makePolicy("Of Returns", [{ field: "team", comparison: "is", values: [team.id] }]);
  await makePolicy("In the office", [], hours.id);
  await makeMacro(dana, "To Returns", [{ action: "assign_team", values: [team.id] }]);
  const none = { more: 0, unseen: 0, unseenViews: 0 };
  expect(await usesOf("response", response.id)).toEqual({ uses: ["rule Sends"], ...none });
  const ofTeam = ["rule Sorts", "policy Of Returns", "macro To Returns"];
  expect(await usesOf("team", team.id)).toEqual({ uses: ofTeam, ...none });
  expect(await usesOf("calendar", hours.id)).toEqual({ uses: ["policy In the office", "rule At night"], ...none });
  const { items } = await admin.api.references.list({ kind: "calendar", id: hours.id });
  expect(items.map(({ isNeeded }) => isNeeded)).toEqual([true, false]);
});

test("names the shared views that filter by a team or a person, and counts others' own", async () => {
  const team = await makeTeam("Returns");
  const other = await addColleague(app, admin, "supervisor");
  const save = (of: Person, name: string, filter: object, isShared = false) =>
    of.api.views.create({ name, filter, isShared, idempotencyKey: idempotencyKey() });
  await save(dana, "Hers, shared", { assignee: dana.userId }, true);
  await save(dana, "Her own", { assignee: dana.userId });
  await save(admin, "My own", { assignee: dana.userId, team: team.id });
  await save(other, "Of another", { assignee: dana.userId, team: team.id });
  await save(other, "Shared", { team: team.id }, true);
  await save(other, "Of nobody", { team: "nobody", assignee: "me", search: dana.userId }, true);
  const counted = { more: 0, unseen: 0, unseenViews: 1 };
  expect(await usesOf("person", dana.userId)).toEqual({ uses: ["view Hers, shared", "view My own"], ...counted });
  expect(await usesOf("team", team.id)).toEqual({ uses: ["view My own", "view Shared"], ...counted });
});

test("lists ten, and counts the others", async () => {
  const values = [dana.userId];
  for (let n = 0; n < 12; n += 1) await makeRule(`Rule ${String.fromCharCode(65 + n)}`, [{ action: "assign", values }]);
  const { uses, more } = await usesOf("person", dana.userId);
  expect([uses[0], uses.length, more]).toEqual(["rule Rule A", 10, 2]);
});
