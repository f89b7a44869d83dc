import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { wakeTickets } from "./snooze-ticket.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const inDays = (days: number) => fromNow({ days });
const get = (id: string) => agent.api.tickets.get({ id });
const snooze = (id: string, until: string) => agent.api.tickets.snooze({ id, until });
const stepsOf = async (id: string) =>
  (await agent.api.tickets.activity({ id })).items.map(({ kind, to }) => (to === null ? kind : `${kind} ${to}`));
const isListed = async (id: string, filter: { snoozed?: true } = {}) =>
  (await agent.api.tickets.list({ limit: 100, ...filter })).items.some((ticket) => ticket.id === id);
/** Makes the snoozes of tickets due. */
const due = (...ids: string[]) =>
  app.asOwner(
    "update support_tickets set snoozed_until = now() - interval '1 minute' where id = any ($1)",
    [ids],
    owner.tenantId,
  );
const wake = () => wakeTickets.work(app.services);

test("a ticket is snoozed until a time, or until its customer answers, and listed with the snoozed ones only", async () => {
  const { id } = await makeTicket(app, owner);
  const before = await agent.api.tickets.list({ limit: 1 });
  const until = inDays(1);
  expect(await snooze(id, until)).toMatchObject({ snoozedUntil: until, isWoken: false, status: "open" });
  expect([await isListed(id), await isListed(id, { snoozed: true })]).toEqual([false, true]);
  const after = await agent.api.tickets.list({ limit: 1 });
  expect(after).toMatchObject({ activeCount: before.activeCount - 1, snoozedCount: before.snoozedCount + 1 });
  expect(await snooze(id, "answer")).toMatchObject({ snoozedUntil: "answer" });
  expect(await snooze(id, "answer")).toMatchObject({ snoozedUntil: "answer" });
  expect((await stepsOf(id)).slice(1)).toEqual([`snoozed ${until}`, "snoozed"]);
  expect(await agent.api.tickets.unsnooze({ id })).toMatchObject({ snoozedUntil: null, isWoken: false });
  expect(await agent.api.tickets.unsnooze({ id })).toMatchObject({ snoozedUntil: null });
  expect((await stepsOf(id)).slice(3)).toEqual(["woken"]);
  expect(await agent.api.tickets.list({ limit: 1 })).toMatchObject({ activeCount: before.activeCount });
});

test.each([
  ["a time that is over", () => inDays(-1), "Choose a time that is still to come"],
  ["this very moment", () => fromNow({}), "Choose a time that is still to come"],
  ["more than a year", () => inDays(367), "Choose a time within a year"],
  ["no time at all", () => "soon", "Until must be a date and time, as 2026-11-22T09:30:00Z"],
  ["a day that there is not", () => "2027-02-30T09:00:00Z", "Until must be a date and time, as 2026-11-22T09:30:00Z"],
  ["a time without its zone", () => "2027-02-20T09:00:00", "Until must be a date and time, as 2026-11-22T09:30:00Z"],
  ["the end of time", () => "infinity", "Until must be a date and time, as 2026-11-22T09:30:00Z"],
])("%s is refused", async (_, until, sentence) => {
  const { id } = await makeTicket(app, owner);
  await expect(snooze(id, until())).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { until: [sentence] } },
  });
  expect(await get(id)).toMatchObject({ snoozedUntil: null });
});

test("a year ahead is allowed; an archived ticket and another store's are not", async () => {
  const { id } = await makeTicket(app, owner);
  expect((await snooze(id, inDays(365))).snoozedUntil).not.toBeNull();
  const archived = await makeTicket(app, owner, { status: "resolved" });
  await expect(snooze(archived.id, inDays(1))).rejects.toMatchObject({ code: "ticket_archived" });
  const stranger = await newOwner(app);
  await expect(stranger.api.tickets.snooze({ id, until: "answer" })).rejects.toMatchObject({
    code: "ticket_not_found",
  });
});

test.each(["resolved", "closed"] as const)("setting it %s ends a snooze for good", async (status) => {
  const [first, second] = [await makeTicket(app, owner), await makeTicket(app, owner)];
  for (const { id } of [first, second]) await snooze(id, inDays(1));
  await agent.api.tickets.changeStatus({ id: first.id, status });
  await agent.api.tickets.changeMany({
    items: [{ id: second.id, change: { status } }],
    idempotencyKey: crypto.randomUUID(),
  });
  for (const { id } of [first, second]) {
    expect(await get(id)).toMatchObject({ status, snoozedUntil: null });
    expect(await agent.api.tickets.reopen({ id })).toMatchObject({ status: "open", snoozedUntil: null });
  }
});

test("an assignment, a note, a reply and another status keep it snoozed", async () => {
  const { id } = await makeTicket(app, owner);
  const until = inDays(1);
  await snooze(id, until);
  await agent.api.tickets.update({ id, assignedTo: agent.userId });
  await agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: crypto.randomUUID() });
  await reply(agent, id);
  await agent.api.tickets.changeStatus({ id, status: "pending" });
  expect(await get(id)).toMatchObject({ snoozedUntil: until, status: "pending" });
});

test.each(["answer", "time"])("a customer's mail ends a snooze until %s; an automatic one does not", async (kind) => {
  const from = `${crypto.randomUUID()}@customer.test`;
  const { ticket_id: id } = await customerWrites(app, owner, { from });
  await snooze(id, kind === "answer" ? "answer" : inDays(30));
  const { ticketNumber } = await get(id);
  const subject = `Re: Hello [Ticket: ${String(ticketNumber).padStart(4, "0")}]`;
  await customerWrites(app, owner, { from, subject, text: "I am away.", headers: ["Auto-Submitted: auto-replied"] });
  expect((await get(id)).snoozedUntil).not.toBeNull();
  expect(await customerWrites(app, owner, { from, subject, text: "Any news?" })).toMatchObject({ ticket_id: id });
  expect(await get(id)).toMatchObject({ snoozedUntil: null, isWoken: false, isNewReply: true });
  expect(await stepsOf(id)).toContain("woken");
});

test("a snooze and a mail at the same time are both kept, in either order", async () => {
  const row = "select from support_tickets where id = $1 for no key update";
  for (const isSnoozedFirst of [true, false]) {
    const { id } = await makeTicket(app, owner);
    const lock = await holdRows(app.services.db.pool, owner, row, [id]);
    const steps = [() => snooze(id, "answer"), () => customerReplies(app, owner, id, "Any news?")];
    const first = (isSnoozedFirst ? steps[0] : steps[1])?.();
    await lock.untilWaiting(1);
    const second = (isSnoozedFirst ? steps[1] : steps[0])?.();
    await lock.untilWaiting(2);
    await lock.release();
    await Promise.all([first, second]);
    // A person who snoozes after the mail came was able to read it.
    expect(await get(id)).toMatchObject({ messageCount: 2, snoozedUntil: isSnoozedFirst ? null : "answer" });
  }
});

test("a ticket is not snoozed over a customer's message that the screen did not show", async () => {
  const { id, firstMessageId } = await makeTicket(app, owner);
  const put = (lastSeenMessageId?: string | null) =>
    agent.api.tickets.snooze({ id, until: inDays(1), ...(lastSeenMessageId !== undefined && { lastSeenMessageId }) });
  // An unseen answer of a colleague or an automatic message is no obstacle.
  await reply(agent, id);
  await customerReplies(app, owner, id, "I am out of the office", { isAutomatic: true });
  expect((await put(firstMessageId)).snoozedUntil).not.toBeNull();
  const news = await customerReplies(app, owner, id, "Any news?");
  const refused = {
    code: "conversation_moved_on",
    data: { newMessages: [{ id: news.id, content: "Any news?" }] },
  };
  await expect(put(firstMessageId)).rejects.toMatchObject(refused);
  await expect(put(null)).rejects.toMatchObject({ code: "conversation_moved_on" });
  expect((await get(id)).snoozedUntil).toBeNull();
  expect((await put(news.id)).snoozedUntil).not.toBeNull();
  await agent.api.tickets.unsnooze({ id });
  // Without `lastSeenMessageId` it is snoozed all the same.
  expect((await put()).snoozedUntil).not.toBeNull();
});

test("of two concurrent snoozes the last counts, and both are in the trail", async () => {
  const { id } = await makeTicket(app, owner);
  const times = [inDays(1), inDays(2)];
  await Promise.all([snooze(id, times[0] ?? ""), owner.api.tickets.snooze({ id, until: times[1] ?? "" })]);
  const steps = (await stepsOf(id)).slice(1);
  expect(steps.toSorted()).toEqual(times.map((time) => `snoozed ${time}`));
  expect(`snoozed ${(await get(id)).snoozedUntil}`).toBe(steps.at(-1));
});

test("a due ticket returns to the top of its class with a mark, and notifies its assignee, or who snoozed it, once", async () => {
  const colleague = await addColleague(app, owner, "agent");
  const [assigned, nobodys, later, waits] = [
    await makeTicket(app, owner, { subject: "Assigned" }),
    await makeTicket(app, owner, { subject: "Nobody's" }),
    await makeTicket(app, owner),
    await makeTicket(app, owner),
  ];
  await makeTicket(app, owner, { subject: "Newer than these" });
  await agent.api.tickets.update({ id: assigned.id, assignedTo: colleague.userId });
  for (const { id } of [assigned, nobodys, later]) await snooze(id, inDays(1));
  await snooze(waits.id, "answer");
  await due(assigned.id, nobodys.id);
  await Promise.all([wake(), wake()]);
  await wake();
  const { items } = await agent.api.tickets.list({ limit: 2 });
  expect(items.map(({ id, isWoken }) => [id, isWoken])).toEqual([nobodys, assigned].map(({ id }) => [id, true]));
  for (const { id } of [later, waits]) expect((await get(id)).snoozedUntil).not.toBeNull();
  const told = async (person: Person) =>
    (await person.api.notifications.list()).items
      .filter(({ type }) => type === "snooze_ended")
      .map(({ ticketId, title, message }) => [ticketId, title, message.split(": ").at(-1)]);
  expect(await told(colleague)).toEqual([[assigned.id, "Back from Snooze", "Assigned"]]);
  expect(await told(agent)).toEqual([[nobodys.id, "Back from Snooze", "Nobody's"]]);
  expect(await told(owner)).toEqual([]);
  expect(await stepsOf(nobodys.id)).toContain("woken");
});

test.each([
  ["a reply", (id: string) => reply(agent, id)],
  ["another status", (id: string) => agent.api.tickets.changeStatus({ id, status: "pending" })],
  [
    "being put off again",
    async (id: string) => {
      await snooze(id, "answer");
      await agent.api.tickets.unsnooze({ id });
    },
  ],
])("%s clears the mark; a note and another assignee do not", async (_, act) => {
  const { id } = await makeTicket(app, owner);
  await snooze(id, inDays(1));
  await due(id);
  await wake();
  await agent.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: crypto.randomUUID() });
  await agent.api.tickets.update({ id, assignedTo: agent.userId });
  expect(await get(id)).toMatchObject({ isWoken: true, snoozedUntil: null });
  await act(id);
  expect(await get(id)).toMatchObject({ isWoken: false });
});

test("after a long night more than one batch is due, and a locked ticket holds up no other", async () => {
  const tenant = owner.tenantId;
  const [busy, free] = [await makeTicket(app, owner), await makeTicket(app, owner)];
  await app.asOwner(
    `insert into support_tickets (client_id, id, ticket_number, subject, description, preview, source, snoozed_until)
     select $1, gen_random_uuid(), 5000 + n, 'Slept', 'x', 'x', 'import', now() - interval '8 hours'
     from generate_series(1, 620) n`,
    [tenant],
    tenant,
  );
  for (const { id } of [busy, free]) await snooze(id, inDays(1));
  await due(busy.id, free.id);
  const row = "select from support_tickets where id = $1 for no key update";
  const lock = await holdRows(app.services.db.pool, owner, row, [busy.id]);
  await wake();
  const left = "select count(*)::int as count from support_tickets where snoozed_until < now()";
  const whileBusy = await app.asOwner(left, [], tenant);
  await lock.release();
  expect(whileBusy).toEqual([{ count: 1 }]);
  await wake();
  expect(await app.asOwner(left, [], tenant)).toEqual([{ count: 0 }]);
  expect(await get(free.id)).toMatchObject({ isWoken: true });
});
