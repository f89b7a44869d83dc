import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow, msFromNow } from "../../../testing/from-now.ts";
import { importThread, type Said } from "../../../testing/import-history.ts";
import { type MergeDesk, newAddress, openMergeDesk, textsOf } from "../../../testing/store/merge-desk.ts";
import { customerReplies, customerWrites, makeTicket, reply } from "../../../testing/test-desk.ts";
import { redactCustomer } from "../../customers/index.ts";
import { addCustomerMessage, lockTicketOf } from "../index.ts";

let desk: MergeDesk;
beforeAll(async () => {
  desk = await openMergeDesk();
});
afterAll(() => desk.app.stop());

test("a chain of merges is undone link by link, from either end", async () => {
  const from = newAddress();
  const [a, b, c] = [
    await makeTicket(desk.app, desk.owner, { from, description: "This is A." }),
    await makeTicket(desk.app, desk.owner, { from, description: "This is B." }),
    await makeTicket(desk.app, desk.owner, { from, description: "This is C." }),
  ];
  await desk.merge(a.id, b.id);
  expect(textsOf(await desk.merge(b.id, c.id))).toEqual(["This is A.", "This is B.", "This is C."]);
  expect((await desk.get(a.id)).mergedInto).toMatchObject({ id: b.id });
  // The middle one first: it keeps the first one.
  expect(textsOf(await desk.agent.api.tickets.unmerge({ id: b.id }))).toEqual(["This is A.", "This is B."]);
  expect(textsOf(await desk.get(c.id))).toEqual(["This is C."]);
  await desk.merge(b.id, c.id);
  // Then the first one alone, from the last one.
  expect(textsOf(await desk.agent.api.tickets.unmerge({ id: a.id }))).toEqual(["This is A."]);
  expect(textsOf(await desk.get(c.id))).toEqual(["This is B.", "This is C."]);
  expect(textsOf(await desk.agent.api.tickets.unmerge({ id: b.id }))).toEqual(["This is B."]);
});

test("a reply and a new ticket whose responses were lost are found on the ticket they were merged into", async () => {
  const from = newAddress();
  const target = await makeTicket(desk.app, desk.owner, { from });
  const opening = { subject: "By hand", message: "Good day", customer: { email: from }, idempotencyKey: randomUUID() };
  const source = await desk.agent.api.tickets.create(opening);
  const idempotencyKey = randomUUID();
  const sent = await reply(desk.agent, source.id, { idempotencyKey });
  await desk.merge(source.id, target.id);
  expect(await reply(desk.agent, source.id, { idempotencyKey, lastSeenMessageId: null })).toMatchObject({
    id: sent.id,
    ticketId: target.id,
  });
  expect(await desk.agent.api.tickets.create(opening)).toMatchObject({ id: target.id });
  expect((await desk.get(target.id)).messageCount).toBe(3);
});

test("of two concurrent merges into different tickets one learns of the other, without a deadlock", async () => {
  const from = newAddress();
  const tickets = await Promise.all([1, 2, 3, 4].map(() => makeTicket(desk.app, desk.owner, { from })));
  const [a, b, c, d] = tickets.map(({ id }) => id) as [string, string, string, string];
  const outcomes = await Promise.allSettled([
    ...[desk.merge(a, b), desk.merge(b, a), desk.merge(a, c), desk.merge(c, d), desk.merge(d, b), desk.merge(b, c)],
    ...[reply(desk.agent, a), reply(desk.agent, b), reply(desk.agent, c), reply(desk.agent, d)],
  ]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(["ticket_merged", "ticket_archived", "conversation_moved_on"]).toContain(outcome.reason.code);
  }
  const all = await Promise.all(tickets.map(({ id }) => desk.get(id)));
  const replied = outcomes.slice(6).filter(({ status }) => status === "fulfilled").length;
  expect(all.reduce((sum, { messageCount }) => sum + messageCount, 0)).toBe(4 + replied);
  for (const ticket of all) expect(ticket.mergedInto === null || ticket.messageCount === 0).toBe(true);
});

test("a long thread is moved whole, and back", async () => {
  const from = newAddress();
  const [source, target] = [
    await makeTicket(desk.app, desk.owner, { from }),
    await makeTicket(desk.app, desk.owner, { from }),
  ];
  const said = Array.from(
    { length: 400 },
    (_, at): Said => [at % 2 ? "customer" : "agent", msFromNow({ seconds: -at })],
  );
  await importThread(desk.app, desk.owner, source.id, said);
  expect(await desk.merge(source.id, target.id)).toMatchObject({ messageCount: 402, hasOlderMessages: true });
  expect(await desk.agent.api.tickets.unmerge({ id: source.id })).toMatchObject({ messageCount: 401 });
  expect((await desk.get(target.id)).messageCount).toBe(1);
});

const note = (ticketId: string, content: string) =>
  desk.agent.api.messages.addNote({ ticketId, content, idempotencyKey: randomUUID() });
const stepsOf = async (id: string) => (await desk.agent.api.tickets.activity({ id })).items.map(({ kind }) => kind);

/** Makes two tickets of a customer who waits on both. */
async function twoTickets() {
  const from = newAddress();
  return {
    source: await makeTicket(desk.app, desk.owner, { from }),
    target: await makeTicket(desk.app, desk.owner, { from }),
  };
}

const inDays = (days: number) => fromNow({ days });

test.each<["answer" | "later", string, (ids: { source: string; target: string }) => Promise<unknown>, boolean]>([
  ["later", "nothing else", async () => {}, true],
  ["answer", "nothing else", async () => {}, true],
  ["later", "a reply", ({ target }) => reply(desk.agent, target), true],
  ["later", "a note", ({ target }) => note(target, "Hm"), true],
  ["later", "mail by way of the source", ({ source }) => writesBy(source), true],
  ["later", "its own customer's mail", ({ target }) => customerReplies(desk.app, desk.owner, target, "And?"), false],
  ["later", "being put off anew", ({ target }) => putOffBriefly(target), false],
  ["later", "being done meanwhile", ({ target }) => doneBriefly(target), false],
])(
  "a target that was snoozed until %s is snoozed again when the merge is undone after %s",
  async (kind, _, act, isBack) => {
    const { source, target } = await twoTickets();
    const until = kind === "answer" ? "answer" : inDays(3);
    await desk.agent.api.tickets.snooze({ id: target.id, until });
    expect(await desk.merge(source.id, target.id)).toMatchObject({ snoozedUntil: null });
    await act({ source: source.id, target: target.id });
    await desk.agent.api.tickets.unmerge({ id: source.id });
    expect(await desk.get(target.id)).toMatchObject({ snoozedUntil: isBack ? until : null, isWoken: false });
    const steps = (await stepsOf(target.id)).filter((step) => step === "snoozed");
    if (isBack) expect(steps).toHaveLength(2);
  },
);

const writesBy = (id: string) =>
  desk.app.services.db.withTenant(desk.owner.tenantId, async (tx) => {
    const ticket = await lockTicketOf(tx, id);
    if (!ticket) throw new Error("It is there");
    const plain = { fullContent: null, html: null, mailMessageId: null, isAutomatic: false, mergedFromId: id };
    return addCustomerMessage(tx, ticket, { ...plain, content: "Me too", authorName: "Jane" }, "references");
  });
async function putOffBriefly(id: string) {
  await desk.agent.api.tickets.snooze({ id, until: inDays(1) });
  await desk.agent.api.tickets.unsnooze({ id });
}
async function doneBriefly(id: string) {
  await desk.agent.api.tickets.changeStatus({ id, status: "resolved" });
  await desk.agent.api.tickets.reopen({ id });
}

test("while another merged ticket stays, the target stays awake; afterwards it is snoozed again", async () => {
  const { source, target } = await twoTickets();
  const other = await makeTicket(desk.app, desk.owner, { from: (await desk.get(target.id)).customer?.email ?? "" });
  await desk.agent.api.tickets.snooze({ id: target.id, until: "answer" });
  await desk.merge(source.id, target.id);
  await desk.merge(other.id, target.id);
  await desk.agent.api.tickets.unmerge({ id: source.id });
  expect(await desk.get(target.id)).toMatchObject({ snoozedUntil: null });
  await desk.agent.api.tickets.unmerge({ id: other.id });
  expect(await desk.get(target.id)).toMatchObject({ snoozedUntil: "answer" });
});

test("in a chain each link gets its snooze back, from whichever end it is undone", async () => {
  for (const isFirstFirst of [true, false]) {
    const { source, target } = await twoTickets();
    const last = await makeTicket(desk.app, desk.owner, { from: (await desk.get(target.id)).customer?.email ?? "" });
    const until = inDays(2);
    await desk.agent.api.tickets.snooze({ id: target.id, until });
    await desk.merge(source.id, target.id);
    await desk.merge(target.id, last.id);
    for (const { id } of isFirstFirst ? [source, target] : [target, source])
      await desk.agent.api.tickets.unmerge({ id });
    expect(await desk.get(target.id)).toMatchObject({ snoozedUntil: until });
  }
});

/** Makes a ticket of the customer's own, and one that somebody else wrote for them. */
async function ownAndPosed() {
  const [ann, mallory] = [newAddress(), newAddress()];
  const own = await customerWrites(desk.app, desk.owner, { from: ann });
  const headers = [`Reply-To: ${ann}`];
  const posed = await customerWrites(desk.app, desk.owner, { from: mallory, text: "Change my address.", headers });
  return { ann, mallory, own: own.ticket_id, posed: posed.ticket_id, writtenFrom: { email: mallory, isStores: false } };
}
const sendersOf = async (id: string) =>
  (await desk.get(id)).messages.map(({ writtenFrom }) => writtenFrom?.email ?? null);

test("a merge and its undoing keep where a mail was written from, on the message and its ticket", async () => {
  const { own, posed, mallory, writtenFrom } = await ownAndPosed();
  const merged = await desk.merge(posed, own);
  expect(merged.writtenFrom).toEqual(writtenFrom);
  expect(merged.messages.map((message) => message.writtenFrom)).toEqual([null, writtenFrom]);
  const { items: trail } = await desk.agent.api.tickets.activity({ id: own });
  expect(trail.find(({ kind }) => kind === "created")?.actorName).not.toBe(mallory);
  const { items: shells } = await desk.agent.api.tickets.activity({ id: posed });
  expect(shells.find(({ kind }) => kind === "created")?.actorName).toBe(mallory);
  expect(await desk.unmerge(posed)).toMatchObject({ writtenFrom, messages: [{ writtenFrom }] });
  expect(await desk.get(own)).toMatchObject({ writtenFrom: null, messages: [{ writtenFrom: null }] });
});

test("another person's message on a ticket is answered at their address, and a ticket it is moved to is theirs", async () => {
  const [ann, joined] = [newAddress(), newAddress()];
  const { ticket_id: id } = await customerWrites(desk.app, desk.owner, { from: ann });
  await reply(desk.agent, id, { content: "We look." });
  const [sent] = await desk.app.asOwner<{ id: string }>(
    "select mail_message_id as id from ticket_messages where ticket_id = $1 and not is_from_customer",
    [id],
    desk.owner.tenantId,
  );
  const headers = [`In-Reply-To: <${sent?.id}>`];
  const { message_id: messageId } = await customerWrites(desk.app, desk.owner, { from: joined, headers });
  expect(await sendersOf(id)).toEqual([null, null, null]);
  expect((await desk.get(id)).writtenFrom).toBeNull();
  const moved = await desk.move(id, messageId ?? "");
  expect(moved).toMatchObject({ customer: { email: joined }, messages: [{ answersTo: { email: joined } }] });
  expect((await desk.agent.api.messages.preview({ ticketId: moved.id, content: "Hello" })).to).toMatchObject([
    { email: joined },
  ]);
});

test("it is in the export of the customer who is to be answered", async () => {
  const { ann, own, posed, mallory } = await ownAndPosed();
  const { customerId } = await desk.get(own);
  const response = await desk.owner.send(customerExportUrl(customerId ?? ""));
  const { tickets } = (await response.json()) as { tickets: { messages: Record<string, unknown>[] }[] };
  const written = tickets.flatMap(({ messages }) => messages);
  expect(written.map(({ authorEmail, writtenFrom }) => [authorEmail, writtenFrom])).toEqual([
    ...[
      [ann, null],
      [mallory, mallory],
    ],
  ]);
  expect(await sendersOf(posed)).toEqual([mallory]);
});

test("no ticket keeps the address of an erased writer", async () => {
  const { own, posed, mallory } = await ownAndPosed();
  await desk.merge(posed, own);
  const { ticket_id: theirs } = await customerWrites(desk.app, desk.owner, { from: mallory });
  const { customerId } = await desk.get(theirs);
  await desk.app.db.withTenant(desk.owner.tenantId, (tx) => redactCustomer(tx, customerId ?? ""));
  expect(await desk.get(own)).toMatchObject({ writtenFrom: null, messages: [{ writtenFrom: null }] });
});
