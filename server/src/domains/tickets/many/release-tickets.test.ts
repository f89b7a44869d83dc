import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person, signIn } from "../../../testing/test-people.ts";
import { releaseForgotten } from "./release-tickets.ts";

let app: Desk;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  admin = await newOwner(app);
  ada = await addColleague(app, admin, "agent");
});
afterEach(() => ask("alter table ticket_releases enable trigger user"));
afterAll(() => app.stop());

const ask = (sql: string, ...values: unknown[]) => app.asOwner(sql, values, admin.tenantId);
const makeTeam = (name: string) =>
  admin.api.teams.create({
    name,
    memberIds: [ada.userId],
    givesOut: false,
    openLimit: null,
    tellAfterMinutes: 1,
    idempotencyKey: randomUUID(),
  });
/** Makes tickets of a team or a person, by copies of one. */
async function makeTickets(count: number, of: { teamId?: string; assignedTo?: string }): Promise<string> {
  const { id } = await makeTicket(app, admin);
  await ask(
    `insert into support_tickets (client_id, id, ticket_number, subject, description, preview, source, customer_id, team_id, assigned_to)
     select client_id, gen_random_uuid(), (select greatest(max(ticket_number), 1000000) from support_tickets) + n, subject, description, preview, source, customer_id, $2, $3
     from support_tickets, generate_series(1, $4) n where id = $1`,
    ...[id, of.teamId ?? null, of.assignedTo ?? null, count],
  );
  return id;
}
const count = async (what: string, ...values: unknown[]) =>
  Number((await ask(`select count(*) from ${what}`, ...values))[0]?.count);
const releases = async () => (await ada.api.tickets.releases()).items;

test("a deleted team leaves its tickets some at a time, each with one step, and goes on after a kill", async () => {
  const { id } = await makeTeam("Returns");
  await makeTickets(450, { teamId: id });
  // A worker that hears of it is killed at once.
  await ask("alter table ticket_releases disable trigger user");
  await admin.api.teams.remove({ id });
  expect(await releases()).toMatchObject([{ why: "team_deleted", name: "Returns", done: 50, total: 450 }]);
  expect((await admin.api.teams.list()).items).toEqual([]);
  expect(await count("support_tickets where team_id = $1", id)).toBe(400);
  // The name is free, and no ticket comes to a team that is being deleted.
  await makeTeam("Returns");
  const { id: ticketId } = await makeTicket(app, admin);
  await expect(ada.api.tickets.update({ id: ticketId, teamId: id })).rejects.toMatchObject({ code: "team_not_found" });
  await Promise.all([1, 2, 3].map(() => releaseForgotten.work(app.services)));
  expect(await releases()).toEqual([]);
  expect(await count("support_tickets where team_id = $1", id)).toBe(0);
  expect(await count("teams where id = $1", id)).toBe(0);
  const steps = "ticket_activities where kind = 'team_changed' and details ->> 'fromId' = $1 and actor_id = $2";
  expect(await count(steps, id, admin.userId)).toBe(450);
});

test("a ticket that is being brought to a team as it is deleted leaves it as well", async () => {
  const { id } = await makeTeam("Returns");
  const tickets = await Promise.all(Array.from({ length: 12 }, () => makeTicket(app, admin)));
  const [removed, ...brought] = await Promise.allSettled([
    admin.api.teams.remove({ id }),
    ...tickets.map((ticket) => ada.api.tickets.update({ id: ticket.id, teamId: id })),
  ]);
  expect(removed?.status).toBe("fulfilled");
  await until(async () => (await releases()).length === 0);
  expect(await count("teams where id = $1", id)).toBe(0);
  const came = brought.filter(({ status }) => status === "fulfilled").length;
  expect(await count("ticket_activities where kind = 'team_changed' and details ->> 'toId' = $1", id)).toBe(came);
  expect(await count("ticket_activities where kind = 'team_changed' and details ->> 'fromId' = $1", id)).toBe(came);
});

test("a ticket that is being assigned to somebody as they are removed leaves them as well", async () => {
  const tickets = await Promise.all(Array.from({ length: 12 }, () => makeTicket(app, admin)));
  const [removed, ...assigned] = await Promise.allSettled([
    admin.api.team.delete({ id: ada.userId }),
    ...tickets.map((ticket) => admin.api.tickets.update({ id: ticket.id, assignedTo: ada.userId })),
  ]);
  expect(removed?.status).toBe("fulfilled");
  await until(async () => (await admin.api.tickets.releases()).items.length === 0);
  expect(await count("users where id = $1", ada.userId)).toBe(0);
  const came = assigned.filter(({ status }) => status === "fulfilled").length;
  expect(await count("ticket_activities where kind = 'assigned' and details ->> 'toId' = $1", ada.userId)).toBe(came);
  expect(await count("ticket_activities where kind = 'assigned' and details ->> 'fromId' = $1", ada.userId)).toBe(came);
});

test("who goes away hands many tickets over by a worker, and keeps what is left once they are back", async () => {
  const hand = () => ada.api.teams.setOwnAway({ isAway: true, handsOver: true });
  await makeTickets(250, { assignedTo: ada.userId });
  await hand();
  await until(async () => (await releases()).length === 0);
  expect(await count("support_tickets where assigned_to = $1", ada.userId)).toBe(0);
  await makeTickets(250, { assignedTo: ada.userId });
  await ask("alter table ticket_releases disable trigger user");
  await hand();
  expect(await releases()).toMatchObject([{ why: "person_away", name: ada.name, done: 50, total: 250 }]);
  await ada.api.teams.setOwnAway({ isAway: false });
  await releaseForgotten.work(app.services);
  expect(await releases()).toEqual([]);
  expect(await count("support_tickets where assigned_to = $1", ada.userId)).toBe(200);
});

test("who is removed leaves at once, and their tickets some at a time, each with one step, and goes on after a kill", async () => {
  const first = await makeTickets(450, { assignedTo: ada.userId });
  await ask("update support_tickets set created_by = $2 where id = $1", first, ada.userId);
  await ada.api.messages.addNote({ ticketId: first, content: "A note", idempotencyKey: randomUUID() });
  await admin.api.tickets.update({ id: first, assignedTo: ada.userId });
  // A worker that hears of it is killed at once.
  await ask("alter table ticket_releases disable trigger user");
  await admin.api.team.delete({ id: ada.userId });
  const list = async () => (await admin.api.tickets.releases()).items;
  expect(await list()).toMatchObject([{ why: "person_deleted", name: ada.name, done: 0, total: 451 }]);
  // Whoever looks meanwhile sees whose a ticket still is; its person gets nothing more, and is listed nowhere.
  expect(await admin.api.tickets.get({ id: first })).toMatchObject({ assignedTo: ada.userId });
  const listed = (await admin.api.team.list()).items.find(({ id }) => id === ada.userId);
  expect(listed).toMatchObject({ name: ada.name, isActive: false, email: "" });
  await expect(ada.api.account.me()).rejects.toMatchObject({ code: "not_signed_in" });
  await expect(signIn(app, ada)).rejects.toThrow();
  const { id: another } = await makeTicket(app, admin);
  const give = admin.api.tickets.update({ id: another, assignedTo: ada.userId });
  await expect(give).rejects.toMatchObject({ code: "colleague_not_found" });
  expect((await admin.api.team.users()).items.map(({ id }) => id)).toEqual([admin.userId]);
  await expect(admin.api.team.activate({ id: ada.userId })).rejects.toMatchObject({ code: "user_not_found" });
  // Whoever is invited with the same address is somebody else, and keeps what they are given.
  const again = await addColleague(app, admin, "agent", ada.email);
  await admin.api.tickets.update({ id: another, assignedTo: again.userId });
  await Promise.all([1, 2, 3].map(() => releaseForgotten.work(app.services)));
  expect(await list()).toEqual([]);
  expect(await count("users where id = $1", ada.userId)).toBe(0);
  expect(await count("support_tickets where assigned_to = $1 or created_by = $1", ada.userId)).toBe(0);
  expect(await admin.api.tickets.get({ id: another })).toMatchObject({ assignedTo: again.userId });
  const steps = "ticket_activities where kind = 'assigned' and details ->> 'fromId' = $1 and actor_id = $2";
  expect(await count(steps, ada.userId, admin.userId)).toBe(451);
  expect(await count("ticket_activities where details ->> 'author' = $1", ada.name)).toBe(1);
});
