import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { msFromNow } from "../../../testing/from-now.ts";
import { importThread, type Said } from "../../../testing/import-history.ts";
import { type MergeDesk, newAddress, openMergeDesk, textsOf } from "../../../testing/store/merge-desk.ts";
import { makeTicket, reply } from "../../../testing/test-desk.ts";

let desk: MergeDesk;
beforeAll(async () => {
  desk = await openMergeDesk();
});
afterAll(() => desk.app.stop());

test("a chain of merges goes back link by link, from either end", async () => {
  const from = newAddress();
  const [a, b, c] = [
    await makeTicket(desk.app, desk.owner, { from, description: "This is A." }),
    await makeTicket(desk.app, desk.owner, { from, description: "This is B." }),
    await makeTicket(desk.app, desk.owner, { from, description: "This is C." }),
  ];
  await desk.merge(a.id, b.id);
  expect(textsOf(await desk.merge(b.id, c.id))).toEqual(["This is A.", "This is B.", "This is C."]);
  expect((await desk.get(a.id)).mergedInto).toMatchObject({ id: b.id });
  // The middle one first: the first stays with it.
  expect(textsOf(await desk.agent.api.tickets.unmerge({ id: b.id }))).toEqual(["This is A.", "This is B."]);
  expect(textsOf(await desk.get(c.id))).toEqual(["This is C."]);
  await desk.merge(b.id, c.id);
  // And the first one alone, from where the last one has it.
  expect(textsOf(await desk.agent.api.tickets.unmerge({ id: a.id }))).toEqual(["This is A."]);
  expect(textsOf(await desk.get(c.id))).toEqual(["This is B.", "This is C."]);
  expect(textsOf(await desk.agent.api.tickets.unmerge({ id: b.id }))).toEqual(["This is B."]);
});

test("a reply and a new ticket that were lost on the way are found again on the ticket they were merged into", async () => {
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

test("of two who merge it into different tickets at once one is told of the other; nobody waits in a circle", async () => {
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

test("a long thread moves whole, and back", async () => {
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
