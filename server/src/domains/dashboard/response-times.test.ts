import { afterAll, beforeAll, expect, test } from "vitest";
import { importThread, importTicket, type Said } from "../../testing/import-history.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { customerReplies, makeTicket, reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { readMetrics } from "./read-metrics.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const hour = 3_600_000;

function metricsAt(owner: Person, now: Date) {
  return readMetrics((query) => app.services.db.read(owner.tenantId, query), now);
}

test("an answer's time is from the customer's first message to an agent's first one after it", async () => {
  const owner = await newOwner(app);
  const now = new Date("2026-03-18T10:00:00Z");
  const at = +now - 30 * 24 * hour;
  const thread = async (said: Said[]) =>
    importThread(app, owner, await importTicket(app, owner, { createdAt: at }), said);
  // Notes and machines answer nobody; the second answer is not the first; the order of the rows is nothing.
  await thread([
    ["agent", at + 9 * hour],
    ["customer", at],
    ["machine", at + hour],
    ["note", at + 2 * hour],
    ["agent", at + 3 * hour],
  ]);
  expect((await metricsAt(owner, now)).averageResponseTime).toBe(3);
  // Made by hand: its opening is no answer, and nobody waits until the customer writes.
  await thread([
    ["agent", at],
    ["agent", at + hour],
    ["customer", at + 20 * hour],
    ["agent", at + 20.5 * hour],
  ]);
  expect((await metricsAt(owner, now)).averageResponseTime).toBe(1.8);
  // Never answered, or never asked.
  await thread([["customer", at]]);
  await thread([["agent", at]]);
  const before = { ...(await metricsAt(owner, now)).earlier };
  expect(before.averageResponseTime).toBe(1.8);
  // Answered within the last week: counted now, but not in what was a week ago.
  await thread([
    ["customer", +now - 48 * hour],
    ["agent", +now - 38 * hour],
  ]);
  expect(await metricsAt(owner, now)).toMatchObject({
    averageResponseTime: 4.5,
    earlier: { averageResponseTime: 1.8 },
  });
});

test("an agent's reply is timed as it is sent, the opening of a ticket made by hand is not", async () => {
  const owner = await newOwner(app);
  const asked = await makeTicket(app, owner);
  await app.asOwner(
    "update ticket_messages set created_at = created_at - interval '90 minutes' where id = $1",
    [asked.firstMessageId],
    owner.tenantId,
  );
  await reply(owner, asked.id);
  await reply(owner, asked.id, { content: "And once more." });
  await customerReplies(app, owner, asked.id, "Thank you");
  expect((await owner.api.dashboard.metrics()).averageResponseTime).toBe(1.5);
  const byHand = await makeTicket(app, owner);
  await app.asOwner("delete from ticket_messages where ticket_id = $1", [byHand.id], owner.tenantId);
  await reply(owner, byHand.id, { lastSeenMessageId: null });
  expect((await owner.api.dashboard.metrics()).averageResponseTime).toBe(1.5);
});
