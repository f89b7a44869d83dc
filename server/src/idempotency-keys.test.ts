import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { makeTicket, reply } from "./testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "./testing/test-people.ts";

let app: Desk;
let ann: Person;
let bob: Person;
let stranger: Person;
let ticketId: string;
let theirs: string;
beforeAll(async () => {
  app = await openDesk();
  ann = await newOwner(app);
  bob = await addColleague(app, ann, "admin");
  stranger = await newOwner(app);
});
afterAll(() => app.stop());

type Made = { id: string };
type Attempt = (by: Person, key: string) => Promise<Made>;
const at = (by: Person) => (by === stranger ? theirs : ticketId);
const used = { code: "input_invalid", data: { fields: { idempotencyKey: ["This key was used for something else"] } } };

/** Every action with an idempotency key; each result names its author, to tell one's own from another's. */
const attempts: Record<string, Attempt> = {
  "a reply": (by, idempotencyKey) => reply(by, at(by), { idempotencyKey, content: by.userId, sendAnyway: true }),
  "a note": (by, idempotencyKey) => by.api.messages.addNote({ ticketId: at(by), content: by.userId, idempotencyKey }),
  "a ticket": (by, idempotencyKey) =>
    by.api.tickets.create({
      subject: by.userId,
      message: by.userId,
      customer: { email: "jane@customer.test" },
      idempotencyKey,
    }),
  "a tracking note": (by, idempotencyKey) =>
    by.api.tracking.addNote({ ticketId: at(by), content: by.userId, idempotencyKey }),
  "a canned response": (by, idempotencyKey) =>
    by.api.cannedResponses.create({ title: by.userId, content: by.userId, category: "General", idempotencyKey }),
  "a view": (by, idempotencyKey) =>
    by.api.views.create({ name: by.userId, filter: {}, isShared: false, idempotencyKey }),
  "a shared view": (by, idempotencyKey) =>
    by.api.views.create({ name: `${by.userId} all`, filter: {}, isShared: true, idempotencyKey }),
};

test.each(Object.entries(attempts))("%s: a key belongs to one person", async (_, attempt) => {
  ticketId = (await makeTicket(app, ann)).id;
  theirs = (await makeTicket(app, stranger)).id;
  const key = randomUUID();
  const first = await attempt(ann, key);
  expect((await attempt(ann, key)).id).toBe(first.id);
  await expect(attempt(bob, key)).rejects.toMatchObject(used);
  // Another store has its own keys.
  const other = await attempt(stranger, key);
  expect(JSON.stringify(other)).not.toContain(ann.userId);
  expect((await attempt(stranger, key)).id).toBe(other.id);
  // The refused person can do it with a key of their own.
  expect((await attempt(bob, randomUUID())).id).not.toBe(first.id);
});

test("feedback under a colleague's key is another piece of feedback", async () => {
  const idempotencyKey = randomUUID();
  const say = (by: Person) => by.api.feedback.submit({ type: "bug", message: by.userId, idempotencyKey });
  const ids = [await say(ann), await say(ann), await say(bob), await say(stranger)].map(({ id }) => id);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(3);
});

test("a change of many under a colleague's key is made, and its author can undo it", async () => {
  const { id } = await makeTicket(app, ann);
  const idempotencyKey = randomUUID();
  const tag = (by: Person, addTags: string[]) =>
    by.api.tickets.changeMany({ items: [{ id, change: { addTags } }], idempotencyKey });
  await tag(ann, ["ann"]);
  expect((await tag(bob, ["bob"])).results).toMatchObject([
    { outcome: "changed", undo: { change: { removeTags: ["bob"] } } },
  ]);
  expect((await ann.api.tickets.get({ id })).tags.toSorted()).toEqual(["ann", "bob"]);
  expect((await tag(stranger, ["x"])).results).toMatchObject([{ outcome: "refused" }]);
});
