import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "../../../platform/http/http-server.ts";
import { msFromNow } from "../../../testing/from-now.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { rawWebhook } from "../../../testing/strangers/raw-webhook.ts";
import { deleteOldProofs } from "../accept/accept.queries.ts";
import { emailWebhookRoutes, UncheckedBytes } from "./webhook.routes.ts";

// The attacker intercepted a webhook, or has no key at all.

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const webhooks = {
  rawKey: "raw key",
  mailgunKey: "mailgun key",
  postmarkKey: null,
  sendgridKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
};
let desk: Desk;
let ours: TestTenant;
let theirs: TestTenant;
let http: FastifyInstance;
beforeAll(async () => {
  desk = await openDesk({ roles: [], webhooks });
  [ours, theirs] = [await desk.makeTenant(), await desk.makeTenant()];
  http = await createHttpServer({ log: desk.services.log, isProduction: false, findActor: async () => null });
  await emailWebhookRoutes(http, desk.services);
});
afterAll(async () => {
  await http.close();
  await desk.stop();
});

const seconds = () => String(Math.floor(msFromNow({}) / 1000));

async function entriesOf(tenant: TestTenant): Promise<string[]> {
  const rows = await desk.db.withTenant(tenant.id, (tx) => tx.selectFrom("mail_log").select("envelope_to").execute());
  return rows.map(({ envelope_to }) => envelope_to);
}

const overheard = () =>
  rawWebhook(webhooks.rawKey, mailOf({}), {
    "x-webhook-timestamp": seconds(),
    "x-envelope-from": "ann@customer.example",
    "x-envelope-to": ours.address,
    "authentication-results": "mx.shop.test; dmarc=fail",
  });

test.each<[string, (request: ReturnType<typeof overheard>) => unknown]>([
  ["another recipient", ({ headers }) => Object.assign(headers, { "x-envelope-to": theirs.address })],
  [
    "one recipient more",
    ({ headers }) => Object.assign(headers, { "x-envelope-to": `${ours.address}, ${theirs.address}` }),
  ],
  ["another sender", ({ headers }) => Object.assign(headers, { "x-envelope-from": "boss@customer.example" })],
  ["no sender", ({ headers }) => Reflect.deleteProperty(headers, "x-envelope-from")],
  [
    "another word on the sender",
    ({ headers }) => Object.assign(headers, { "authentication-results": "mx.shop.test; dmarc=pass" }),
  ],
  [
    "the sender moved into the recipients",
    ({ headers }) =>
      Object.assign(headers, {
        "x-envelope-from": `ann@customer.example\n${ours.address}`.replace("\n", " "),
        "x-envelope-to": "",
      }),
  ],
  ["another time", ({ headers }) => Object.assign(headers, { "x-webhook-timestamp": String(Number(seconds()) - 1) })],
  ["another mail", (request) => Object.assign(request, { payload: mailOf({ subject: "Another" }) })],
])("refuses a signed mail with %s", async (_, change) => {
  const request = overheard();
  change(request);
  const answer = await http.inject(request);
  expect([answer.statusCode, answer.json().code]).toEqual([401, "webhook_signature_invalid"]);
  expect(await entriesOf(theirs)).toEqual([]);
});

test("takes no recipient from the webhook's address", async () => {
  const request = {
    ...overheard(),
    url: `/api/email-to-ticket?to=${encodeURIComponent(theirs.address)}&to[]=x&from=eve@evil.example`,
  };
  expect((await http.inject(request)).statusCode).toBe(200);
  expect(await entriesOf(theirs)).toEqual([]);
});

test("accepts a signed mail once, however often and however many times at once it is sent", async () => {
  const request = overheard();
  const before = (await entriesOf(ours)).length;
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => http.inject(request)))).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.sort()).toEqual([200, 406, 406, 406]);
  expect((await http.inject(request)).json().code).toBe("webhook_used");
  expect(await entriesOf(ours)).toHaveLength(before + 1);
});

function mailgunForm(changes: Record<string, string> = {}, token = "only-once") {
  const timestamp = seconds();
  const signature = createHmac("sha256", webhooks.mailgunKey)
    .update(timestamp + token)
    .digest("hex");
  const fields = {
    timestamp,
    token,
    signature,
    sender: "ann@customer.example",
    recipient: ours.address,
    "body-mime": mailOf({}),
  };
  return {
    method: "POST" as const,
    url: "/api/email-to-ticket/mailgun/mime",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ ...fields, ...changes }).toString(),
  };
}

test("accepts one mail per Mailgun token, as the token signs no mail", async () => {
  const form = mailgunForm();
  const stolen = new URLSearchParams(form.payload);
  expect((await http.inject(form)).statusCode).toBe(200);
  const signed = Object.fromEntries(["timestamp", "token", "signature"].map((name) => [name, stolen.get(name) ?? ""]));
  const answer = await http.inject(
    mailgunForm({ ...signed, recipient: theirs.address, "body-mime": mailOf({ subject: "Forged" }) }),
  );
  expect([answer.statusCode, answer.json().code]).toEqual([406, "webhook_used"]);
  expect(await entriesOf(theirs)).toEqual([]);
});

test("lets a refused webhook be sent again", async () => {
  const lost = mailgunForm({ recipient: "nobody@else.example" }, "again");
  expect((await http.inject(lost)).statusCode).toBe(422);
  expect((await http.inject(mailgunForm({}, "again"))).statusCode).toBe(200);
});

test("accepts SendGrid's mail once, also with another signature of the same", async () => {
  const envelope = JSON.stringify({ to: [ours.address], from: "ann@customer.example" });
  const payload = new URLSearchParams({ email: mailOf({}), envelope }).toString();
  const timestamp = seconds();
  const send = () =>
    http.inject({
      method: "POST",
      url: "/api/email-to-ticket/sendgrid",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-email-event-webhook-timestamp": timestamp,
        // ECDSA makes a different signature each time.
        "x-twilio-email-event-webhook-signature": createSign("sha256")
          .update(timestamp + payload)
          .sign(privateKey, "base64"),
      },
      payload,
    });
  expect((await send()).statusCode).toBe(200);
  expect((await send()).statusCode).toBe(406);
});

test("deletes used proofs once their signature has expired", async () => {
  const remembered = () => desk.asOwner("select from used_webhooks");
  expect(await remembered()).not.toHaveLength(0);
  await deleteOldProofs(desk.db, 60);
  expect(await remembered()).not.toHaveLength(0);
  await desk.asOwner("update used_webhooks set used_at = now() - interval '61 minutes'");
  await deleteOldProofs(desk.db, 60);
  expect(await remembered()).toHaveLength(0);
});

test.each([
  ["/api/email-to-ticket", {}],
  ["/api/email-to-ticket", { "x-webhook-timestamp": seconds() }],
  ["/api/email-to-ticket", { "x-webhook-timestamp": seconds(), "x-webhook-signature": "no" }],
  ["/api/email-to-ticket/mailgun/mime", { "content-type": "application/json" }],
  ["/api/email-to-ticket/sendgrid", { "content-type": "text/plain" }],
  [
    "/api/email-to-ticket/sendgrid",
    { "content-type": "multipart/form-data; boundary=x", "x-twilio-email-event-webhook-timestamp": seconds() },
  ],
])("reads nothing of what is sent to %s with %j", async (url, headers) => {
  let read = 0;
  async function* body() {
    for (; read < 100; read += 1) yield Buffer.alloc(65_536);
  }
  const answer = await http.inject({
    method: "POST",
    url,
    headers: { "content-type": "message/rfc822", ...headers },
    payload: Readable.from(body()),
  });
  expect([401, 422]).toContain(answer.statusCode);
  expect(read).toBeLessThan(10);
});

test("bounds unchecked bytes for each host and in total, and frees them after the check", async () => {
  const unchecked = new UncheckedBytes(250, 100);
  let letGo: (() => void)[] = [];
  const send = (ip: string, size: number) =>
    unchecked.count({ ip, body: Readable.from([Buffer.alloc(size)]) }, async (body) => {
      for await (const _ of body);
      await new Promise<void>((resolve) => letGo.push(resolve));
      return "checked";
    });
  const refused = { code: "webhook_too_many" };
  const pending = [send("192.0.2.1", 90), send("192.0.2.2", 90)];
  await expect(send("192.0.2.1", 20)).rejects.toMatchObject(refused);
  await expect(send("192.0.2.3", 80)).rejects.toMatchObject(refused);
  const other = send("192.0.2.3", 60);
  await expect.poll(() => letGo.length).toBe(3);
  for (const go of letGo) go();
  expect(await Promise.all([...pending, other])).toEqual(["checked", "checked", "checked"]);
  letGo = [];
  const again = send("192.0.2.1", 100);
  await expect.poll(() => letGo.length).toBe(1);
  letGo[0]?.();
  expect(await again).toBe("checked");
});
