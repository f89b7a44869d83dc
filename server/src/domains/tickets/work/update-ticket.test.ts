import type { Activity } from "@deskhand/contract/tickets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const due = "2026-12-24T22:59:59.000Z";
type Told = Pick<Activity, "kind" | "actorName" | "from" | "to">;
const trailOf = async (id: string): Promise<Told[]> =>
  (await agent.api.tickets.activity({ id })).items.map(({ kind, actorName, from, to }) => ({
    kind,
    actorName,
    from,
    to,
  }));
const eventsOf = (ticketId: string) =>
  app.asOwner<{ type: string; payload: Record<string, unknown> }>(
    "select type, payload from events where payload ->> 'ticketId' = $1 and type not like 'notification.%' order by number",
    [ticketId],
    owner.tenantId,
  );

test("each changed value is saved, added to the trail and emitted", async () => {
  const { id } = await makeTicket(app, owner, { createdAt: "2026-01-01T00:00:00.000Z" });
  const edited = await agent.api.tickets.update({
    id,
    subject: " Lost parcel ",
    priority: "high",
    category: "Shipping",
    assignedTo: owner.userId,
    dueDate: due,
    addTags: [" VIP ", "vip", "late"],
  });
  expect(edited).toMatchObject({
    subject: "Lost parcel",
    priority: "high",
    category: "Shipping",
    assignedTo: owner.userId,
    dueDate: due,
    tags: ["VIP", "late"],
  });
  expect(Date.parse(edited.updatedAt)).toBeGreaterThan(Date.parse("2026-01-02"));
  const by = { actorName: agent.name };
  expect(await trailOf(id)).toEqual([
    { actorName: "jane@customer.test", kind: "created", from: null, to: null },
    { ...by, kind: "subject_changed", from: "Where is my order?", to: "Lost parcel" },
    { ...by, kind: "priority_changed", from: "medium", to: "high" },
    { ...by, kind: "category_changed", from: "General", to: "Shipping" },
    { ...by, kind: "due_date_changed", from: null, to: due },
    { ...by, kind: "tags_changed", from: null, to: "VIP, late" },
    { ...by, kind: "assigned", from: null, to: owner.name },
  ]);
  const events = await eventsOf(id);
  expect(events.map(({ type }) => type)).toEqual([
    "ticket.created",
    "message.created",
    "ticket.assigned",
    "ticket.updated",
  ]);
  expect(events[2]?.payload).toEqual({ ticketId: id, from: null, to: owner.userId, actorId: agent.userId });

  const undone = { id, assignedTo: null, dueDate: null, removeTags: ["LATE", "never there"] };
  expect(await agent.api.tickets.update(undone)).toMatchObject({ assignedTo: null, dueDate: null, tags: ["VIP"] });
  expect((await trailOf(id)).slice(-3)).toEqual([
    { ...by, kind: "due_date_changed", from: due, to: null },
    { ...by, kind: "tags_changed", from: "late", to: null },
    { ...by, kind: "assigned", from: owner.name, to: null },
  ]);
});

test("a change to the same values leaves no trace, and neither does a repeated request", async () => {
  const { id } = await makeTicket(app, owner);
  const edit = { id, priority: "low", dueDate: due, expected: { priority: "medium" } } as const;
  const tagged = { ...edit, addTags: ["new"] };
  const once = await agent.api.tickets.update(tagged);
  const before = [await trailOf(id), await eventsOf(id)];
  expect(await agent.api.tickets.update(tagged)).toEqual(once);
  expect(await agent.api.tickets.update({ id, addTags: ["NEW"], dueDate: "2026-12-24T22:59:59Z" })).toEqual(once);
  expect(await agent.api.tickets.update({ id })).toEqual(once);
  expect([await trailOf(id), await eventsOf(id)]).toEqual(before);
});

test("a value that somebody else changed meanwhile is reported, and nothing of the request is saved", async () => {
  const { id } = await makeTicket(app, owner);
  await owner.api.tickets.update({ id, assignedTo: owner.userId, priority: "high" });
  const late = { id, category: "Billing", assignedTo: agent.userId, expected: { assignedTo: null } } as const;
  await expect(agent.api.tickets.update(late)).rejects.toMatchObject({
    code: "ticket_changed_meanwhile",
    data: { field: "assignedTo", value: owner.name },
  });
  const alsoLate = { id, priority: "low", expected: { priority: "medium" } } as const;
  await expect(agent.api.tickets.update(alsoLate)).rejects.toMatchObject({
    code: "ticket_changed_meanwhile",
    data: { field: "priority", value: "high" },
  });
  expect(await agent.api.tickets.get({ id })).toMatchObject({ category: "General", assignedTo: owner.userId });
  // An edit of another field does not conflict.
  expect(await agent.api.tickets.update({ id, category: "Billing", expected: { category: "General" } })).toMatchObject({
    category: "Billing",
  });
});

test("of two concurrent assignments one learns of the other; concurrent tags are both added", async () => {
  const { id } = await makeTicket(app, owner);
  const both = await Promise.allSettled(
    [owner, agent].map(({ userId, api }) =>
      api.tickets.update({ id, assignedTo: userId, expected: { assignedTo: null } }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await Promise.all([owner, agent].map(({ userId, api }) => api.tickets.update({ id, addTags: [userId] })));
  expect((await agent.api.tickets.get({ id })).tags.sort()).toEqual([owner.userId, agent.userId].sort());
});

test("only active colleagues can be assigned; deactivated ones stay assigned", async () => {
  const { id } = await makeTicket(app, owner);
  const left = await addColleague(app, owner, "agent");
  await agent.api.tickets.update({ id, assignedTo: left.userId });
  await app.asOwner("update users set is_active = false where id = $1", [left.userId], owner.tenantId);
  const stranger = await newOwner(app);
  const other = await makeTicket(app, owner);
  for (const assignedTo of [left.userId, stranger.userId, other.id]) {
    await expect(agent.api.tickets.update({ id: other.id, assignedTo })).rejects.toMatchObject({
      code: "colleague_not_found",
    });
  }
  expect(await agent.api.tickets.update({ id, priority: "low" })).toMatchObject({ assignedTo: left.userId });
  const team = (await agent.api.team.list()).items;
  const [gone, here] = [
    { id: left.userId, name: left.name, email: left.email },
    { id: owner.userId, name: owner.name, email: owner.email },
  ];
  expect(team).toContainEqual({ ...gone, role: "agent", isActive: false });
  expect(team).toContainEqual({ ...here, role: "admin", isActive: true });
  expect(team.map(({ id }) => id)).not.toContain(stranger.userId);
});

test("an archived ticket cannot be edited", async () => {
  const { id } = await makeTicket(app, owner, { status: "closed" });
  await expect(agent.api.tickets.update({ id, priority: "high" })).rejects.toMatchObject({ code: "ticket_archived" });
});

test("a ticket has at most 20 tags; surplus ones from an import can still be removed", async () => {
  const many = Array.from({ length: 22 }, (_, index) => `tag ${index}`);
  const { id } = await makeTicket(app, owner, { tags: many });
  await expect(agent.api.tickets.update({ id, addTags: ["one more"] })).rejects.toMatchObject({
    code: "too_many_tags",
  });
  expect((await agent.api.tickets.update({ id, removeTags: ["Tag 3"] })).tags).toHaveLength(21);
});

test("every fault of an edit is reported at once, by field", async () => {
  const { id } = await makeTicket(app, owner);
  const response = await agent.send(`/api/tickets/${id}`, {
    method: "PATCH",
    json: {
      subject: "  ",
      priority: "huge",
      category: 3,
      assignedTo: "me",
      dueDate: "0026-12-24T00:00:00Z",
      addTags: ["", "x".repeat(51)],
    },
  });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    {
      data: {
        fields: {
          subject: ["Please fill in all required fields"],
          priority: [expect.any(String)],
          category: [expect.any(String)],
          assignedTo: [expect.any(String)],
          dueDate: ["Please enter a valid date"],
          "addTags.0": ["A tag cannot be empty"],
          "addTags.1": ["A tag is too long (maximum 50 characters)"],
        },
      },
    },
  ]);
});

test("the trail is cut to the newest 200 steps", async () => {
  const { id } = await makeTicket(app, owner);
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    tx
      .insertInto("ticket_activities")
      .values(Array.from({ length: 200 }, () => ({ id: crypto.randomUUID(), ticket_id: id, kind: "replied" as const })))
      .execute(),
  );
  const { items, hasOlder } = await agent.api.tickets.activity({ id });
  expect([items.length, hasOlder, items.every(({ kind }) => kind === "replied")]).toEqual([200, true, true]);
});
