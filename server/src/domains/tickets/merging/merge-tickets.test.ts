import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type MergeDesk, newAddress, openMergeDesk, textsOf } from "../../../testing/store/merge-desk.ts";
import { attachFile, customerReplies, makeTicket, reply, upload } from "../../../testing/test-desk.ts";
import { addColleague, newOwner } from "../../../testing/test-people.ts";
import { addCustomerMessage, lockTicketOf } from "../index.ts";

let desk: MergeDesk;
beforeAll(async () => {
  desk = await openMergeDesk();
});
afterAll(() => desk.app.stop());
const note = (ticketId: string, content: string) =>
  desk.agent.api.messages.addNote({ ticketId, content, idempotencyKey: randomUUID() });
const stepsOf = async (id: string) =>
  (await desk.agent.api.tickets.activity({ id })).items.map(({ kind, from, to }) =>
    [kind, from, to].filter(Boolean).join(" "),
  );
const label = (ticketNumber: number) => `Ticket: ${String(ticketNumber).padStart(4, "0")}`;
const rowOf = async (id: string) => {
  const sql = "select * from support_tickets where id = $1";
  return (await desk.app.asOwner<Record<string, unknown>>(sql, [id], desk.owner.tenantId))[0];
};

/** Returns everything on a ticket that a merge must not lose or leave on another one. */
async function wholeOf(id: string) {
  const { updatedAt, ...ticket } = await desk.get(id);
  const tracking = await desk.agent.api.tracking.ofTicket({ ticketId: id });
  const { items: notes } = await desk.agent.api.tracking.listNotes({ ticketId: id });
  const { items: uploads } = await desk.agent.api.messages.listUploads({ ticketId: id });
  const { first_response_at, response_ms } = (await rowOf(id)) ?? {};
  return { ticket, saved: tracking.saved, notes, uploads, first_response_at, response_ms };
}

/** Makes two tickets of one customer, the older with everything a ticket can have. */
async function twoTickets(about: { status?: "open" | "pending" | "resolved" } = {}) {
  const from = newAddress();
  const source = await makeTicket(desk.app, desk.owner, {
    from,
    subject: "Blue vase",
    description: "Where is the blue vase?",
  });
  const target = await makeTicket(desk.app, desk.owner, {
    from,
    subject: "Again",
    description: "I wrote to you last week.",
  });
  await attachFile(desk.app, desk.owner, source, { filename: "vase.pdf", bytes: Buffer.from("vase") });
  await reply(desk.agent, source.id, { content: "We ask the carrier." });
  await expect.poll(async () => (await desk.get(source.id)).messages.at(-1)?.deliveryState).toBe("sent");
  await note(source.id, "Carrier asked.");
  await desk.agent.api.tracking.saveOrderNumber({ ticketId: source.id, orderNumber: "1042", expected: null });
  await desk.agent.api.tracking.addNote({ ticketId: source.id, content: "At the depot", idempotencyKey: randomUUID() });
  await customerReplies(desk.app, desk.owner, source.id, "Any news of the vase?");
  if (about.status) await desk.agent.api.tickets.changeStatus({ id: source.id, status: about.status });
  return { source, target };
}

test("the target has everything of the source in order of time, and a shell leads there", async () => {
  const { source, target } = await twoTickets();
  const { id: uploadId } = await upload(desk.agent, source.id, { filename: "a.txt", bytes: new Uint8Array([65]) });
  const merged = await desk.merge(source.id, target.id);
  // The screen offers the undo from here.
  expect(merged.mergedFrom).toEqual([{ id: source.id, ticketNumber: source.ticketNumber }]);
  expect(merged).toMatchObject({ id: target.id, messageCount: 4, noteCount: 1, attachmentCount: 1, status: "open" });
  expect(textsOf(merged)).toEqual([
    "Where is the blue vase?",
    "I wrote to you last week.",
    "We ask the carrier.",
    "Any news of the vase?",
  ]);
  expect(merged.messages.every(({ ticketId }) => ticketId === target.id)).toBe(true);
  expect(merged.notes).toMatchObject([{ content: "Carrier asked.", ticketId: target.id }]);
  const file = merged.messages[0]?.attachments[0];
  expect(await (await desk.agent.send(file?.url ?? "")).text()).toBe("vase");
  expect(await wholeOf(target.id)).toMatchObject({
    saved: { orderNumber: "1042" },
    notes: [{ content: "At the depot" }],
    uploads: [{ id: uploadId }],
  });
  const shell = await wholeOf(source.id);
  expect(shell).toMatchObject({ saved: null, notes: [], uploads: [], first_response_at: null });
  expect(shell.ticket).toMatchObject({
    status: "closed",
    messageCount: 0,
    noteCount: 0,
    attachmentCount: 0,
    messages: [],
    notes: [],
    mergedInto: { id: target.id, ticketNumber: target.ticketNumber },
    waitingSince: null,
    newestWords: null,
  });
  expect((await stepsOf(source.id)).at(-1)).toBe(`merged ${label(target.ticketNumber)}`);
  expect(await stepsOf(target.id)).toContain(`merged ${label(source.ticketNumber)}`);
});

test("undoing returns exactly the source's content, keeps what was written since, and restores its state", async () => {
  const { source, target } = await twoTickets({ status: "pending" });
  const [sourceBefore, targetBefore] = [await wholeOf(source.id), await wholeOf(target.id)];
  const stepsBefore = await stepsOf(source.id);
  await desk.merge(source.id, target.id);
  await reply(desk.agent, target.id, { content: "Both of your questions: tomorrow." });
  await note(target.id, "Written on the target.");
  const undone = await desk.agent.api.tickets.unmerge({ id: source.id });
  expect(undone).toMatchObject({ id: source.id, status: "pending", mergedInto: null });
  const after = await wholeOf(source.id);
  expect({ ...after, uploads: [] }).toEqual({ ...sourceBefore, uploads: [] });
  expect(textsOf(await desk.get(target.id))).toEqual([
    "I wrote to you last week.",
    "Both of your questions: tomorrow.",
  ]);
  expect(await wholeOf(target.id)).toMatchObject({
    saved: null,
    notes: [],
    ticket: { subject: targetBefore.ticket.subject, noteCount: 1, messageCount: 2, attachmentCount: 0 },
  });
  expect((await stepsOf(source.id)).slice(0, stepsBefore.length)).toEqual(stepsBefore);
  expect(await stepsOf(target.id)).toContain(`unmerged ${label(source.ticketNumber)}`);
  expect(await desk.agent.api.tickets.unmerge({ id: source.id })).toMatchObject({ id: source.id, status: "pending" });
});

test("counts of lists and response times are the same after a merge and its undoing", async () => {
  const { source, target } = await twoTickets();
  const sums = async () => ({
    list: await desk.agent.api.tickets.list({ limit: 1 }).then(({ activeCount, archivedCount, snoozedCount }) => ({
      activeCount,
      archivedCount,
      snoozedCount,
    })),
    responses: await desk.app.asOwner(
      "select sum(responses)::int as count, sum(response_ms)::int as ms from ticket_response_deltas",
      [],
      desk.owner.tenantId,
    ),
    queues: await desk.app.asOwner(
      `select is_waiting, is_archived, sum(delta)::int as count from ticket_queue_deltas
       group by 1, 2 having sum(delta) <> 0 order by 1, 2`,
      [],
      desk.owner.tenantId,
    ),
  });
  const before = await sums();
  await desk.merge(source.id, target.id);
  const merged = await sums();
  expect(merged.list).toMatchObject({
    activeCount: before.list.activeCount - 1,
    archivedCount: before.list.archivedCount + 1,
  });
  await desk.agent.api.tickets.unmerge({ id: source.id });
  expect(await sums()).toEqual(before);
});

test("a customer who waits on either ticket still waits, since the earlier time; archived questions do not count", async () => {
  const from = newAddress();
  const [first, second, done] = [
    await makeTicket(desk.app, desk.owner, { from }),
    await makeTicket(desk.app, desk.owner, { from }),
    await makeTicket(desk.app, desk.owner, { from }),
  ];
  await reply(desk.agent, second.id);
  await desk.agent.api.tickets.changeStatus({ id: done.id, status: "resolved" });
  const { waitingSince } = await desk.get(first.id);
  expect(await desk.merge(done.id, second.id)).toMatchObject({ waitingSince: null });
  expect(await desk.merge(first.id, second.id)).toMatchObject({ waitingSince, isNewReply: true });
  await desk.agent.api.tickets.unmerge({ id: first.id });
  expect(await desk.get(second.id)).toMatchObject({ waitingSince: null });
  expect(await desk.get(first.id)).toMatchObject({ waitingSince });
});

test("an impossible merge is refused with its reason, and nothing changes", async () => {
  const { source, target } = await twoTickets();
  const other = await makeTicket(desk.app, desk.owner, { from: newAddress() });
  const nobodys = [
    await makeTicket(desk.app, desk.owner, { from: null }),
    await makeTicket(desk.app, desk.owner, { from: null }),
  ] as const;
  const stranger = await newOwner(desk.app);
  const theirs = await makeTicket(desk.app, stranger, { from: "jane@customer.test" });
  const before = [await wholeOf(source.id), await wholeOf(target.id)];
  const refused = (id: string, into: string, code: string) =>
    expect(desk.merge(id, into), code).rejects.toMatchObject({ code });
  await refused(source.id, source.id, "merge_into_itself");
  await refused(source.id, other.id, "merge_other_customer");
  await refused(nobodys[0].id, nobodys[1].id, "merge_other_customer");
  await refused(source.id, theirs.id, "ticket_not_found");
  await refused(theirs.id, target.id, "ticket_not_found");
  await refused(randomUUID(), target.id, "ticket_not_found");
  await desk.agent.api.tickets.changeStatus({ id: target.id, status: "closed" });
  await refused(source.id, target.id, "ticket_archived");
  await desk.agent.api.tickets.reopen({ id: target.id });
  expect(await wholeOf(source.id)).toEqual(before[0]);
});

test("a shell takes nothing, and says where the conversation continues", async () => {
  const { source, target } = await twoTickets();
  const last = await makeTicket(desk.app, desk.owner, { from: (await desk.get(target.id)).customer?.email ?? "" });
  await desk.merge(source.id, target.id);
  await desk.merge(target.id, last.id);
  const { id } = source;
  const refused = { code: "ticket_merged", data: { into: { id: last.id, ticketNumber: last.ticketNumber } } };
  const [first, second] = [await makeTicket(desk.app, desk.owner), await makeTicket(desk.app, desk.owner)];
  const attempts: (() => Promise<unknown>)[] = [
    () => reply(desk.agent, id, { lastSeenMessageId: null }),
    () => note(id, "Too late"),
    () => desk.agent.api.tickets.reopen({ id }),
    () => desk.agent.api.tickets.changeStatus({ id, status: "open" }),
    () => desk.agent.api.tickets.update({ id, priority: "high" }),
    () => desk.agent.api.tickets.snooze({ id, until: "answer" }),
    () => desk.agent.api.tickets.unsnooze({ id }),
    () => desk.merge(id, first.id),
    () => desk.merge(second.id, id),
  ];
  for (const attempt of attempts) await expect(attempt(), String(attempt)).rejects.toMatchObject(refused);
  const change = { status: "open" as const };
  const { results } = await desk.agent.api.tickets.changeMany({
    items: [{ id, change }],
    idempotencyKey: randomUUID(),
  });
  expect(results).toMatchObject([{ outcome: "refused", error: { code: "ticket_merged" } }]);
});

test("a repeated merge changes nothing, even after the target was merged on", async () => {
  const { source, target } = await twoTickets();
  const third = await makeTicket(desk.app, desk.owner, { from: (await desk.get(target.id)).customer?.email ?? "" });
  await desk.merge(source.id, target.id);
  const steps = await stepsOf(target.id);
  expect(await desk.merge(source.id, target.id)).toMatchObject({ id: target.id, messageCount: 4 });
  expect(await stepsOf(target.id)).toEqual(steps);
  await desk.merge(target.id, third.id);
  expect(await desk.merge(source.id, target.id)).toMatchObject({ id: third.id, messageCount: 5 });
});

test("a message during a merge ends up on the target, whichever comes first", async () => {
  const { source, target } = await twoTickets();
  const lock = await holdRows(
    desk.app.services.db.pool,
    desk.owner,
    "select from support_tickets where id = any ($1) order by id for no key update",
    [[source.id, target.id]],
  );
  const writing = desk.app.services.db.withTenant(desk.owner.tenantId, async (tx) => {
    const ticket = await lockTicketOf(tx, target.id);
    if (!ticket) throw new Error("It is there");
    const plain = { fullContent: null, html: null, mailMessageId: null, isAutomatic: false };
    return addCustomerMessage(tx, ticket, { ...plain, content: "Me too", authorName: "Jane" }, "references");
  });
  await lock.untilWaiting(1);
  const merging = desk.merge(source.id, target.id);
  await lock.untilWaiting(2);
  await lock.release();
  await Promise.all([writing, merging]);
  expect((await desk.get(target.id)).messageCount).toBe(5);
});

test("deleting the target first returns what was merged into it; deleting a shell leaves its content there", async () => {
  const { source, target } = await twoTickets();
  const before = await wholeOf(source.id);
  await desk.merge(source.id, target.id);
  await desk.owner.api.tickets.delete({ id: target.id });
  expect(await wholeOf(source.id)).toEqual(before);

  const from = newAddress();
  const [a, b, c] = [
    await makeTicket(desk.app, desk.owner, { from, description: "This is A." }),
    await makeTicket(desk.app, desk.owner, { from, description: "This is B." }),
    await makeTicket(desk.app, desk.owner, { from, description: "This is C." }),
  ];
  await desk.merge(a.id, b.id);
  await desk.merge(b.id, c.id);
  await desk.owner.api.tickets.delete({ id: b.id });
  expect(textsOf(await desk.get(c.id))).toEqual(["This is A.", "This is B.", "This is C."]);
  expect((await desk.get(a.id)).mergedInto).toMatchObject({ id: c.id });
  await desk.agent.api.tickets.unmerge({ id: a.id });
  expect(textsOf(await desk.get(c.id))).toEqual(["This is B.", "This is C."]);
});

test("a ticket that hundreds were merged into can be taken out again", async () => {
  const { source, target } = await twoTickets();
  await desk.app.asOwner(
    `insert into support_tickets (client_id, id, ticket_number, subject, description, preview, source, customer_id, merged_into_id, status)
     select client_id, gen_random_uuid(), 1000000 + n, subject, description, preview, source, customer_id, id, 'closed'
     from support_tickets, generate_series(1, 300) n where id = $1`,
    [source.id],
    desk.owner.tenantId,
  );
  const before = await wholeOf(source.id);
  await desk.merge(source.id, target.id);
  await desk.agent.api.tickets.unmerge({ id: source.id });
  expect(await wholeOf(source.id)).toEqual(before);
});

test("a merge ends the source's snooze, which undoing restores, and wakes a target that somebody waits on", async () => {
  const { source, target } = await twoTickets();
  const until = fromNow({ days: 1 });
  await desk.agent.api.tickets.snooze({ id: source.id, until });
  await desk.agent.api.tickets.snooze({ id: target.id, until: "answer" });
  expect(await desk.merge(source.id, target.id)).toMatchObject({ snoozedUntil: null });
  expect(await stepsOf(target.id)).toContain("woken");
  expect(await desk.get(source.id)).toMatchObject({ snoozedUntil: null, status: "closed" });
  expect(await desk.agent.api.tickets.unmerge({ id: source.id })).toMatchObject({
    snoozedUntil: until,
    status: "open",
  });
});

test("screens hear of both tickets, and the source's assignee of its closing", async () => {
  const { source, target } = await twoTickets();
  const colleague = await addColleague(desk.app, desk.owner, "agent");
  await desk.agent.api.tickets.update({ id: source.id, assignedTo: colleague.userId });
  await desk.merge(source.id, target.id);
  const { items } = await colleague.api.notifications.list();
  expect(items.find(({ ticketId, type }) => ticketId === source.id && type === "ticket_status_change")).toBeDefined();
  const events = await desk.app.asOwner<{ type: string; payload: unknown }>(
    "select type, payload from events where type in ('ticket.merged', 'ticket.unmerged') order by number desc limit 1",
    [],
    desk.owner.tenantId,
  );
  expect(events).toMatchObject([
    { type: "ticket.merged", payload: { ticketId: source.id, into: target.id, actorId: desk.agent.userId } },
  ]);
});
