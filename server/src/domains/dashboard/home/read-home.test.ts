import { randomUUID } from "node:crypto";
import { leadLists, myLists, openOf, untakenOf } from "@deskhand/contract/home/home-lists";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { customerReplies, failDelivery, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let admin: Person;
let supervisor: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());
beforeEach(async () => {
  admin = await newOwner(app);
  supervisor = await addColleague(app, admin, "supervisor");
  agent = await addColleague(app, admin, "agent");
});

const homeOf = (person: Person) => person.api.home.read();
const leadOf = async (person: Person) => {
  const { lead } = await homeOf(person);
  if (lead === null) throw new Error("No lead's home");
  return lead;
};
const assign = (ticketId: string, { userId }: Person) => admin.api.tickets.update({ id: ticketId, assignedTo: userId });

/** Has first replies due an hour after the customer wrote. */
async function makePolicy() {
  await admin.api.targets.create({
    name: "Everybody",
    matches: "all",
    conditions: [],
    firstReplyMinutes: 60,
    nextReplyMinutes: null,
    resolutionMinutes: null,
    calendarId: null,
    pausing: ["pending"],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  await until(async () => (await app.asOwner("select from target_refreshes", [], admin.tenantId)).length === 0);
}

/** Makes a ticket whose first reply is due at a time from now. */
async function dueIn(minutes: number, holder: Person | null): Promise<string> {
  const { id } = await makeTicket(app, admin);
  if (holder) await assign(id, holder);
  const at = fromNow({ minutes });
  await app.asOwner(
    "update ticket_clocks set due_at = $2, risk_at = $2::timestamptz - interval '15 minutes' where ticket_id = $1",
    [id, at],
    admin.tenantId,
  );
  await app.asOwner("update ticket_places set due_at = $2 where ticket_id = $1", [id, at], admin.tenantId);
  return id;
}

test("an empty store has nothing to do, and an agent has no lead's home", async () => {
  const nothing = { open: 0, needsReply: 0, atRisk: 0, breached: 0, overdue: 0, pending: 0, snoozed: 0, unassigned: 0 };
  expect(await homeOf(agent)).toEqual({
    mine: { ...nothing, approvals: 0, nextDue: [], longestWaiting: [], mentions: [], mentionCount: 0 },
    lead: null,
  });
  expect(await leadOf(supervisor)).toMatchObject({ alerts: [], atRisk: 0, breached: 0, waiting: 0, teams: [] });
});

test("every number is that of the list that it opens", async () => {
  await makePolicy();
  await dueIn(-5, agent);
  await dueIn(10, agent);
  await dueIn(50, null);
  const late = await makeTicket(app, admin, { dueDate: fromNow({ hours: -1 }) });
  await assign(late.id, agent);
  const asked = await makeTicket(app, admin);
  await assign(asked.id, agent);
  await reply(agent, asked.id);
  await agent.api.tickets.changeStatus({ id: asked.id, status: "pending" });
  const later = await makeTicket(app, admin);
  await assign(later.id, agent);
  await agent.api.tickets.snooze({ id: later.id, until: fromNow({ hours: 5 }) });
  const team = await admin.api.teams.create({
    name: "Returns",
    memberIds: [agent.userId],
    givesOut: false,
    openLimit: null,
    tellAfterMinutes: null,
    idempotencyKey: randomUUID(),
  });
  await admin.api.tickets.update({ id: (await makeTicket(app, admin)).id, teamId: team.id });

  const { mine } = await homeOf(agent);
  const lead = await leadOf(supervisor);
  expect(mine).toMatchObject({ open: 4, needsReply: 3, atRisk: 1, breached: 1, overdue: 1, pending: 1, snoozed: 1 });
  expect(lead).toMatchObject({ breached: 1, atRisk: 1, waiting: 5 });
  const listed = async (list: Parameters<Person["api"]["tickets"]["list"]>[0]) =>
    (await agent.api.tickets.list(list)).total;
  for (const [name, list] of Object.entries(myLists)) {
    expect([name, await listed(list)]).toEqual([name, mine[name as keyof typeof myLists]]);
  }
  for (const [name, list] of Object.entries(leadLists)) {
    expect([name, await listed(list)]).toEqual([name, lead[name as keyof typeof leadLists]]);
  }
  const worker = lead.people.find(({ id }) => id === agent.userId);
  expect(worker?.openTickets).toBe(await listed(openOf(agent.userId)));
  expect(lead.teams).toEqual([{ id: team.id, name: "Returns", memberIds: [agent.userId], untaken: 1 }]);
  expect(await listed(untakenOf(team.id))).toBe(1);
});

test("what is due next comes in its order, without what is breached, and who waits longest comes first", async () => {
  await makePolicy();
  await dueIn(-5, agent);
  const [later, sooner] = [await dueIn(50, null), await dueIn(10, agent)];
  const lead = await leadOf(supervisor);
  expect(lead.nextDue.map(({ id }) => id)).toEqual([sooner, later]);
  expect((await homeOf(agent)).mine.nextDue.map(({ id }) => id)).toEqual([sooner]);
  expect(lead.longestWaiting).toHaveLength(3);
  const [first] = lead.longestWaiting;
  await reply(agent, first?.id ?? "");
  await customerReplies(app, admin, first?.id ?? "", "Still broken");
  expect((await leadOf(supervisor)).longestWaiting.at(-1)?.id).toBe(first?.id);
});

test("a mention stays until it is read", async () => {
  const { id, ticketNumber } = await makeTicket(app, admin, { subject: "Lamp" });
  await admin.api.messages.addNote({
    ticketId: id,
    content: `@${agent.name} can you look?`,
    idempotencyKey: randomUUID(),
  });
  const { mine } = await homeOf(agent);
  expect(mine).toMatchObject({
    mentionCount: 1,
    mentions: [{ by: admin.name, ticketId: id, ticketNumber, subject: "Lamp" }],
  });
  await agent.api.notifications.markTicketRead({ ticketId: id });
  expect((await homeOf(agent)).mine).toMatchObject({ mentionCount: 0, mentions: [] });
});

test("who is there, away or neither is told of everybody who works here", async () => {
  await agent.api.teams.setOwnAway({ isAway: true });
  const left = await addColleague(app, admin, "agent");
  await admin.api.team.deactivate({ id: left.userId });
  const { people } = await leadOf(supervisor);
  expect(Object.fromEntries(people.map(({ id, presence }) => [id, presence]))).toEqual({
    [admin.userId]: "offline",
    [supervisor.userId]: "online",
    [agent.userId]: "away",
  });
});

test("what failed is told to who can do something about it", async () => {
  const { id } = await makeTicket(app, admin);
  const sent = await reply(agent, id);
  await failDelivery(app, admin, sent.id, "550 No such user");
  const another = await reply(agent, (await makeTicket(app, admin)).id);
  await failDelivery(app, admin, another.id, "No answer");
  await app.asOwner("update outgoing_mails set bounced_at = null where message_id = $1", [another.id], admin.tenantId);
  await app.asOwner(
    `insert into rules (client_id, id, name, position, trigger, matches, conditions, actions, stopped_at)
      values ($1, gen_random_uuid(), 'Refunds', 1, 'created', 'all', '[]', '[]', now())`,
    [admin.tenantId],
    admin.tenantId,
  );
  const made = await admin.api.incidents.make({
    name: "Late parcels",
    ticketNumbers: [],
    idempotencyKey: randomUUID(),
  });
  expect((await leadOf(admin)).alerts).toEqual([
    { kind: "mail_failed", count: 1, names: [], id: null },
    { kind: "mail_bounced", count: 1, names: [], id: null },
    { kind: "rule_stopped", count: 1, names: ["Refunds"], id: expect.any(String) },
    { kind: "incident_open", count: 1, names: [made.title], id: made.id },
  ]);
  // A supervisor cannot open the rules.
  expect((await leadOf(supervisor)).alerts.map(({ kind }) => kind)).toEqual([
    ...(["mail_failed", "mail_bounced", "incident_open"] as const),
  ]);
  await agent.api.incidents.setState({ id: made.id, state: "watched" });
  expect((await leadOf(supervisor)).alerts.map(({ kind }) => kind)).toEqual(["mail_failed", "mail_bounced"]);
});

test("a connection that Shopify no longer takes is told in the words of the system status", async () => {
  const shop = "home.myshopify.com";
  await app.db.withTenant(admin.tenantId, async (tx) => {
    await tx.insertInto("shopify_shops").values({ shop_domain: shop, client_id: admin.tenantId }).execute();
    await tx
      .insertInto("shopify_stores")
      .values({
        id: randomUUID(),
        shop_domain: shop,
        origin: "manual",
        access_token: Buffer.from("x"),
        scopes: [],
        admin_api_version: "2026-10",
        revoked_at: fromNow({}),
      })
      .execute();
  });
  expect((await leadOf(supervisor)).faults).toContainEqual({
    part: "store",
    words: "Shopify no longer takes the connection: connect the store again",
  });
});
