import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emit } from "../../platform/events.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, makeTicket, type TestTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await colleague("Ada");
  await owner.api.account.updateProfile({ name: "Olga Owner" });
});
afterAll(() => app.stop());

async function colleague(name: string): Promise<Person> {
  const person = await addColleague(app, owner, "agent");
  await person.api.account.updateProfile({ name });
  return person;
}

const note = (by: Person, ticketId: string, content: string, idempotencyKey = randomUUID()) =>
  by.api.messages.addNote({ ticketId, content, idempotencyKey });

async function mentionsOf(person: Person) {
  const { items } = await person.api.notifications.list();
  return items.filter(({ type }) => type === "mention").map(({ message }) => message);
}

test("notifies the people a note names once, except its author, and nobody of other names", async () => {
  const { id } = await makeTicket(app, owner, { subject: "Loose handle" });
  const key = randomUUID();
  const content = "@ada and @ADA, look at this; @Olga Owner too, and ask bob@Ada.example";
  const added = await note(owner, id, content, key);
  expect(added.notTold).toEqual([]);
  expect(await note(owner, id, content, key)).toEqual(added);
  const [message] = await mentionsOf(agent);
  expect(message).toMatch(/^Olga Owner mentioned you on Ticket: \d{4}: Loose handle$/);
  expect(await mentionsOf(agent)).toHaveLength(1);
  expect(await mentionsOf(owner)).toEqual([]);
  const [told] = (await agent.api.notifications.list()).items;
  expect(told).toMatchObject({ title: "You Were Mentioned", ticketId: id, authorName: "Olga Owner", read: false });
});

test("notifies by notes of a status change too, but not by mails, replies or ticket texts", async () => {
  const { id } = await makeTicket(app, owner, { description: "@Ada where is it? @Olga Owner" });
  const before = (await mentionsOf(agent)).length;
  await customerReplies(app, owner, id, "@Ada @Olga Owner are you there?");
  const reply = { ticketId: id, content: "@Ada will send it", idempotencyKey: randomUUID(), lastSeenMessageId: null };
  await owner.api.messages.reply({ ...reply, sendAnyway: true });
  expect(await mentionsOf(agent)).toHaveLength(before);
  await owner.api.tickets.changeStatus({ id, status: "pending", note: "@Ada knows more" });
  expect(await mentionsOf(agent)).toHaveLength(before + 1);
});

test("names former and invited people to the author, and notifies none", async () => {
  const gone = await colleague("Gone Girl");
  await owner.api.team.deactivate({ id: gone.userId });
  await owner.api.team.invite({ email: "iris@acme-shop.test", name: "Iris Invited" });
  const { id } = await makeTicket(app, owner);
  const before = (await mentionsOf(agent)).length;
  const added = await note(owner, id, "@gone girl, @Iris Invited, @Gone Girl and @Ada: ask @Nobody");
  expect(added.notTold.sort()).toEqual(["Gone Girl", "Iris Invited"]);
  expect(await mentionsOf(agent)).toHaveLength(before + 1);
});

test("names a chosen but former colleague to the author, but not a typed name", async () => {
  const [deleted, renamed, namesake] = [
    await colleague("Mina"),
    await colleague("Theo Brandt"),
    await colleague("Kim"),
  ];
  const kim = await colleague("Kim");
  await owner.api.team.deactivate({ id: deleted.userId });
  await owner.api.team.delete({ id: deleted.userId });
  await owner.api.team.deactivate({ id: kim.userId });
  await owner.api.team.delete({ id: kim.userId });
  await renamed.api.account.updateProfile({ name: "Theo Berg" });
  const { id: ticketId } = await makeTicket(app, owner);
  const content = "@Mina, @Theo Brandt, @Kim, @Ada and @Nobody: look";
  const add = (chosenNames: string[], text = content, idempotencyKey = randomUUID()) =>
    owner.api.messages.addNote({ ticketId, content: text, idempotencyKey, chosenNames });
  const before = (await mentionsOf(agent)).length;
  const key = randomUUID();
  const chosen = ["Mina", "Theo Brandt", "Kim", "Ada", "Taken Out"];
  const added = await add(chosen, content, key);
  expect(added.notTold).toEqual(["Mina"]);
  expect(await add(chosen, content, key)).toEqual(added);
  expect(await mentionsOf(agent)).toHaveLength(before + 1);
  expect(await mentionsOf(namesake)).toHaveLength(1);
  // By the first name, which still has one bearer.
  expect(await mentionsOf(renamed)).toHaveLength(1);
  expect((await add([])).notTold).toEqual([]);
  expect((await add(["Mina"], "Mina, a@mina.example and @Minami")).notTold).toEqual([]);
});

test("notifies all bearers of a name except the author, and prefers the longer of two nested names", async () => {
  const [upper, lower, longer] = [await colleague("Sam"), await colleague("sam"), await colleague("Sam Lovelace")];
  const { id } = await makeTicket(app, owner);
  await note(upper, id, "@Sam please");
  expect(
    [await mentionsOf(upper), await mentionsOf(lower), await mentionsOf(longer)].map(({ length }) => length),
  ).toEqual([0, 1, 0]);
  await note(upper, id, "@Sam Lovelace please");
  expect(
    [await mentionsOf(upper), await mentionsOf(lower), await mentionsOf(longer)].map(({ length }) => length),
  ).toEqual([0, 1, 1]);
});

test("notifies a first name's only other active bearer, and none of several", async () => {
  const [alma, gone] = [await colleague("Alma Berg"), await colleague("Alma Gone")];
  const [bo, lind] = [await colleague("Bo Ek"), await colleague("Bo Lind")];
  await owner.api.team.deactivate({ id: gone.userId });
  const { id } = await makeTicket(app, owner);
  const added = await note(owner, id, "@alma, @Bo: who of you has it?");
  expect(added.notTold).toEqual([]);
  const told = async (person: Person) => (await mentionsOf(person)).length;
  expect([await told(alma), await told(bo), await told(lind)]).toEqual([1, 0, 0]);
  await note(bo, id, "@Bo has it");
  expect([await told(bo), await told(lind)]).toEqual([0, 1]);
});

test("spares those who want no mentions, and other stores' colleagues", async () => {
  const quiet = await colleague("Quiet One");
  const { wanted, ...how } = await quiet.api.notifications.preferences();
  expect(wanted).toContain("mention");
  await quiet.api.notifications.setPreferences({ ...how, wanted: wanted.filter((type) => type !== "mention") });
  const stranger = await newOwner(app);
  await stranger.api.account.updateProfile({ name: "Stranger Things" });
  const { id } = await makeTicket(app, owner);
  const added = await note(owner, id, "@Quiet One, @Stranger Things");
  expect(added.notTold).toEqual([]);
  expect([...(await mentionsOf(quiet)), ...(await mentionsOf(stranger))]).toEqual([]);
});

/** Makes a ticket assigned to a colleague who was not notified of it. */
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

test("notifies only a ticket's new assignee, each time", async () => {
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

test("notifies a colleague of a ticket given to them, but not of the same one again", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  await agent.api.notifications.setPreferences({ wanted: ["ticket_assigned"], desktop: false, sound: false });
  const { id } = await makeTicket(app, owner, { subject: "Loose handle" });
  for (const _ of [1, 2]) await owner.api.tickets.update({ id, assignedTo: agent.userId });
  expect((await notificationsOf(agent)).map(({ message }) => message)).toEqual([
    "Ticket: 0001 was assigned to you: Loose handle",
  ]);
});

test("notifies nobody of a ticket they took themselves, and no inactive colleague", async () => {
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

test("notifies the assignee of each status another person sets", async () => {
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

test("notifies the assignee of a reopening reply as reply and status", async () => {
  const { owner, agent, ticket } = await assignedTicket();
  await agent.api.tickets.changeStatus({ id: ticket.id, status: "resolved" });
  await customerReplies(app, owner, ticket.id, "It came off again");
  expect((await notificationsOf(agent)).map(({ message }) => message).sort()).toEqual([
    "New reply from Jane Doe",
    "Ticket: 0001 is now Open (was Resolved): Loose handle",
  ]);
});

test("notifies nobody of the status of an unassigned ticket", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const { id } = await makeTicket(app, owner, { createdBy: agent.userId, source: "agent" });
  await owner.api.tickets.changeStatus({ id, status: "pending" });
  expect(await notificationsOf(agent)).toEqual([]);
});
