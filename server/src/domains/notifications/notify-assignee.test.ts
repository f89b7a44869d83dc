import { afterAll, beforeAll, expect, test } from "vitest";
import { emit } from "../../platform/events.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, makeTicket, type TestTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** A ticket that belongs to a colleague, who was not notified of it yet. */
async function assignedTicket(): Promise<{ owner: Person; agent: Person; ticket: TestTicket }> {
  const owner = await newOwner(app);
  const ticket = await makeTicket(app, owner, { subject: "Loose handle" });
  const agent = await addColleague(app, owner, "agent");
  await app.asOwner("update support_tickets set assigned_to = $1", [agent.userId], owner.tenantId);
  return { owner, agent, ticket };
}

function assign({ tenantId }: Person, ticket: TestTicket, to: string | null, actorId: string | null): Promise<void> {
  return app.services.db.withTenant(tenantId, (tx) =>
    emit(tx, "ticket.assigned", { ticketId: ticket.id, from: null, to, actorId }),
  );
}

async function notificationsOf({ api }: Person): Promise<{ type: string; title: string; message: string }[]> {
  const { items } = await api.notifications.list();
  return items.map(({ type, title, message }) => ({ type, title, message }));
}

test("who a ticket is assigned to is notified, each time, and nobody else is", async () => {
  const { owner, agent, ticket } = await assignedTicket();
  const before = (await notificationsOf(owner)).length;
  const notification = {
    type: "ticket_assigned",
    title: "Ticket Assigned",
    message: "Ticket: 0001 was assigned to you: Loose handle",
  };
  await assign(owner, ticket, agent.userId, owner.userId);
  expect(await notificationsOf(agent)).toEqual([notification]);
  await assign(owner, ticket, null, owner.userId);
  await assign(owner, ticket, agent.userId, null);
  expect(await notificationsOf(agent)).toEqual([notification, notification]);
  expect(await notificationsOf(owner)).toHaveLength(before);
  expect((await agent.api.notifications.list()).items[0]).toMatchObject({ ticketId: ticket.id, read: false });
});

test("a colleague is notified of a ticket given to them, and not of the same given again", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await agent.api.notifications.setPreferences({ wanted: ["ticket_assigned"], desktop: false, sound: false });
  const { id } = await makeTicket(app, owner, { subject: "Loose handle" });
  for (const _ of [1, 2]) await owner.api.tickets.update({ id, assignedTo: agent.userId });
  expect((await notificationsOf(agent)).map(({ message }) => message)).toEqual([
    "Ticket: 0001 was assigned to you: Loose handle",
  ]);
});

test("nobody is notified of taking a ticket oneself, and an inactive colleague hears nothing", async () => {
  const { owner, agent, ticket } = await assignedTicket();
  await assign(owner, ticket, agent.userId, agent.userId);
  expect(await notificationsOf(agent)).toEqual([]);
  await app.asOwner("update users set is_active = false where id = $1", [agent.userId], owner.tenantId);
  await assign(owner, ticket, agent.userId, owner.userId);
  await owner.api.tickets.changeStatus({ id: ticket.id, status: "urgent" });
  expect(await app.asOwner("select id from notifications where user_id = $1", [agent.userId], owner.tenantId)).toEqual(
    [],
  );
});

test("the assignee is notified of each status that somebody else sets", async () => {
  const { owner, agent, ticket } = await assignedTicket();
  await owner.api.tickets.changeStatus({ id: ticket.id, status: "in-progress", note: "Mine" });
  await agent.api.tickets.changeStatus({ id: ticket.id, status: "pending" });
  await owner.api.tickets.changeStatus({ id: ticket.id, status: "open" });
  const notification = { type: "ticket_status_change", title: "Ticket Status Changed" };
  expect(await notificationsOf(agent)).toEqual([
    { ...notification, message: "Ticket: 0001 is now Open (was Pending): Loose handle" },
    { ...notification, message: "Ticket: 0001 is now In Progress (was Open): Loose handle" },
  ]);
  expect((await notificationsOf(owner)).map(({ type }) => type)).toEqual(["new_ticket"]);
});

test("the assignee is notified of a reply that reopens a ticket as both", async () => {
  const { owner, agent, ticket } = await assignedTicket();
  await agent.api.tickets.changeStatus({ id: ticket.id, status: "resolved" });
  await customerReplies(app, owner, ticket.id, "It came off again");
  expect((await notificationsOf(agent)).map(({ message }) => message).sort()).toEqual([
    "New reply from Jane Doe",
    "Ticket: 0001 is now Open (was Resolved): Loose handle",
  ]);
});

test("nobody is notified of the status of a ticket that nobody has", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const { id } = await makeTicket(app, owner, { createdBy: agent.userId, source: "agent" });
  await owner.api.tickets.changeStatus({ id, status: "pending" });
  expect(await notificationsOf(agent)).toEqual([]);
});
