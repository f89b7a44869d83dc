import { ticketStatuses } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { system } from "../../../platform/acting.ts";
import { databaseTime } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { snoozeTicket } from "../snoozing/snooze-ticket.ts";
import { changeStatus } from "./change-status.ts";
import { updateTicket } from "./update-ticket.ts";

let app: Desk;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  agent = await addColleague(app, await newOwner(app), "agent");
});
afterAll(() => app.stop());

type Activity = { kind: string; actor_id: string | null; details: unknown };
const activitiesOf = (ticketId: string) =>
  app.asOwner<Activity>(
    "select kind, actor_id, details from ticket_activities where ticket_id = $1 order by created_at, id",
    [ticketId],
    agent.tenantId,
  );

test.each(["open", "in-progress", "pending", "urgent"] as const)(
  "an active ticket goes from %s to any other status",
  async (from) => {
    for (const status of ticketStatuses.filter((item) => item !== from)) {
      const { id } = await makeTicket(app, agent, { status: from });
      expect(await agent.api.tickets.changeStatus({ id, status })).toMatchObject({ id, status });
    }
  },
);

test("the current status cannot be chosen", async () => {
  const { id } = await makeTicket(app, agent);
  await expect(agent.api.tickets.changeStatus({ id, status: "open" })).rejects.toMatchObject({
    code: "ticket_status_unchanged",
    status: 409,
  });
});

test("a change sets updatedAt and saves its trimmed comment as an internal note with its author", async () => {
  const { id } = await makeTicket(app, agent, { createdAt: "2026-01-01T00:00:00.000Z" });
  const began = await databaseTime(app);
  const changed = await agent.api.tickets.changeStatus({ id, status: "pending", note: "  Asked the carrier.  " });
  expect(changed.updatedAt >= began).toBe(true);
  expect(changed).toMatchObject({ status: "pending", noteCount: 1, messageCount: 1 });
  expect(changed.notes).toMatchObject([
    { content: "Asked the carrier.", authorId: agent.userId, authorName: agent.name },
  ]);
  expect(changed.messages.map(({ content }) => content)).not.toContain("Asked the carrier.");
  expect(await activitiesOf(id)).toMatchObject([
    { kind: "created", actor_id: null },
    { kind: "status_changed", actor_id: agent.userId, details: { from: "open", to: "pending" } },
    { kind: "note_added", actor_id: agent.userId, details: { noteId: changed.notes[0]?.id } },
  ]);
});

test("a blank comment is no note", async () => {
  const { id } = await makeTicket(app, agent);
  expect(await agent.api.tickets.changeStatus({ id, status: "pending", note: "  \n " })).toMatchObject({
    noteCount: 0,
    notes: [],
  });
});

test("somebody else's change meanwhile is reported, and nothing changes", async () => {
  const { id } = await makeTicket(app, agent);
  await agent.api.tickets.changeStatus({ id, status: "urgent" });
  const late = agent.api.tickets.changeStatus({ id, status: "closed", expectedStatus: "open", note: "Done" });
  await expect(late).rejects.toMatchObject({ code: "ticket_status_changed_meanwhile", data: { status: "urgent" } });
  expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "urgent", noteCount: 0 });
});

test("of two concurrent changes from the same status one learns of the other", async () => {
  const { id } = await makeTicket(app, agent);
  const both = await Promise.allSettled(
    (["pending", "closed"] as const).map((status) =>
      agent.api.tickets.changeStatus({ id, status, expectedStatus: "open" }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test.each(["resolved", "closed"] as const)("a %s ticket is archived and only changes by reopening", async (status) => {
  const { id } = await makeTicket(app, agent, { status });
  await expect(agent.api.tickets.changeStatus({ id, status: "urgent" })).rejects.toMatchObject({
    code: "ticket_archived",
  });
  expect((await agent.api.tickets.list({ view: "archive", limit: 100 })).items.map((item) => item.id)).toContain(id);
  const before = await databaseTime(app);
  const reopened = await agent.api.tickets.reopen({ id });
  expect(reopened.status).toBe("open");
  expect(reopened.updatedAt >= before).toBe(true);
  expect((await agent.api.tickets.list({ limit: 100 })).items.map((item) => item.id)).toContain(id);
  await expect(agent.api.tickets.reopen({ id })).rejects.toMatchObject({ code: "ticket_not_archived", status: 409 });
});

test("a customer's reply reopens an archived ticket in nobody's name; an automatic one does not", async () => {
  const { id } = await makeTicket(app, agent, { status: "closed" });
  await customerReplies(app, agent, id, "I am out of the office", { isAutomatic: true });
  expect((await agent.api.tickets.get({ id })).status).toBe("closed");
  await customerReplies(app, agent, id, "It broke again");
  expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "open", messageCount: 3 });
  expect((await activitiesOf(id)).slice(-2)).toMatchObject([
    { kind: "reopened", actor_id: null },
    { kind: "customer_replied", actor_id: null },
  ]);
});

test("every fault of a request is reported at once, by field", async () => {
  const response = await agent.send("/api/tickets/not-an-id/status", {
    json: { status: "done", note: "x".repeat(10_001), expectedStatus: 7 },
  });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    {
      code: "input_invalid",
      data: {
        fields: {
          id: [expect.any(String)],
          status: [expect.any(String)],
          note: ["Note is too long (maximum 10,000 characters)"],
          expectedStatus: [expect.any(String)],
        },
      },
    },
  ]);
});

test("automations change a ticket under their own name, as people do", async () => {
  const { id } = await makeTicket(app, agent);
  const rule = { kind: "rule", userId: null, name: "Rule “Late parcels”" } as const;
  await app.db.withTenant(agent.tenantId, async (tx) => {
    const own = { addTags: ["late"], removeTags: [], assignedTo: agent.userId, expected: {} };
    await updateTicket(tx, rule, { id, priority: "high", ...own });
    await changeStatus(tx, rule, { id, status: "pending", note: "Asked the carrier." });
  });
  const changed = await agent.api.tickets.get({ id });
  expect(changed).toMatchObject({ priority: "high", status: "pending", tags: ["late"], assignedTo: agent.userId });
  expect(changed.notes).toMatchObject([{ authorId: null, authorName: rule.name, content: "Asked the carrier." }]);
  const { items } = await agent.api.tickets.activity({ id });
  const kinds = ["assigned", "note_added", "priority_changed", "status_changed", "tags_changed"];
  const byRule = items.filter(({ actorName }) => actorName === rule.name);
  expect(byRule.map(({ kind }) => kind).sort()).toEqual(kinds);
  expect(byRule.every(({ actorId }) => actorId === null)).toBe(true);
});

test("changes that nobody requested are made by the system", async () => {
  const { id } = await makeTicket(app, agent);
  await app.db.withTenant(agent.tenantId, (tx) => snoozeTicket(tx, system, { id, until: "answer" }));
  const { items } = await agent.api.tickets.activity({ id });
  expect(items.find(({ kind }) => kind === "snoozed")).toMatchObject({ actorId: null, actorName: "System" });
});
