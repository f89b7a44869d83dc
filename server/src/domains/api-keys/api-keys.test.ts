import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { callV1, openProgram, programWith } from "../../testing/programs/open-program.ts";
import { makeTicket, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person, untilRemoved } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());
beforeEach(async () => {
  admin = await newOwner(app);
});

const keys = async () => (await admin.api.apiKeys.list()).items;
const asStore = (sql: string, values: unknown[] = []) => app.asOwner(sql, values, admin.tenantId);
const log = async () => (await admin.api.audit.list({ kind: "settings" })).items;

test("a key is shown once and kept as a hash; its program lists tickets, and its last use is noted", async () => {
  const { id } = await makeTicket(app, admin, { subject: "A lamp" });
  const program = await openProgram(app, admin, { name: "Warehouse" });
  expect(program.key).toMatch(/^dhk_[0-9a-f]{16}_[0-9a-f]{72}$/);
  expect(program.key.startsWith(`${program.apiKey.begins}_`)).toBe(true);
  const stored = JSON.stringify(await asStore("select * from api_keys"));
  expect(stored).not.toContain(program.key.slice(-72));
  const listed = await program.get("/tickets?limit=5");
  expect([listed.status, listed.json.items]).toMatchObject([200, [{ id, subject: "A lamp" }]]);
  expect((await keys())[0]?.lastUse).toMatchObject({ from: "127.0.0.1" });
});

test("what a key changes has its name in the trail, and nobody else's", async () => {
  const { id } = await makeTicket(app, admin, { subject: "A lamp" });
  const program = await openProgram(app, admin, { name: "Warehouse" });
  const changed = await program.write("PATCH", `/tickets/${id}`, { priority: "urgent", addTags: ["seen"] });
  expect([changed.status, changed.json.priority]).toEqual([200, "urgent"]);
  const { items } = await admin.api.tickets.activity({ id });
  expect(items.at(-1)).toMatchObject({ actorId: null, actorName: "Warehouse (API key)" });
});

test("a program creates a ticket, notes and answers it, by the name of its key", async () => {
  const program = await openProgram(app, admin, { name: "Shop" });
  const input = { subject: "Broken", message: "It broke", customer: { email: "jane@customer.test" } };
  const created = await program.write("POST", "/tickets", input);
  expect([created.status, created.json]).toMatchObject([200, { subject: "Broken", createdBy: null }]);
  const path = `/tickets/${created.json.id}`;
  const noted = await program.write("POST", `${path}/notes`, { content: "Seen at the counter" });
  expect(noted.json).toMatchObject({ content: "Seen at the counter", authorId: null, authorName: "Shop (API key)" });
  const replied = await program.write("POST", `${path}/replies`, {
    content: "Sorry",
    lastSeenMessageId: null,
    sendAnyway: true,
  });
  expect([replied.status, replied.json]).toMatchObject([
    200,
    { authorName: "Shop (API key)", deliveryState: "sending" },
  ]);
  const detail = await admin.api.tickets.get({ id: String(created.json.id) });
  expect(detail).toMatchObject({ assignedTo: null, waitingSince: null });
  const { items } = await admin.api.tickets.activity({ id: detail.id });
  expect(new Set(items.map(({ actorName }) => actorName))).toEqual(new Set(["Shop (API key)"]));
});

test("a reply is refused while the customer wrote something that the program has not read", async () => {
  const { id, firstMessageId } = await makeTicket(app, admin, { subject: "A lamp" });
  const program = await openProgram(app, admin);
  const answer = (lastSeenMessageId: string | null) =>
    program.write("POST", `/tickets/${id}/replies`, { content: "Hello", lastSeenMessageId });
  expect((await answer(null)).json).toMatchObject({ code: "conversation_moved_on" });
  expect((await answer(firstMessageId)).status).toBe(200);
});

test("a write that is repeated with its Idempotency-Key is done once, and refused for anything else", async () => {
  const { id } = await makeTicket(app, admin);
  const program = await openProgram(app, admin);
  const key = randomUUID();
  const close = () => program.write("POST", `/tickets/${id}/status`, { status: "closed" }, key);
  expect((await close()).status).toBe(200);
  await admin.api.tickets.reopen({ id });
  expect([(await close()).status, (await close()).json.status]).toEqual([200, "open"]);
  const other = await program.write("POST", `/tickets/${id}/status`, { status: "resolved" }, key);
  expect(other.json).toMatchObject({ code: "input_invalid" });

  const noteKey = "note-1";
  const note = (by = program) => by.write("POST", `/tickets/${id}/notes`, { content: "Once" }, noteKey);
  expect((await note()).json.id).toBe((await note()).json.id);
  // Another program chose the same key.
  const second = await openProgram(app, admin);
  expect((await note(second)).status).toBe(200);
  expect((await admin.api.tickets.get({ id })).noteCount).toBe(2);
});

test("two requests at once with one Idempotency-Key make one change", async () => {
  const { id } = await makeTicket(app, admin);
  const program = await openProgram(app, admin);
  const change = () => program.write("POST", `/tickets/${id}/status`, { status: "pending" }, "twice");
  expect((await Promise.all([change(), change(), change()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  const { items } = await admin.api.tickets.activity({ id, onlySteps: true });
  expect(items.filter(({ kind }) => kind === "status_changed")).toHaveLength(1);
});

test("a write without an Idempotency-Key, or with an unusable one, is refused", async () => {
  const { key } = await openProgram(app, admin);
  for (const idempotencyKey of ["", "with space", "x".repeat(201)]) {
    const headers = { authorization: `Bearer ${key}`, "idempotency-key": idempotencyKey };
    const answer = await callV1(app, "/customers", { method: "POST", headers, body: "{ broken" });
    expect([answer.status, answer.json.code]).toEqual([400, "idempotency_key_needed"]);
  }
});

test("a key lacks what it was not given, and is told which scope that is", async () => {
  const program = await openProgram(app, admin, { scopes: ["tickets:read"] });
  expect((await program.get("/tickets")).status).toBe(200);
  const refused = await program.get("/customers");
  expect([refused.status, refused.json]).toMatchObject([
    403,
    { code: "key_lacks_scope", data: { scope: "customers:read" } },
  ]);
});

test("a revoked key and one that ended are refused with their own codes from the next request on", async () => {
  const [revoked, over] = [await openProgram(app, admin), await openProgram(app, admin)];
  expect([(await revoked.get("/tickets")).status, (await over.get("/tickets")).status]).toEqual([200, 200]);
  await admin.api.apiKeys.remove({ id: revoked.apiKey.id });
  await asStore("update api_keys set ends_at = now() - interval '1 second' where id = $1", [over.apiKey.id]);
  expect((await revoked.get("/tickets")).json).toMatchObject({ code: "key_revoked", status: 401 });
  expect((await over.get("/tickets")).json).toMatchObject({ code: "key_expired", status: 401 });
  expect((await keys()).map(({ id, isOver }) => [id, isOver])).toEqual([[over.apiKey.id, true]]);
});

test("after a rotation the earlier secret is good for as long as was chosen", async () => {
  const program = await openProgram(app, admin);
  const { id } = program.apiKey;
  const { key } = await admin.api.apiKeys.rotate({ id, overlapHours: 24 });
  expect([(await program.get("/tickets")).status, (await programWith(app, key).get("/tickets")).status]).toEqual([
    200, 200,
  ]);
  await asStore("update api_keys set earlier_until = now() where id = $1", [id]);
  expect((await program.get("/tickets")).json.code).toBe("key_invalid");
  await admin.api.apiKeys.rotate({ id, overlapHours: 0 });
  expect((await programWith(app, key).get("/tickets")).json.code).toBe("key_invalid");
});

test("a key is bound to addresses and networks", async () => {
  const elsewhere = await openProgram(app, admin, { ranges: ["198.51.100.0/24", "2001:db8::/32"] });
  const here = await openProgram(app, admin, { ranges: ["127.0.0.0/8"] });
  expect((await elsewhere.get("/tickets")).json).toMatchObject({ code: "key_not_from_here", status: 403 });
  expect((await here.get("/tickets")).status).toBe(200);
  await expect(openProgram(app, admin, { ranges: ["localhost"] })).rejects.toMatchObject({ code: "input_invalid" });
});

test("keys of somebody who lost a permission lose it; keys of somebody who left go on as the store's", async () => {
  const maker = await addColleague(app, admin, "admin");
  const [kept, narrowed] = [await openProgram(app, maker, { name: "Kept" }), await addColleague(app, admin, "admin")];
  const other = await openProgram(app, narrowed, { name: "Narrowed" });
  await admin.api.team.delete({ id: maker.userId });
  await untilRemoved(app, maker);
  await admin.api.team.changeRole({ id: narrowed.userId, role: "agent" });
  expect([(await kept.get("/audit")).status, (await other.get("/audit")).json.code]).toEqual([200, "key_lacks_scope"]);
  expect((await keys()).map(({ name, madeBy }) => [name, madeBy])).toEqual([
    ["Kept", { name: "admin", hasLeft: true }],
    ["Narrowed", { name: "admin", hasLeft: false }],
  ]);
  expect((await log()).map(({ action }) => action)).toContain("settings.api-key-narrowed");
});

test("a repeated request for a key makes no second one, but a new secret, until it was used", async () => {
  const input = { name: "Once", scopes: ["tickets:read" as const], idempotencyKey: randomUUID() };
  const [first, second] = [await admin.api.apiKeys.create(input), await admin.api.apiKeys.create(input)];
  expect(second.apiKey.id).toBe(first.apiKey.id);
  expect((await programWith(app, first.key).get("/tickets")).json.code).toBe("key_invalid");
  expect((await programWith(app, second.key).get("/tickets")).status).toBe(200);
  await expect(admin.api.apiKeys.create(input)).rejects.toMatchObject({ code: "input_invalid" });
  await expect(openProgram(app, admin, { name: "ONCE" })).rejects.toMatchObject({ code: "api_key_name_taken" });
});

test("the audit log says who made, changed, rotated and revoked a key, and which key changed the store", async () => {
  const program = await openProgram(app, admin, { name: "Shop" });
  const { id } = program.apiKey;
  await program.write("POST", "/webhooks", { name: "Chat", url: "https://hooks.example/desk" });
  await admin.api.apiKeys.update({ id, name: "Shop 2", scopes: ["tickets:read"] });
  await admin.api.apiKeys.rotate({ id, overlapHours: 0 });
  await admin.api.apiKeys.remove({ id });
  expect((await log()).map(({ action, actorName, subject }) => [action, actorName, subject])).toEqual([
    ["settings.api-key-revoked", admin.name, "Shop 2"],
    ["settings.api-key-rotated", admin.name, "Shop 2"],
    ["settings.api-key-changed", admin.name, "Shop 2"],
    ["settings.webhook-made", "Shop (API key)", "Chat"],
    ["settings.api-key-made", admin.name, "Shop"],
  ]);
});

test("pages of the list follow each other by a cursor that stays good", async () => {
  const made = await Promise.all([1, 2, 3].map((number) => makeTicket(app, admin, { subject: `Ticket ${number}` })));
  const program = await openProgram(app, admin);
  const seen: unknown[] = [];
  let cursor = "";
  do {
    const { json } = await program.get(`/tickets?sort=activity&limit=1${cursor}`);
    seen.push(...Object(json.items).map((item: { id: string }) => item.id));
    // A ticket that comes meanwhile moves none of the others.
    await makeTicket(app, admin, { subject: "Meanwhile" });
    cursor = json.nextCursor === null ? "" : `&cursor=${json.nextCursor}`;
  } while (cursor !== "");
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  expect((await program.get("/tickets?assignee=me")).json).toMatchObject({ code: "input_invalid" });
});

test("a colleague's answer and a key's count as the store's last word", async () => {
  const { id, firstMessageId } = await makeTicket(app, admin);
  await reply(admin, id, { lastSeenMessageId: firstMessageId });
  const program = await openProgram(app, admin);
  const read = await program.get(`/tickets/${id}`);
  expect(read.json).toMatchObject({
    id,
    waitingSince: null,
    messages: [{ isFromCustomer: true }, { authorName: admin.name }],
  });
});

test("a program that was away reads what happened after its number, in order, and is told when that is gone", async () => {
  const program = await openProgram(app, admin);
  const began = await program.get("/events");
  expect(began.json).toMatchObject({ items: [], hasMore: false });
  const { id, firstMessageId } = await makeTicket(app, admin, { subject: "A secret lamp" });
  await program.write("PATCH", `/tickets/${id}`, { priority: "high" });
  const read = async (query: string) => (await program.get(`/events?after=${query}`)).json;
  const after = Number(began.json.next);
  const all = await read(String(after));
  expect(all.items).toMatchObject([
    { type: "ticket.created", ticketIds: [id] },
    { type: "message.created", ticketIds: [id], messageId: firstMessageId },
    { type: "ticket.updated", ticketIds: [id], messageId: null },
  ]);
  expect(JSON.stringify(all)).not.toContain("lamp");
  const first = await read(`${after}&limit=1`);
  expect(first).toMatchObject({ items: [{ type: "ticket.created" }], hasMore: true });
  expect((await read(`${first.next}`)).items).toEqual(Object(all.items).slice(1));
  expect(await read(String(all.next))).toEqual({ items: [], next: all.next, hasMore: false });
  await asStore("delete from events where number <= $1", [first.next]);
  expect(await read(String(after))).toMatchObject({ code: "events_forgotten" });
});

test("customers' events are told to keys that may read customers", async () => {
  const [may, mayNot] = [await openProgram(app, admin), await openProgram(app, admin, { scopes: ["tickets:read"] })];
  const { next } = (await may.get("/events")).json;
  const { id } = await admin.api.customers.create({ name: "Jane", email: "jane@customer.test" });
  const told = async ({ get }: typeof may) => (await get(`/events?after=${next}`)).json.items;
  expect([await told(may), await told(mayNot)]).toMatchObject([[{ type: "customer.created", customerId: id }], []]);
});

test("what a request does besides needs its own scope", async () => {
  const { id } = await makeTicket(app, admin);
  const program = await openProgram(app, admin, {
    scopes: ["tickets:read", "tickets:create", "tickets:change-status", "messages:reply"],
  });
  const narrow = await openProgram(app, admin, { scopes: ["tickets:create", "messages:reply"] });
  const reply = { content: "Hello", lastSeenMessageId: null, sendAnyway: true };
  const ticket = { subject: "Broken", message: "It broke", customer: { email: "jane@customer.test" } };
  const creator = await openProgram(app, admin, { scopes: ["tickets:create"] });
  const asked = [
    await narrow.write("POST", `/tickets/${id}/replies`, { ...reply, thenStatus: "resolved" }),
    await program.write("POST", `/tickets/${id}/replies`, { ...reply, macro: { id, actions: [] } }),
    await program.write("POST", `/tickets/${id}/status`, { status: "closed", note: "Done" }),
    await creator.write("POST", "/tickets", { ...ticket, mailCustomer: true }),
  ];
  expect(asked.map(({ json }) => json)).toMatchObject([
    { code: "key_lacks_scope", data: { scope: "tickets:change-status" } },
    { code: "key_lacks_scope", data: { scope: "tickets:update" } },
    { code: "key_lacks_scope", data: { scope: "messages:add-note" } },
    { code: "key_lacks_scope", data: { scope: "messages:reply" } },
  ]);
  expect((await creator.write("POST", "/tickets", ticket)).status).toBe(200);
});
