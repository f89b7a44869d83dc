import { randomUUID } from "node:crypto";
import type { ChangeOutcome, ItemOfChange } from "@deskhand/contract/desk/change-many";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket, type TicketMakings } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let gone: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
  gone = await addColleague(app, owner, "agent");
  await owner.api.team.deactivate({ id: gone.userId });
});
afterAll(() => app.stop());

type Change = ItemOfChange["change"];
const change = async (by: Person, items: ItemOfChange[], idempotencyKey: string = randomUUID()) =>
  (await by.api.tickets.changeMany({ idempotencyKey, items })).results;
const changeAll = (by: Person, ids: string[], wanted: Change, key?: string) =>
  change(
    by,
    ids.map((id) => ({ id, change: wanted })),
    key,
  );
const takeBack = (by: Person, results: ChangeOutcome[]) =>
  change(
    by,
    results.flatMap(({ id, undo }) => (undo ? { id, ...undo } : [])),
  );
const told = (results: ChangeOutcome[]) => results.map(({ outcome, error }) => error?.code ?? outcome);
const trailOf = async (id: string) =>
  (await owner.api.tickets.activity({ id })).items.slice(1).map(({ kind, from, to }) => [kind, from, to]);
const eventsSince = async (number: number) =>
  (
    await app.asOwner<{ type: string }>(
      "select type from events where number > $1 order by number",
      [number],
      owner.tenantId,
    )
  ).map(({ type }) => type);
const lastEvent = async () =>
  (await app.asOwner<{ n: string }>("select max(number) as n from events", [], owner.tenantId))[0]?.n ?? "0";

describe("a change of one ticket", () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  type Case = [TicketMakings, () => ItemOfChange["change"], string, unknown[], ItemOfChange["expected"]?];
  test.each<Case>([
    [{}, () => ({ status: "pending" }), "changed", [["status_changed", "open", "pending"]]],
    [{}, () => ({ status: "open" }), "unchanged", []],
    [{}, () => ({ status: "closed" }), "changed", [["status_changed", "open", "closed"]]],
    [{ status: "closed" }, () => ({ status: "open" }), "changed", [["reopened", "closed", null]]],
    [
      { status: "resolved" },
      () => ({ status: "pending" }),
      "changed",
      [
        ["reopened", "resolved", null],
        ["status_changed", "open", "pending"],
      ],
    ],
    [{ status: "resolved" }, () => ({ status: "closed" }), "ticket_archived", []],
    [{ status: "closed" }, () => ({ status: "closed" }), "unchanged", []],
    [{ status: "closed" }, () => ({ assignedTo: agent.userId }), "ticket_archived", []],
    [{ status: "closed", tags: ["vip"] }, () => ({ addTags: ["VIP"] }), "unchanged", []],
    [{}, () => ({ assignedTo: agent.userId }), "changed", [["assigned", null, "agent"]]],
    [{}, () => ({ assignedTo: gone.userId }), "colleague_not_found", []],
    [{}, () => ({ priority: "high" }), "changed", [["priority_changed", "medium", "high"]]],
    [{}, () => ({ snoozedUntil: "answer" }), "changed", [["snoozed", null, null]]],
    [{}, () => ({ snoozedUntil: null }), "unchanged", []],
    [{}, () => ({ snoozedUntil: fromNow({ days: -1 }) }), "input_invalid", []],
    [{ status: "closed" }, () => ({ snoozedUntil: "answer" }), "ticket_archived", []],
    [{}, () => ({ category: "Shipping" }), "changed", [["category_changed", "General", "Shipping"]]],
    [{ tags: ["Late"] }, () => ({ addTags: ["late", "vip"] }), "changed", [["tags_changed", null, "vip"]]],
    [{ tags: ["Late"] }, () => ({ removeTags: ["LATE"] }), "changed", [["tags_changed", "Late", null]]],
    [{ tags: twenty }, () => ({ addTags: ["one more"] }), "too_many_tags", []],
    [{}, () => ({}), "unchanged", []],
    [{}, () => ({ status: "pending" }), "ticket_status_changed_meanwhile", [], { status: "urgent" }],
    [{}, () => ({ assignedTo: agent.userId }), "ticket_changed_meanwhile", [], { assignedTo: randomUUID() }],
    [{}, () => ({ category: "Billing" }), "ticket_changed_meanwhile", [], { category: "Shipping" }],
    // The current value is no conflict, whatever was expected.
    [{}, () => ({ status: "open" }), "unchanged", [], { status: "urgent" }],
    [
      { status: "closed" },
      () => ({ status: "open", category: "Billing" }),
      "changed",
      [
        ["reopened", "closed", null],
        ["category_changed", "General", "Billing"],
      ],
    ],
    [
      {},
      () => ({ status: "resolved", category: "Billing" }),
      "changed",
      [
        ["category_changed", "General", "Billing"],
        ["status_changed", "open", "resolved"],
      ],
    ],
  ])("%# %j", async (makings, wanted, end, trail, expected = {}) => {
    const { id, ticketNumber } = await makeTicket(app, owner, makings);
    const before = await owner.api.tickets.get({ id });
    const results = await change(owner, [{ id, change: wanted(), expected }]);
    expect(results).toMatchObject([{ id, ticketNumber }]);
    expect(told(results)).toEqual([end]);
    expect(await trailOf(id)).toEqual(trail);
    // Undone again.
    const after = await owner.api.tickets.get({ id });
    if (end !== "changed") return expect(after).toEqual(before);
    expect(told(await takeBack(owner, results))).toEqual(["changed"]);
    const { status, assignedTo, category, tags } = await owner.api.tickets.get({ id });
    expect({ status, assignedTo, category, tags }).toEqual({
      status: before.status,
      assignedTo: before.assignedTo,
      category: before.category,
      tags: before.tags,
    });
  });
});

test("a refused ticket does not stop the others, and each has its reason", async () => {
  const open = await makeTicket(app, owner);
  const archived = await makeTicket(app, owner, { status: "closed" });
  const deleted = await makeTicket(app, owner);
  await owner.api.tickets.delete({ id: deleted.id });
  const elsewhere = await newOwner(app);
  const foreign = await makeTicket(app, elsewhere);
  const ids = [archived.id, open.id, deleted.id, foreign.id];
  const results = await changeAll(agent, ids, { assignedTo: agent.userId });
  expect(results.map(({ id }) => id)).toEqual(ids);
  expect(told(results)).toEqual(["ticket_archived", "changed", "ticket_not_found", "ticket_not_found"]);
  expect(results[0]).toMatchObject({
    ticketNumber: archived.ticketNumber,
    error: { message: "This ticket is archived. Reopen it to make changes" },
    undo: null,
  });
  expect(results[3]).toMatchObject({ ticketNumber: null });
  expect(await elsewhere.api.tickets.get({ id: foreign.id })).toMatchObject({ assignedTo: null });
});

test.each([
  [[], "Choose at least one ticket"],
  [Array.from({ length: 101 }, () => randomUUID()), "At most 100 tickets can be changed in one request"],
  [["0193b1a0-0000-7000-8000-000000000000", "0193B1A0-0000-7000-8000-000000000000"], "A ticket is named twice"],
])("%# more tickets than may be changed together are refused", async (ids, message) => {
  await expect(changeAll(owner, ids, { status: "pending" })).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { items: [message] } },
  });
});

test("a repeated request changes nothing, even after somebody else's change, and returns the first result", async () => {
  const tickets = [await makeTicket(app, owner), await makeTicket(app, owner, { tags: ["a"] })];
  const ids = tickets.map(({ id }) => id);
  const key = randomUUID();
  const tagged = { addTags: ["vip, late"], removeTags: ["A"] };
  const wanted: Change = { status: "pending", assignedTo: owner.userId, ...tagged };
  const first = await changeAll(agent, ids, wanted, key);
  expect(told(first)).toEqual(["changed", "changed"]);
  await owner.api.tickets.changeStatus({ id: ids[0] ?? "", status: "urgent" });
  const trails = await Promise.all(ids.map(trailOf));
  const at = await lastEvent();
  expect(await changeAll(agent, ids, wanted, key)).toEqual(first);
  expect(await Promise.all(ids.map(trailOf))).toEqual(trails);
  expect(await eventsSince(+at)).toEqual([]);
  expect((await owner.api.tickets.get({ id: ids[0] ?? "" })).status).toBe("urgent");
  // The undo spares what somebody changed since.
  expect(told(await takeBack(agent, first))).toEqual(["ticket_status_changed_meanwhile", "changed"]);
  expect(await owner.api.tickets.get({ id: ids[1] ?? "" })).toMatchObject({
    status: "open",
    assignedTo: null,
    tags: ["a"],
  });
});

describe("a snoozed ticket", () => {
  const inDays = (days: number) => fromNow({ days });
  const snoozed = async (until: string) => {
    const { id } = await makeTicket(app, owner);
    await owner.api.tickets.snooze({ id, until });
    return id;
  };

  test.each(["answer", inDays(2)])(
    "until %s is snoozed again when the status that ended it is undone",
    async (until) => {
      const [id, other] = [await snoozed(until), (await makeTicket(app, owner)).id];
      const results = await changeAll(agent, [id, other], { status: "resolved" });
      expect(told(results)).toEqual(["changed", "changed"]);
      expect(await owner.api.tickets.get({ id })).toMatchObject({ status: "resolved", snoozedUntil: null });
      expect(told(await takeBack(agent, results))).toEqual(["changed", "changed"]);
      expect(await owner.api.tickets.get({ id })).toMatchObject({ status: "open", snoozedUntil: until });
      expect((await trailOf(id)).at(-1)).toEqual(["snoozed", null, until === "answer" ? null : until]);
      expect(await owner.api.tickets.get({ id: other })).toMatchObject({ status: "open", snoozedUntil: null });
      expect((await trailOf(other)).at(-1)).toEqual(["reopened", "resolved", null]);
    },
  );

  test("stays snoozed with another status, assignee or tag, until the time set last", async () => {
    const until = inDays(2);
    const id = await snoozed(until);
    const results = await changeAll(agent, [id], { status: "pending", assignedTo: agent.userId, addTags: ["vip"] });
    expect(await owner.api.tickets.get({ id })).toMatchObject({ status: "pending", snoozedUntil: until });
    await owner.api.tickets.snooze({ id, until: "answer" });
    expect(told(await takeBack(agent, results))).toEqual(["changed"]);
    expect(await owner.api.tickets.get({ id })).toMatchObject({ status: "open", snoozedUntil: "answer", tags: [] });
  });

  test("is not snoozed again if its end is not undone, or if a status that does not leave the archive names a time", async () => {
    const id = await snoozed("answer");
    const results = await changeAll(agent, [id], { status: "closed" });
    await owner.api.tickets.reopen({ id });
    expect(told(await takeBack(agent, results))).toEqual(["unchanged"]);
    expect(told(await changeAll(agent, [id], { status: "pending", snoozedUntil: inDays(2) }))).toEqual(["changed"]);
    expect(await owner.api.tickets.get({ id })).toMatchObject({ status: "pending", snoozedUntil: null });
  });

  test("is as before when a bulk change is undone, unless somebody has snoozed it otherwise since", async () => {
    const ids = [await snoozed("answer"), await snoozed("answer"), (await makeTicket(app, owner)).id];
    const before = await Promise.all(ids.map((id) => owner.api.tickets.get({ id })));
    const results = await changeAll(agent, ids, { snoozedUntil: inDays(2) });
    await owner.api.tickets.unsnooze({ id: ids[0] ?? "" });
    expect(told(await takeBack(agent, results))).toEqual(["ticket_changed_meanwhile", "changed", "changed"]);
    const after = await Promise.all(ids.map((id) => owner.api.tickets.get({ id })));
    expect(after.map(({ snoozedUntil }) => snoozedUntil)).toEqual([null, "answer", null]);
    expect(after.map(({ updatedAt }) => updatedAt)).toEqual(before.map(({ updatedAt }) => updatedAt));
  });
});

test("a request that arrives twice at once takes effect once", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, async () => (await makeTicket(app, owner)).id));
  const key = randomUUID();
  const [first, second] = await Promise.all([
    changeAll(agent, ids, { addTags: ["once"] }, key),
    changeAll(agent, [...ids].reverse(), { addTags: ["once"] }, key),
  ]);
  expect(first.map(({ outcome }) => outcome)).toEqual(ids.map(() => "changed"));
  expect([...second].reverse()).toEqual(first);
  for (const id of ids) expect(await trailOf(id)).toEqual([["tags_changed", null, "once"]]);
});

test("people who change the same tickets at once, in any order, wait for each other and lose nothing", async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, async () => (await makeTicket(app, owner)).id));
  const shuffled = (seed: number) => [...ids].sort((a, b) => (a > b ? 1 : -1) * (seed % 2 ? 1 : -1));
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      changeAll(index % 2 ? owner : agent, shuffled(index), { addTags: [`tag ${index}`] }),
    ),
  );
  expect(new Set(all.flatMap(told))).toEqual(new Set(["changed"]));
  for (const id of ids) expect((await owner.api.tickets.get({ id })).tags).toHaveLength(12);
});

describe("notifications", () => {
  const messagesOf = async ({ api }: Person) =>
    (await api.notifications.page({ limit: 100 })).items.flatMap(({ type, message }) =>
      type === "new_ticket" ? [] : message,
    );

  test("a bulk change notifies each new assignee once, however many requests it takes, and not the person who did it", async () => {
    const store = await newOwner(app);
    const [ann, bob] = [await addColleague(app, store, "agent"), await addColleague(app, store, "agent")];
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => (await makeTicket(app, store, { subject: "Handle" })).id),
    );
    for (const one of [ann, bob]) {
      const wanted = ["ticket_assigned" as const, "ticket_status_change" as const];
      await one.api.notifications.setPreferences({ wanted, desktop: false, sound: false });
    }
    const key = randomUUID();
    const { ticketNumber } = await store.api.tickets.get({ id: ids[0] ?? "" });
    await changeAll(ann, ids.slice(0, 1), { assignedTo: bob.userId }, key);
    expect(await messagesOf(bob)).toEqual([`Ticket: 000${ticketNumber} was assigned to you: Handle`]);
    await bob.api.notifications.markAllRead();
    for (const part of [ids.slice(0, 3), ids.slice(3), ids.slice(3)]) {
      await changeAll(ann, part, { assignedTo: bob.userId }, key);
    }
    expect(await messagesOf(bob)).toEqual(["5 tickets were assigned to you"]);
    const [gathered] = (await bob.api.notifications.list()).items;
    expect(gathered).toMatchObject({ type: "ticket_assigned", ticketId: null, read: true });
    await changeAll(ann, ids, { status: "pending" });
    await changeAll(ann, ids.slice(0, 1), { status: "urgent" });
    expect((await messagesOf(bob)).slice(0, 2)).toEqual([
      `Ticket: 000${ticketNumber} is now URGENT: Handle`,
      "5 of your tickets are now Pending",
    ]);
    await changeAll(bob, ids, { status: "open" });
    await changeAll(ann, ids, { assignedTo: ann.userId });
    expect(await messagesOf(bob)).toHaveLength(3);
    expect(await messagesOf(ann)).toEqual([]);
  });

  test("people who switched it off are not notified, and screens get one event per change", async () => {
    await agent.api.notifications.setPreferences({ wanted: [], desktop: false, sound: false });
    const before = await messagesOf(agent);
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await makeTicket(app, owner)).id));
    const at = await lastEvent();
    await changeAll(owner, ids, { assignedTo: agent.userId, status: "pending" });
    expect(await eventsSince(+at)).toEqual(["tickets.assigned", "tickets.status-changed", "tickets.changed"]);
    expect(await messagesOf(agent)).toEqual(before);
  });
});
