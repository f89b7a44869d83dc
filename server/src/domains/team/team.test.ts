import type { Role } from "@deskhand/contract/permissions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person, signIn, turnOnTwoFactor } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

type Refusal = { code: string; status: number; message: string; data: unknown };
const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error("It was not refused")),
    (refusal) => refusal,
  );
const team = ({ api }: Person = owner) => api.team;
const find = async (id: string) => (await team().users()).items.find((user) => user.id === id);
const log = async () => (await owner.api.audit.list({ kind: "team" })).items;
const invited = (over: object = {}) => ({ email: newAddress("ann"), name: "Ann Agent", ...over });

describe("the team list", () => {
  test("shows who signs in with two factors to admins only", async () => {
    const agent = await addColleague(app, owner, "agent");
    await turnOnTwoFactor(app, agent);
    const factors = async (person?: Person) =>
      new Map((await team(person).users()).items.map(({ id, hasTwoFactor }) => [id, hasTwoFactor]));
    expect(await factors()).toEqual(
      new Map([
        [agent.userId, true],
        [owner.userId, false],
      ]),
    );
    const colleague = await addColleague(app, owner, "supervisor");
    expect([...(await factors(colleague)).values()]).toEqual([undefined, undefined, undefined]);
  });

  test("lists everybody by name with role, state and last sign-in, and totals", async () => {
    const [zoe, ann] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "supervisor")];
    await app.asOwner("update users set name = 'Zoe', last_login = null where id = $1", [zoe.userId], owner.tenantId);
    await app.asOwner("update users set name = 'ann' where id = $1", [ann.userId], owner.tenantId);
    await team().deactivate({ id: zoe.userId });
    const { items, stats } = await team(ann).users();
    expect(items.map(({ name, role, isActive }) => [name, role, isActive])).toEqual([
      ["ann", "supervisor", true],
      [owner.name, "admin", true],
      ["Zoe", "agent", false],
    ]);
    expect(items.map(({ lastLogin }) => lastLogin !== null)).toEqual([true, true, false]);
    expect(stats).toEqual({ total: 3, admins: 1, active: 2, agents: 1 });
  });
});

const blocked: [string, (of: Person, id: string) => Promise<unknown>][] = [
  ["Only administrators can invite users", (person) => team(person).invite(invited())],
  ["Only administrators can invite users", (person, id) => team(person).resendInvitation({ id })],
  ["Only administrators can edit users", (person, id) => team(person).changeRole({ id, role: "admin" })],
  ["Only administrators can deactivate users", (person, id) => team(person).deactivate({ id })],
  ["Only administrators can activate users", (person, id) => team(person).activate({ id })],
  ["Only administrators can delete users", (person, id) => team(person).delete({ id })],
  ["Only administrators can read the audit log", (person) => person.api.audit.list({})],
];
test.each(blocked)("refuses other roles with '%s', whatever the person", async (message, work) => {
  for (const role of ["agent", "supervisor"] as const) {
    const colleague = await addColleague(app, owner, role);
    for (const id of [owner.userId, colleague.userId])
      expect(await refusalOf(work(colleague, id))).toMatchObject({ code: "not_allowed", status: 403, message });
  }
  expect(await find(owner.userId)).toMatchObject({ role: "admin", isActive: true });
});

describe("the admin's own account", () => {
  const own: [string, string, (id: string) => Promise<unknown>][] = [
    ["user_is_self", "You cannot change your own role or access", (id) => team().changeRole({ id, role: "agent" })],
    ["user_is_self", "You cannot change your own role or access", (id) => team().deactivate({ id })],
    ["user_is_self", "You cannot change your own role or access", (id) => team().activate({ id })],
    ["cannot_delete_self", "You cannot delete yourself", (id) => team().delete({ id })],
  ];
  test.each(own)("cannot be changed by the admin: %s, %s", async (code, message, work) => {
    for (const id of [owner.userId, owner.userId.toUpperCase()])
      expect(await refusalOf(work(id))).toMatchObject({ code, message, status: 409 });
    expect(await find(owner.userId)).toMatchObject({ role: "admin", isActive: true });
  });
});

describe("the last admin", () => {
  const ways: [string, (by: Person, whom: Person) => Promise<unknown>][] = [
    ["demoting", (actor, target) => team(actor).changeRole({ id: target.userId, role: "agent" })],
    ["deactivating", (actor, target) => team(actor).deactivate({ id: target.userId })],
    ["deleting", (actor, target) => team(actor).delete({ id: target.userId })],
  ];
  test.each(ways)(
    "lets one of two admins succeed in %s the other at once, and tells the other why not",
    async (way, work) => {
      for (let round = 0; round < 4; round += 1) {
        const first = await newOwner(app);
        const second = await addColleague(app, first, "admin");
        const outcomes = await Promise.allSettled([work(first, second), work(second, first)]);
        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        const [refused] = outcomes.flatMap((outcome) =>
          outcome.status === "rejected" ? [outcome.reason.message] : [],
        );
        if (way === "demoting") expect(refused).toBe("Only administrators can edit users");
        else expect(refused).toBe("Auth session missing!");
        const admins = await app.asOwner(
          "select from users where client_id = $1 and role = 'admin' and is_active",
          [first.tenantId],
          first.tenantId,
        );
        expect(admins).toHaveLength(1);
      }
    },
  );

  test("remains when three admins change each other in a circle", async () => {
    const people = [owner, await addColleague(app, owner, "admin"), await addColleague(app, owner, "admin")];
    await Promise.allSettled(
      people.map((person, at) => team(person).delete({ id: people[(at + 1) % 3]?.userId ?? "" })),
    );
    const admins = await app.asOwner(
      "select from users where client_id = $1 and role = 'admin' and is_active",
      [owner.tenantId],
      owner.tenantId,
    );
    expect(admins.length).toBeGreaterThanOrEqual(1);
  });
});

describe("changing a role", () => {
  test("holds from the next request on, both ways, without a new sign-in", async () => {
    const agent = await addColleague(app, owner, "agent");
    for (const role of ["admin", "supervisor", "admin", "agent"] as Role[]) {
      expect(await team().changeRole({ id: agent.userId, role })).toMatchObject({ role });
      const { user, can } = await agent.api.account.me();
      expect([user.role, can.includes("team:manage")]).toEqual([role, role === "admin"]);
      if (role !== "admin") expect(await refusalOf(agent.api.audit.list({}))).toMatchObject({ code: "not_allowed" });
    }
    expect((await log()).map(({ action, details }) => [action, details])).toEqual([
      ["team.role-changed", { from: "admin", to: "agent" }],
      ["team.role-changed", { from: "supervisor", to: "admin" }],
      ["team.role-changed", { from: "admin", to: "supervisor" }],
      ["team.role-changed", { from: "agent", to: "admin" }],
    ]);
  });

  test("emits nothing when the person has the role already", async () => {
    const agent = await addColleague(app, owner, "agent");
    expect(await team().changeRole({ id: agent.userId, role: "agent" })).toMatchObject({ role: "agent" });
    expect(await log()).toEqual([]);
  });

  test("is refused for unknown people and those of another store", async () => {
    const stranger = await newOwner(app);
    for (const id of [stranger.userId, crypto.randomUUID()])
      expect(await refusalOf(team().changeRole({ id, role: "agent" }))).toMatchObject({
        code: "user_not_found",
        status: 404,
      });
  });
});

describe("deactivating a person", () => {
  test("signs them out everywhere at once until they are activated again", async () => {
    const agent = await addColleague(app, owner, "agent");
    const elsewhere = await signIn(app, agent);
    expect(await team().deactivate({ id: agent.userId })).toMatchObject({ isActive: false });
    for (const each of [agent, elsewhere])
      expect(await refusalOf(each.api.account.me())).toMatchObject({ code: "not_signed_in" });
    expect(await app.asOwner("select from sessions where user_id = $1", [agent.userId])).toEqual([]);
    await expect(signIn(app, agent)).rejects.toThrow(/This account is inactive/);
    expect(await team().activate({ id: agent.userId })).toMatchObject({ isActive: true });
    // The earlier session stays ended.
    expect(await refusalOf(agent.api.account.me())).toMatchObject({ code: "not_signed_in" });
    expect((await signIn(app, agent)).userId).toBe(agent.userId);
    expect((await log()).map(({ action }) => action)).toEqual(["team.activated", "team.deactivated"]);
  });
});

describe("deleting a person", () => {
  test("removes sign-in and sessions, and frees the address", async () => {
    const agent = await addColleague(app, owner, "agent");
    expect(await team().delete({ id: agent.userId })).toEqual({ id: agent.userId });
    expect(await refusalOf(agent.api.account.me())).toMatchObject({ code: "not_signed_in" });
    for (const table of ["identities", "sessions", "accounts"])
      expect(
        await app.asOwner(`select from ${table} where ${table === "identities" ? "id" : "user_id"} = $1`, [
          agent.userId,
        ]),
      ).toEqual([]);
    expect(await refusalOf(team().delete({ id: agent.userId }))).toMatchObject({ code: "user_not_found" });
    const again = await team().invite(invited({ email: agent.email }));
    expect(again.id).not.toBe(agent.userId);
    const entries = (await owner.api.audit.list({ userId: agent.userId })).items;
    expect(entries[0]).toMatchObject({ action: "team.deleted", subject: `agent <${agent.email}>` });
  });

  test("keeps what they wrote under their name, and unassigns their tickets", async () => {
    const agent = await addColleague(app, owner, "agent");
    await agent.api.account.updateProfile({ name: "Gone Agent" });
    const ticket = await makeTicket(app, owner);
    await agent.api.tickets.update({ id: ticket.id, assignedTo: agent.userId });
    await reply(agent, ticket.id, { content: "I will look into it" });
    await agent.api.messages.addNote({ ticketId: ticket.id, content: "A note", idempotencyKey: crypto.randomUUID() });
    await agent.api.tracking.addNote({ ticketId: ticket.id, content: "A note", idempotencyKey: crypto.randomUUID() });
    await team().delete({ id: agent.userId });
    await until(async () => (await owner.api.tickets.releases()).items.length === 0);
    const [detail, activity, tracking] = [
      await owner.api.tickets.get({ id: ticket.id }),
      (await owner.api.tickets.activity({ id: ticket.id })).items,
      await owner.api.tracking.listNotes({ ticketId: ticket.id, limit: 5 }),
    ];
    expect(detail).toMatchObject({ assignedTo: null });
    expect(detail.messages.map(({ authorName }) => authorName)).toContain("Gone Agent");
    expect(JSON.stringify(await owner.api.messages.listNotes({ ticketId: ticket.id }))).toContain("Gone Agent");
    expect(JSON.stringify(tracking)).toContain("Gone Agent");
    expect(activity.map(({ kind, actorName }) => `${kind} ${actorName}`)).toEqual(
      expect.arrayContaining(["replied Gone Agent", "note_added Gone Agent", `assigned ${owner.name}`]),
    );
    expect(activity.at(-1)).toMatchObject({ kind: "assigned", from: "Gone Agent", to: null, actorName: owner.name });
  });

  test("deletes their picture, and nobody else's", async () => {
    const agent = await addColleague(app, owner, "agent");
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    for (const each of [agent, owner]) await each.send("/api/account/avatar", { method: "POST", body: png });
    await team().delete({ id: agent.userId });
    expect(await app.asOwner("select from files where client_id = $1", [owner.tenantId], owner.tenantId)).toHaveLength(
      1,
    );
  });
});

test("shows changes on the store's other screens", async () => {
  const agent = await addColleague(app, owner, "agent");
  await team().changeRole({ id: agent.userId, role: "supervisor" });
  await team().delete({ id: agent.userId });
  const types = await until(async () => {
    const rows = await app.asOwner<{ type: string }>(
      "select type from events where payload ->> 'userId' = $1 order by number",
      [agent.userId],
      owner.tenantId,
    );
    return rows.map(({ type }) => type);
  });
  expect(types).toEqual(["user.updated", "user.deleted"]);
});
