import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../testing/smtp-sink.ts";
import { until } from "../../testing/take-mail.ts";
import { customerWrites, reply, upload } from "../../testing/test-desk.ts";
import { newOwner, type Person, password } from "../../testing/test-people.ts";
import { openSmtpMailer } from "../mailer/smtp-mailer.ts";

/** Part of every text, name, address and file that people write. */
const marker = "Xylophone";

type Line = { level: number; msg: string; requestId?: string; tenantId?: string; userId?: string; queue?: string };
const printed: string[] = [];
const lines = () => printed.map((line): Line => JSON.parse(line));
const saying = (msg: string) => lines().filter((line) => line.msg === msg);

let app: Desk;
let sink: SmtpSink;
let owner: Person;
beforeAll(async () => {
  sink = await openSmtpSink();
  app = await openDesk({ roles: ["web", "worker", "smtp"], onLine: (line) => void printed.push(line) });
  owner = await newOwner(app, `${marker}.owner@${marker}-shop.test`.toLowerCase());
});
afterAll(async () => {
  app.takeErrors();
  await app.stop();
  await sink.close();
});

/** Makes the database refuse rows with the marker, quoting them in its error. */
const refuseRows = (table: string, column: string) =>
  app.asOwner(`alter table ${table} add constraint no_marker check (${column} not ilike '%${marker}%') not valid`);
const acceptRows = (table: string) => app.asOwner(`alter table ${table} drop constraint no_marker`);

test("successful and failing days leave lines with ids and without personal text", async () => {
  const { ticket_id } = await customerWrites(app, owner, {
    from: `${marker} Person <${marker}@customer.test>`,
    subject: `Where is my ${marker}?`,
    text: `My ${marker} has not come.`,
    headers: [`X-${marker}: ${marker}`],
  });
  const file = { filename: `${marker}.txt`, bytes: new TextEncoder().encode(marker) };
  const { id } = await upload(owner, ticket_id, file);
  await reply(owner, ticket_id, { content: `Your ${marker} is on its way`, attachmentIds: [id] });
  await owner.api.search.find({ q: marker });
  const saved = { title: marker, content: marker, category: marker, idempotencyKey: crypto.randomUUID() };
  await owner.api.cannedResponses.create(saved);

  // A relay that quotes the refused address and its reasons.
  const relay = openSmtpMailer(sink.url);
  const refused = `5.1.1 <${marker}@customer.test> ${marker} Person has no mailbox; Subject ${marker}`;
  for (const code of [550, 451]) {
    sink.refusals.push({ code, words: refused });
    vi.spyOn(app.services.mailer, "send").mockImplementationOnce((mail) => relay.send(mail));
    await reply(owner, ticket_id, { content: `And another ${marker}`, sendAnyway: true });
    await until(async () => saying("A mail was not delivered").length >= (code === 550 ? 1 : 2));
  }
  relay.close();

  // Strangers, wrong passwords, and unreadable input.
  const stranger = app.visit();
  const email = `${marker}@stranger.test`;
  expect((await stranger.send("/api/auth/sign-in/email", { json: { email, password: marker } })).status).toBe(401);
  await stranger.send("/api/auth/sign-in/email", { json: { email: owner.email, password: marker } });
  await stranger.send("/api/auth/sign-in/email", { json: { email: owner.email, password } });
  await stranger.send("/api/auth/sign-up/email", { json: { email: marker, password: marker, name: marker } });
  await stranger.send(`/api/auth/oauth2/callback/google?error=${marker}&state=${marker}`);
  await stranger.send(`/api/${marker}/%E0%A4%A?${marker}`);
  const content = { method: "POST", headers: { "content-type": "application/json" } };
  await owner.send(`/api/tickets/${ticket_id}/replies`, { ...content, body: `{"content": "${marker}` });
  await owner.send(`/api/tickets/${ticket_id}/replies`, { json: { content: [marker], [marker]: marker } });
  await owner.send(`/api/tickets?search=${marker}&status=${marker}`);
  await owner.send(`/api/tickets/${marker}`);

  // A database that quotes refused rows.
  await refuseRows("ticket_messages", "content");
  await expect(reply(owner, ticket_id, { content: marker, sendAnyway: true })).rejects.toThrow();
  void customerWrites(app, owner, {
    from: `${marker}@customer.test`,
    subject: marker,
    text: `Another ${marker}`,
  }).catch(() => undefined);
  await until(async () => saying("A mail could not be processed").length > 0);
  await acceptRows("ticket_messages");
  await refuseRows("support_tickets", "subject");
  const customer = { name: marker, email: `${marker}@customer.test` };
  const opened = { subject: marker, message: marker, customer, idempotencyKey: crypto.randomUUID() };
  expect((await owner.send("/api/tickets", { json: opened })).status).toBe(500);
  await acceptRows("support_tickets");

  // Receiving mail: an unknown address, and a sender who disconnects.
  const door = createTransport({ host: "127.0.0.1", port: app.smtpPort ?? 0, tls: { rejectUnauthorized: false } });
  await expect(door.sendMail({ from: email, to: `help+${marker}@desk.test`, text: marker })).rejects.toThrow();
  await refuseRows("mail_log", "envelope_from");
  await expect(door.sendMail({ from: email, to: owner.supportEmail, subject: marker, text: marker })).rejects.toThrow();
  await acceptRows("mail_log");
  door.close();

  const expectedLines = [
    "A request was answered",
    "A sign-in was refused",
    "Somebody signed in",
    "A mail was not delivered",
  ];
  const faults = ["A mail could not be processed", "A mail could not be taken in", "unexpected error"];
  for (const msg of [...expectedLines, ...faults]) expect(saying(msg), msg).not.toEqual([]);
  const words = [marker, "customer.test", "stranger.test", owner.supportEmail, "correct horse"];
  const personal = printed.filter((line) => words.some((word) => line.toLowerCase().includes(word.toLowerCase())));
  expect(personal).toEqual([]);
});

test("request lines have the request's, tenant's and person's ids, job lines the tenant's", () => {
  const ofRequests = [...saying("A request was answered"), ...saying("unexpected error")];
  for (const line of ofRequests.filter(({ userId }) => userId !== undefined))
    expect(line).toMatchObject({
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      tenantId: owner.tenantId,
      userId: owner.userId,
    });
  expect(saying("unexpected error").map(({ userId }) => userId)).toContain(owner.userId);
  expect(saying("Somebody signed in")[0]).toMatchObject({ requestId: expect.any(String), tenantId: owner.tenantId });
  for (const line of saying("A mail was not delivered"))
    expect(line).toMatchObject({ queue: "mail.send", tenantId: owner.tenantId });
  for (const line of saying("A mail could not be processed")) expect(line).toMatchObject({ tenantId: owner.tenantId });
});

test("logs changes and failures by route, and no reads", async () => {
  const before = printed.length;
  await owner.api.tickets.list({ view: "active" });
  await owner.send(`/api/tickets/${crypto.randomUUID()}`);
  await until(async () => printed.length > before);
  const since = lines().slice(before);
  expect(since.map((line) => [line.msg, "route" in line && line.route, "status" in line && line.status])).toEqual([
    ["A request was answered", "/api/tickets/:id", 404],
  ]);
});
