import { createHmac, randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { webhookLimits } from "@deskhand/contract/admin/webhook-limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWebServer, type WebServer } from "../../../../stand-ins/web-server.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

/** What came to the receiver: its path, its headers and its body. */
type Came = { url: string; headers: Record<string, unknown>; body: string };

let app: Desk;
let server: WebServer;
let admin: Person;
let came: Came[] = [];
/** How the receiver answers next: a status, or null to break the connection. */
let answers: (number | null)[] = [];

beforeAll(async () => {
  const names = { "hooks.example": ["93.184.215.14"], "inner.example": ["10.0.0.1"] };
  server = await startWebServer(names, (request, response) => {
    void text(request).then((body) => {
      came.push({ url: request.url ?? "", headers: request.headers, body });
      const status = answers.length > 0 ? answers.shift() : 200;
      if (status === null) response.destroy();
      else if (status === 101)
        request.socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
      else response.writeHead(status ?? 200).end("Thanks\0");
    });
  });
  app = await openDesk({ outside: server.outside });
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
beforeEach(async () => {
  admin = await newOwner(app);
  came = [];
  answers = [];
});

const url = "https://hooks.example/desk?key=1";
const plain = "http://hooks.example/desk?key=1";
const add = (changes: { url?: string; name?: string } = {}) =>
  admin.api.webhooks.create({ name: "Team chat", url: plain, idempotencyKey: randomUUID(), ...changes });
const deliveries = async (targetId: string) => (await admin.api.webhooks.deliveries({ id: targetId })).items;
const ended = (targetId: string, state: string) =>
  until(async () => (await deliveries(targetId)).find((delivery) => delivery.state === state));
/** The delivery that waits after so many failed tries. */
const failed = (targetId: string, times = 1) =>
  until(async () => (await deliveries(targetId)).find(({ state, tries }) => state === "planned" && tries === times));
/** Has the store's next try come at once. */
const makeDue = (id: string) =>
  app.asOwner("update effects set due_at = now() - interval '1 second' where id = $1", [id], admin.tenantId);

async function sendsTo(webhookId: string, more: { action: "add_tags"; values: string[] }[] = []) {
  return admin.api.rules.create({
    name: "Tell the chat",
    trigger: "created",
    conditions: [{ field: "subject", comparison: "contains", values: ["refund"] }],
    actions: [...more, { action: "send_webhook", values: [webhookId] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
}

test("a rule tells a webhook of the ticket as it is after the rule, signed with the secret that was shown once", async () => {
  const { webhook, secret } = await add();
  const rule = await sendsTo(webhook.id, [{ action: "add_tags", values: ["refund"] }]);
  const ticket = await makeTicket(app, admin, { subject: "A refund <b>please</b>", description: "It broke." });
  await makeTicket(app, admin, { subject: "Something else" });
  const delivery = await ended(webhook.id, "done");
  expect(delivery).toMatchObject({
    ticketId: ticket.id,
    cause: { kind: "rule", name: "Tell the chat" },
    tries: 1,
    answer: "Status 200: Thanks",
  });
  expect(came).toHaveLength(1);
  const [{ url: path, headers, body } = { url: "", headers: {}, body: "" }] = came;
  expect(path).toBe("/desk?key=1");
  expect(headers).toMatchObject({
    host: "hooks.example",
    "content-type": "application/json",
    "webhook-id": delivery.id,
  });
  const signed = `${delivery.id}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
  expect(JSON.parse(body)).toMatchObject({
    type: "rule.ran",
    data: {
      rule: { id: rule.id, name: "Tell the chat" },
      ticket: {
        id: ticket.id,
        number: ticket.ticketNumber,
        subject: "A refund <b>please</b>",
        tags: ["refund"],
        customer: { email: "jane@customer.test" },
        lastCustomerMessage: { text: "It broke." },
      },
    },
  });
  expect(JSON.stringify(await admin.api.webhooks.list())).not.toContain(secret);
});

test("a receiver that fails is asked again under the same id, later each time, until it takes the delivery", async () => {
  const { webhook } = await add();
  answers = [500, null, 302];
  const { effectId } = await admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  for (const [at, answer] of ["Status 500: Thanks", "It could not be reached", "Status 302: Thanks"].entries()) {
    const waits = await failed(webhook.id, at + 1);
    expect(waits).toMatchObject({ id: effectId, answer });
    const pause = Date.parse(waits.nextTryAt ?? "") - Date.parse(waits.changedAt);
    const expected = 60_000 * 2 ** at;
    expect([pause >= expected, pause <= 1.1 * expected + 1_000]).toEqual([true, true]);
    await makeDue(effectId);
  }
  expect(await ended(webhook.id, "done")).toMatchObject({ id: effectId, tries: 4 });
  expect(came.map(({ headers }) => headers["webhook-id"])).toEqual(Array(4).fill(effectId));
});

test("what a killed process had begun is tried again, and what it says afterwards counts no more", async () => {
  const { webhook } = await add();
  answers = [500];
  const { effectId } = await admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  await failed(webhook.id);
  await app.asOwner(
    "update effects set state = 'sent', tries = 2, due_at = now() - interval '1 second' where id = $1",
    [effectId],
    admin.tenantId,
  );
  expect(await ended(webhook.id, "done")).toMatchObject({ tries: 3 });
});

test.each([
  [500, "refused"],
  [null, "unknown"],
])("after three days of trying, an answer of %s ends as %s, and an admin can send it again", async (answer, state) => {
  const { webhook } = await add();
  answers = [500, answer];
  const { effectId } = await admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  await failed(webhook.id);
  await app.asOwner(
    "update effects set begun_at = begun_at - make_interval(days => $2) where id = $1",
    [effectId, webhookLimits.effectTriedDays],
    admin.tenantId,
  );
  await makeDue(effectId);
  expect(await ended(webhook.id, state)).toMatchObject({ tries: 2, nextTryAt: null });
  expect(await admin.api.effects.replay({ id: effectId })).toMatchObject({ state: "planned" });
  expect(await ended(webhook.id, "done")).toMatchObject({ id: effectId, tries: 3 });
});

test("a receiver that wants to speak another protocol counts as one that did not answer, and holds up nobody", async () => {
  const { webhook } = await add();
  const other = (await add({ name: "Other", url: "http://hooks.example/other" })).webhook;
  answers = [101];
  const { effectId } = await admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  expect(await failed(webhook.id)).toMatchObject({ answer: "It could not be reached" });
  await makeDue(effectId);
  expect(await ended(webhook.id, "done")).toMatchObject({ tries: 2 });
  await admin.api.webhooks.test({ id: other.id, idempotencyKey: randomUUID() });
  expect(await ended(other.id, "done")).toMatchObject({ tries: 1 });
});

test("a delivery whose webhook or ticket is gone is refused, and one to an inner address is never sent", async () => {
  const { webhook } = await add();
  const inner = (await add({ name: "Inner", url: "http://inner.example/" })).webhook;
  answers = [500];
  await sendsTo(webhook.id);
  const { id } = await makeTicket(app, admin, { subject: "refund" });
  const waits = await failed(webhook.id);
  await admin.api.tickets.delete({ id });
  await makeDue(waits.id);
  expect(await ended(webhook.id, "refused")).toMatchObject({ ticketId: null, answer: "The ticket was deleted" });

  await admin.api.webhooks.test({ id: inner.id, idempotencyKey: randomUUID() });
  const tried = await failed(inner.id);
  expect(tried).toMatchObject({ state: "planned", answer: "Not sent: An inner address" });
  await admin.api.webhooks.remove({ id: inner.id });
  await makeDue(tried.id);
  const rows = () => app.asOwner("select state, answer from effects where id = $1", [tried.id], admin.tenantId);
  await until(async () => (await rows()).find(({ state }) => state === "refused"));
  expect(await rows()).toEqual([{ state: "refused", answer: "The webhook was deleted" }]);
  expect(came).toHaveLength(1);

  await admin.api.webhooks.remove({ id: webhook.id });
  await makeTicket(app, admin, { subject: "another refund" });
  const [rule] = (await admin.api.rules.list()).items;
  expect(rule).toMatchObject({ missing: ["A webhook was deleted"] });
});

test("the same request twice adds one webhook and sends one test; names are unique, and the number has an end", async () => {
  const idempotencyKey = randomUUID();
  const input = { name: "Chat", url, idempotencyKey };
  const [first, second] = await Promise.all([admin.api.webhooks.create(input), admin.api.webhooks.create(input)]);
  expect(second).toEqual(first);
  await expect(add({ name: "CHAT" })).rejects.toMatchObject({ code: "webhook_name_taken" });
  const key = randomUUID();
  const plainOne = (await add()).webhook;
  await Promise.all([1, 2].map(() => admin.api.webhooks.test({ id: plainOne.id, idempotencyKey: key })));
  await ended(plainOne.id, "done");
  expect(came).toHaveLength(1);
  for (let number = 2; number < webhookLimits.webhooks; number += 1) await add({ name: `Hook ${number}` });
  await expect(add({ name: "One more" })).rejects.toMatchObject({ code: "too_many_webhooks" });
});

test.each([
  "ftp://hooks.example/",
  "https://hooks.example:8443/",
  "https://me:pass@hooks.example/",
  "hooks",
  "javascript:1",
])("refuses the address %s and names the field", async (address) => {
  await expect(add({ url: address })).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { url: expect.any(Array) } },
  });
});

test("a replaced secret signs from then on; a change is recorded, and no colleague but an admin sees any of it", async () => {
  const { webhook, secret } = await add();
  const { secret: other } = await admin.api.webhooks.replaceSecret({ id: webhook.id });
  expect(other).not.toBe(secret);
  expect(await admin.api.webhooks.update({ id: webhook.id, name: "Chat 2", url: plain })).toMatchObject({
    name: "Chat 2",
  });
  await admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  const delivery = await ended(webhook.id, "done");
  const [{ headers, body } = { headers: {} as Came["headers"], body: "" }] = came;
  const key = Buffer.from(other.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${delivery.id}.${headers["webhook-timestamp"]}.${body}`);
  expect(headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
  const supervisor = await addColleague(app, admin, "supervisor");
  await expect(supervisor.api.webhooks.list()).rejects.toMatchObject({ code: "not_allowed" });
  await expect(supervisor.api.webhooks.deliveries({ id: webhook.id })).rejects.toMatchObject({ code: "not_allowed" });
  const { items } = await admin.api.audit.list({});
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["settings.webhook-made", "settings.webhook-changed", "settings.webhook-secret-replaced"]),
  );
});

test("what was not taken in a time is sent again in its order, and nothing else", async () => {
  const { webhook } = await add();
  const begun = new Date(Date.parse(webhook.createdAt) - 1_000).toISOString();
  const ids: string[] = [];
  for (const status of [410, 200, 410]) {
    answers = [status];
    const { effectId } = await admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
    ids.push(effectId);
    await until(async () => (await deliveries(webhook.id)).find(({ id, tries }) => id === effectId && tries === 1));
    await until(async () =>
      (await deliveries(webhook.id)).every(({ state }) => state === "done" || state === "refused"),
    );
  }
  came = [];
  const [first = "", taken = "", last = ""] = ids;
  const again = { id: webhook.id, from: begun };
  expect(await admin.api.webhooks.replay({ ...again, until: begun })).toEqual({ count: 0, hasMore: false });
  expect(await admin.api.webhooks.replay(again)).toEqual({ count: 2, hasMore: false });
  await until(async () => (await deliveries(webhook.id)).every(({ state }) => state === "done"));
  expect(came.map(({ headers }) => headers["webhook-id"])).toEqual([first, last]);
  expect(await admin.api.webhooks.replay({ ...again, all: true })).toEqual({ count: 3, hasMore: false });
  await until(async () => came.length === 5);
  expect(came.slice(2).map(({ headers }) => headers["webhook-id"])).toEqual([first, taken, last]);
});

test("a receiver that took nothing for three days pauses its webhook, and a test that it takes resumes it", async () => {
  const { webhook } = await add();
  await sendsTo(webhook.id);
  const find = async () => (await admin.api.webhooks.list()).items.find(({ id }) => id === webhook.id);
  const sendTest = () => admin.api.webhooks.test({ id: webhook.id, idempotencyKey: randomUUID() });
  answers = [500, 500];
  const { effectId } = await sendTest();
  await failed(webhook.id);
  const older = "update effects set begun_at = begun_at - make_interval(days => $2) where id = $1";
  await app.asOwner(older, [effectId, webhookLimits.effectTriedDays], admin.tenantId);
  await makeDue(effectId);
  await ended(webhook.id, "refused");
  expect((await find())?.pausedAt).toEqual(expect.any(String));
  came = [];
  await makeTicket(app, admin, { subject: "A refund please" });
  const told = await until(async () =>
    (await deliveries(webhook.id)).find(({ ticketId, state }) => ticketId && state === "refused"),
  );
  expect([told.answer, came]).toEqual(["Not sent: the webhook is paused", []]);
  await sendTest();
  await ended(webhook.id, "done");
  expect((await find())?.pausedAt).toBeNull();
  expect((await admin.api.audit.list({ kind: "settings" })).items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["settings.webhook-paused", "settings.webhook-resumed"]),
  );
  await admin.api.webhooks.replay({ id: webhook.id, from: webhook.createdAt });
  await until(async () => (await deliveries(webhook.id)).every(({ state }) => state === "done"));
});
