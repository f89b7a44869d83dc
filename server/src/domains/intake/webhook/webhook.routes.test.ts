import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHttpServer } from "../../../platform/http/http-server.ts";
import { msFromNow } from "../../../testing/from-now.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { rawWebhook } from "../../../testing/strangers/raw-webhook.ts";
import { emailWebhookRoutes } from "./webhook.routes.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const webhooks = {
  rawKey: "raw key",
  mailgunKey: "mailgun key",
  postmarkKey: "postmark key",
  sendgridKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
};
let desk: Desk;
let store: TestTenant;
let http: FastifyInstance;
let raw: string;

beforeAll(async () => {
  desk = await openDesk({ roles: [], webhooks });
  store = await desk.makeTenant();
  http = await serverFor(desk);
});
beforeEach(() => {
  raw = mailOf({});
});
afterAll(async () => {
  await http.close();
  await desk.stop();
});

async function serverFor(of: Desk): Promise<FastifyInstance> {
  const { log } = of.services;
  const server = await createHttpServer({ log, isProduction: false, findActor: async () => null });
  await emailWebhookRoutes(server, of.services);
  return server;
}

const seconds = (ago = 0) => String(Math.floor(msFromNow({ seconds: -ago }) / 1000));
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");

function postRaw(payload: Buffer | string, timestamp = seconds(), changes: Record<string, string> = {}) {
  const envelope = { "x-envelope-from": "ann@customer.example", "x-envelope-to": store.address };
  return http.inject(
    rawWebhook(webhooks.rawKey, payload, { ...envelope, "x-webhook-timestamp": timestamp, ...changes }),
  );
}

function postForm(url: string, fields: Record<string, Buffer | string>, headers: Record<string, string> = {}) {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
  const payload = Buffer.concat([...parts, Buffer.from("--xx--\r\n")]);
  const all = () => ({ "content-type": "multipart/form-data; boundary=xx", ...headers });
  return {
    payload,
    send: (more = {}) => http.inject({ method: "POST", url, headers: { ...all(), ...more }, payload }),
  };
}

async function newestRaw(): Promise<Buffer> {
  const rows = await desk.db.withTenant(store.id, (tx) =>
    tx
      .selectFrom("mail_log")
      .innerJoin("raw_mail_chunks", "raw_mail_chunks.raw_mail_id", "mail_log.raw_mail_id")
      .select(["raw_mail_chunks.bytes", "mail_log.via"])
      .orderBy("mail_log.id", "desc")
      .limit(1)
      .execute(),
  );
  expect(rows[0]?.via).toBe("webhook");
  return rows[0]?.bytes ?? Buffer.alloc(0);
}

function newestDoor() {
  return desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("mail_log").select(["provider_check", "remote_host"]).orderBy("id", "desc").executeTakeFirst(),
  );
}

function countEntries(): Promise<number> {
  return desk.db.withTenant(store.id, async (tx) => (await tx.selectFrom("mail_log").select("id").execute()).length);
}

test("accepts a signed raw mail byte for byte", async () => {
  const bytes = Buffer.concat([Buffer.from(raw), Buffer.from([0xff, 0xfe, 0x00])]);
  const response = await postRaw(bytes);
  expect([response.statusCode, response.json()]).toEqual([200, { accepted: 1 }]);
  expect((await newestRaw()).equals(bytes)).toBe(true);
});

test("refuses a wrong, missing or old signature, and stores nothing", async () => {
  const before = await countEntries();
  expect((await postRaw(raw, seconds(), { "x-webhook-signature": "0".repeat(64) })).json().code).toBe(
    "webhook_signature_invalid",
  );
  expect((await postRaw(raw, "")).json().code).toBe("webhook_signature_invalid");
  expect((await postRaw(raw, seconds(16 * 60))).json().code).toBe("webhook_too_old");
  expect((await postRaw(raw, seconds(-16 * 60))).statusCode).toBe(401);
  expect((await postRaw(raw, seconds(14 * 60))).statusCode).toBe(200);
  expect(await countEntries()).toBe(before + 1);
});

test("checks the age of the signature, not of the mail", async () => {
  expect((await postRaw(mailOf({ headers: ["Date: Mon, 1 Jan 2001 00:00:00 +0000"] }))).statusCode).toBe(200);
});

test.each([
  ["alone", ""],
  ["after some that no address can hold", "Return-Path: <a\0b@x.example>\r\nX-Original-To: a\0b@x.example\r\n"],
])("without an envelope, reads the recipient from a forwarder's headers %s", async (_, broken) => {
  const payload = `${broken}Delivered-To: ${store.address}\r\n${raw}`;
  const response = await http.inject(rawWebhook(webhooks.rawKey, payload, { "x-webhook-timestamp": seconds() }));
  expect(response.statusCode).toBe(200);
});

test("refuses mail for nobody here", async () => {
  expect((await postRaw(raw, seconds(), { "x-envelope-to": "no@one.example" })).json().code).toBe("recipient_unknown");
});

test("refuses more than 36 MB", async () => {
  expect((await postRaw(Buffer.alloc(37 * 1024 * 1024, "a"))).json().code).toBe("request_too_large");
});

test("accepts Mailgun's form", async () => {
  const timestamp = seconds();
  const bytes = Buffer.concat([Buffer.from(raw), Buffer.from([0xe9, 0xa0])]);
  const fields = {
    recipient: store.address,
    sender: "ann@customer.example",
    timestamp,
    token: "first",
    "body-mime": bytes,
  };
  const url = "/api/email-to-ticket/mailgun/mime";
  const signed = { ...fields, signature: hmac(webhooks.mailgunKey, `${timestamp}first`) };
  expect((await postForm(url, signed).send()).statusCode).toBe(200);
  expect((await newestRaw()).equals(bytes)).toBe(true);
  expect((await postForm(url, { ...fields, signature: hmac("other", `${timestamp}first`) }).send()).statusCode).toBe(
    401,
  );
  const old = seconds(3600);
  const late = { ...fields, timestamp: old, signature: hmac(webhooks.mailgunKey, `${old}first`) };
  expect((await postForm(url, late).send()).json().code).toBe("webhook_too_old");
});

test("accepts Mailgun's form urlencoded, and refuses it without its mail", async () => {
  const timestamp = seconds();
  const fields = {
    recipient: store.address,
    sender: "ann@customer.example",
    timestamp,
    token: "second",
    "body-mime": raw,
  };
  const signed = { ...fields, signature: hmac(webhooks.mailgunKey, `${timestamp}second`) };
  const post = (form: Record<string, string>) =>
    http.inject({
      method: "POST",
      url: "/api/email-to-ticket/mailgun/mime",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(form).toString(),
    });
  expect((await post(signed)).statusCode).toBe(200);
  expect((await newestRaw()).toString()).toBe(raw);
  const { "body-mime": _mail, ...without } = signed;
  expect((await post(without)).json().code).toBe("webhook_form_invalid");
});

test("refuses unsigned forms of 39 MB without holding them in memory", async () => {
  const url = "/api/email-to-ticket/mailgun/mime";
  const form = postForm(url, {
    timestamp: seconds(),
    token: "t",
    signature: "0",
    "body-mime": Buffer.alloc(39_000_000, "a\n"),
  });
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => form.send()));
  clearInterval(watch);
  // Two at once are the limit of one host's unchecked bytes.
  expect(responses.filter(({ statusCode }) => ![401, 429].includes(statusCode))).toEqual([]);
  expect((peak - before) / 1024 / 1024).toBeLessThan(200);
});

test("refuses an invalid form as such", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=xx" };
  const url = "/api/email-to-ticket/mailgun/mime";
  const response = await http.inject({ method: "POST", url, headers, payload: "--yy broken" });
  expect([401, 422]).toContain(response.statusCode);
});

test("accepts Postmark's JSON, with its key as the password", async () => {
  const payload = JSON.stringify({ RawEmail: raw, OriginalRecipient: store.address, From: "ann@customer.example" });
  const post = (headers: Record<string, string>, query = "") =>
    http.inject({ method: "POST", url: `/api/email-to-ticket/postmark${query}`, headers, payload });
  const basic = `Basic ${Buffer.from("deskhand:postmark key").toString("base64")}`;
  expect((await post({ authorization: basic, "content-type": "application/json" })).statusCode).toBe(200);
  expect((await post({}, "?token=postmark%20key")).statusCode).toBe(200);
  expect((await post({}, "?token=wrong")).statusCode).toBe(401);
  expect((await post({})).statusCode).toBe(401);
});

test("accepts SendGrid's form, signed with its key", async () => {
  const envelope = JSON.stringify({ to: [store.address], from: "ann@customer.example" });
  const form = postForm("/api/email-to-ticket/sendgrid", { email: raw, envelope });
  const headersAt = (timestamp: string) => ({
    "x-twilio-email-event-webhook-timestamp": timestamp,
    "x-twilio-email-event-webhook-signature": createSign("sha256")
      .update(timestamp)
      .update(form.payload)
      .sign(privateKey, "base64"),
  });
  expect((await form.send(headersAt(seconds()))).statusCode).toBe(200);
  expect((await newestRaw()).toString()).toBe(raw);
  expect((await form.send(headersAt(seconds(3600)))).json().code).toBe("webhook_too_old");
  const moved = { ...headersAt(seconds(60)), "x-twilio-email-event-webhook-timestamp": seconds() };
  expect((await form.send(moved)).statusCode).toBe(401);
});

test("stores a provider's sender checks with the mail", async () => {
  const timestamp = seconds();
  const mailgun = {
    timestamp,
    token: "third",
    signature: hmac(webhooks.mailgunKey, `${timestamp}third`),
    recipient: store.address,
  };
  const told = { sender: "ann@customer.example", "X-Mailgun-Spf": "SoftFail", "body-mime": raw };
  await postForm("/api/email-to-ticket/mailgun/mime", { ...mailgun, ...told }).send();
  expect(await newestDoor()).toEqual({
    provider_check: "mailgun; spf=softfail smtp.mailfrom=customer.example",
    remote_host: null,
  });

  const Headers = [
    { Name: "X-Spam-Tests", Value: "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU" },
    { Name: "From", Value: "a@b.example" },
  ];
  const payload = JSON.stringify({ RawEmail: raw, OriginalRecipient: store.address, From: "a@b.example", Headers });
  await http.inject({ method: "POST", url: "/api/email-to-ticket/postmark?token=postmark%20key", payload });
  expect(await newestDoor()).toEqual({ provider_check: "postmark; dkim=pass header.d=b.example", remote_host: null });

  const envelope = JSON.stringify({ to: [store.address], from: "ann@customer.example" });
  const form = postForm("/api/email-to-ticket/sendgrid", { email: raw, envelope, SPF: "pass", sender_ip: "192.0.2.1" });
  const signature = createSign("sha256").update(timestamp).update(form.payload).sign(privateKey, "base64");
  const name = "x-twilio-email-event-webhook";
  await form.send({ [`${name}-timestamp`]: timestamp, [`${name}-signature`]: signature });
  const sendgrid = { provider_check: "sendgrid; spf=pass smtp.mailfrom=customer.example", remote_host: "192.0.2.1" };
  expect(await newestDoor()).toEqual(sendgrid);

  await postRaw(raw, seconds(), { "authentication-results": "mx.shop.test; dmarc=fail" });
  expect(await newestDoor()).toEqual({ provider_check: "mx.shop.test; dmarc=fail", remote_host: null });
});

test("disables a webhook without a key", async () => {
  const closed = await openDesk({ roles: [] });
  const server = await serverFor(closed);
  const response = await server.inject({ method: "POST", url: "/api/email-to-ticket/postmark", payload: "{}" });
  expect(response.json().code).toBe("webhook_disabled");
  await server.close();
  await closed.stop();
});
