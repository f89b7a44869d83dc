import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "./testing/hold-rows.ts";
import { jsonOf } from "./testing/open-browser.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { makeTicket } from "./testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "./testing/test-people.ts";

// One signed-in person cannot do anything that other people of the installation would notice.

const perSecond = 5;
let app: Desk;
let busy: Person;
let colleague: Person;
let neighbour: Person;
beforeAll(async () => {
  const requestPatience = { statementMs: 5_000, lockMs: 1_500, idleMs: 20_000 };
  app = await openDesk({ requestsPerPerson: perSecond, requestPatience });
  [busy, neighbour] = [await newOwner(app), await newOwner(app)];
  colleague = await addColleague(app, busy, "agent");
});
afterAll(() => app.stop());

const list = "/api/tickets?view=active&limit=20";

test("a request for a locked row is refused in time, while other people's requests and one's own are served", async () => {
  const { id } = await makeTicket(app, busy);
  const lock = "select from support_tickets where id = $1 for update";
  const held = await holdRows(app.db.pool, busy, lock, [id]);
  const waiting = [busy, colleague].flatMap((person) =>
    Array.from({ length: 3 }, () =>
      person.send(`/api/tickets/${id}/notes`, { json: { content: "Hi", idempotencyKey: randomUUID() } }),
    ),
  );
  for (const person of [neighbour, busy]) expect((await person.send(list)).status).toBe(200);
  // The row is still locked.
  const answers = await Promise.all(waiting);
  for (const answer of answers) expect([answer.status, (await jsonOf(answer)).code]).toEqual([503, "try_again"]);
  await held.release();
  const note = { json: { content: "Hi", idempotencyKey: randomUUID() } };
  expect((await busy.send(`/api/tickets/${id}/notes`, note)).status).toBe(200);
  expect(app.takeErrors()).toHaveLength(waiting.length);
});

test("a person who sends requests without a pause is refused in words, once in the audit log, and nobody else is", async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => busy.send(list)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(20);
  for (const answer of refused) {
    expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(await jsonOf(answer)).toMatchObject({
      code: "too_many_requests",
      message: "You are asking for too much at once. Please wait a moment and try again",
      data: { seconds: Number(answer.headers.get("retry-after")) },
    });
  }
  for (const person of [neighbour, colleague]) expect((await person.send(list)).status).toBe(200);
  const recorded = "select subject_label from audit_log where action = 'account.limit-reached' and actor_id = $1";
  expect(await app.asOwner(recorded, [busy.userId], busy.tenantId)).toHaveLength(1);
});

test("bodies nested deeper than any form are refused", async () => {
  const body = "[".repeat(100_000);
  const send = (path: string) =>
    colleague.send(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  for (const path of [`/api/tickets/${randomUUID()}/replies`, "/api/tickets/change", "/api/polish", "/api/knowledge"]) {
    const answer = await send(path);
    expect([answer.status, (await jsonOf(answer)).code], path).toEqual([422, "input_invalid"]);
  }
});
