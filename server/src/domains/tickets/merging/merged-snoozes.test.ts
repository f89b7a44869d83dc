import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { type MergeDesk, newAddress, openMergeDesk } from "../../../testing/store/merge-desk.ts";
import { customerReplies, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addCustomerMessage, lockTicketOf } from "../index.ts";

let desk: MergeDesk;
beforeAll(async () => {
  desk = await openMergeDesk();
});
afterAll(() => desk.app.stop());

const note = (ticketId: string, content: string) =>
  desk.agent.api.messages.addNote({ ticketId, content, idempotencyKey: randomUUID() });
const stepsOf = async (id: string) => (await desk.agent.api.tickets.activity({ id })).items.map(({ kind }) => kind);

/** Two tickets of one customer, who waits on both. */
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
])("a target that was put off until %s is so again when the merge is undone after %s", async (kind, _, act, isBack) => {
  const { source, target } = await twoTickets();
  const until = kind === "answer" ? "answer" : inDays(3);
  await desk.agent.api.tickets.snooze({ id: target.id, until });
  expect(await desk.merge(source.id, target.id)).toMatchObject({ snoozedUntil: null });
  await act({ source: source.id, target: target.id });
  await desk.agent.api.tickets.unmerge({ id: source.id });
  expect(await desk.get(target.id)).toMatchObject({ snoozedUntil: isBack ? until : null, isWoken: false });
  const steps = (await stepsOf(target.id)).filter((step) => step === "snoozed");
  if (isBack) expect(steps).toHaveLength(2);
});

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

test("while another ticket that was merged into it stays there, a target stays awake; then it is put off again", async () => {
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

test("in a chain each link has its snooze back, whichever end it is undone from", async () => {
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
