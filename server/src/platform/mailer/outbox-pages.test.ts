import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { showMail } from "../../domains/intake/index.ts";
import type { OutgoingMail } from "./mailer.ts";
import { outboxPages } from "./outbox-pages.ts";
import { openMailer } from "./smtp-mailer.ts";

let dataDir: string;
let app: FastifyInstance;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-outbox-"));
  app = fastify();
  await app.register(outboxPages, { isProduction: false, dataDir, publicUrl: "http://desk.test:4000", showMail });
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

function aMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: "dh.one@mail.example.com",
    from: { name: "Acme Shop", address: "help+abcdefgh@mail.example.com" },
    to: "jo@example.org",
    replyTo: "help+abcdefgh.t.s@mail.example.com",
    returnPath: "help+abcdefgh.t.s@mail.example.com",
    subject: "Re: Where is it? [Ticket: 0001]",
    text: "It is on its way: https://shop.example/track?a=1&b=2",
    html: "<p>It is on its way</p>",
    inReplyTo: "first@example.org",
    references: ["zero@example.org", "first@example.org"],
    ...changes,
  };
}

async function keep(...mails: OutgoingMail[]): Promise<void> {
  const mailer = openMailer({ smtpUrl: null, dataDir });
  for (const mail of mails) await mailer.send(mail);
  mailer.close();
}

async function get(url: string) {
  const { statusCode, body, headers } = await app.inject({ url });
  return { statusCode, body, headers };
}

test("an empty outbox explains what it is for", async () => {
  expect((await get("/dev/outbox")).body).toContain("No mail was sent yet");
});

test("lists mails newest first, and each can be read, framed and downloaded", async () => {
  await keep(aMail({ subject: "The first" }), aMail({ subject: "The second" }));
  const list = (await get("/dev/outbox")).body;
  expect(list.indexOf("The second")).toBeGreaterThan(0);
  expect(list.indexOf("The second")).toBeLessThan(list.indexOf("The first"));

  const address = /href="(\/dev\/outbox\/[^"?]+)"/.exec(list)?.[1] ?? "";
  const page = (await get(address)).body;
  expect(page).toContain('<a href="https://shop.example/track?a=1&amp;b=2"');
  expect(page).toMatch(/<th scope="row">In-Reply-To<\/th><td>&lt;first@example.org&gt;/);
  expect(page).toMatch(/<th scope="row">Return-Path<\/th><td>&lt;help\+abcdefgh.t.s@mail.example.com&gt;/);
  expect((await get(`${address}/html`)).body).toContain("<p>It is on its way</p>");
  const raw = await get(`${address}/raw`);
  expect(raw.headers["content-disposition"]).toMatch(/^attachment; filename="/);
  expect(raw.body).toContain("\r\nMessage-ID: <dh.one@mail.example.com>\r\n");
});

test("escapes everything in a mail", async () => {
  const attack = `<script>alert(1)</script>"'`;
  await keep(aMail({ subject: attack, from: { name: attack, address: "a@example.org" }, text: attack, html: attack }));
  const list = (await get("/dev/outbox")).body;
  const address = /href="(\/dev\/outbox\/[^"?]+)"/.exec(list)?.[1] ?? "";
  const page = await get(address);
  for (const body of [list, page.body]) {
    expect(body).not.toContain("<script");
    expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  }
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["content-security-policy"]).not.toContain("unsafe-inline");
  const frame = await get(`${address}/html`);
  expect(frame.headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox allow-popups/);
  expect(frame.headers["content-security-policy"]).not.toContain("allow-scripts");
});

test("no file name leads out of the outbox", async () => {
  await keep(aMail());
  for (const name of ["..%2Fsecret", "%2Fetc%2Fpasswd", "2026-11-21T00-00-00-000Z-nothing.eml", "."]) {
    expect((await get(`/dev/outbox/${name}/raw`)).statusCode).toBe(404);
  }
});

test("older mails are on later pages", async () => {
  await keep(...Array.from({ length: 51 }, (_, number) => aMail({ subject: `Mail ${number}.` })));
  const first = (await get("/dev/outbox")).body;
  expect(first).not.toContain("Mail 0.");
  const older = /href="(\/dev\/outbox\?before=[^"]+)"/.exec(first)?.[1] ?? "";
  const second = (await get(older)).body;
  expect(second).toContain("Mail 0.");
  expect(second).not.toContain("Mail 1.");
});

test("production has no such pages", async () => {
  const production = fastify();
  await production.register(outboxPages, { isProduction: true, showMail, dataDir, publicUrl: "http://desk.test:4000" });
  expect((await production.inject({ url: "/dev/outbox" })).statusCode).toBe(404);
  await production.close();
});

test("a mail is in the outbox completely or not at all", async () => {
  await keep(aMail());
  expect((await readdir(join(dataDir, "outbox"))).filter((name) => !name.endsWith(".eml"))).toEqual([]);
});

test.each([
  ["desk.test", 200],
  ["desk.test:4000", 200],
  ["localhost:4000", 200],
  ["LOCALHOST", 200],
  ["shop.localhost", 200],
  ["127.0.0.1:4000", 200],
  ["192.168.1.20", 200],
  ["[::1]:4000", 200],
  ["evil.example", 421],
  ["evil.example:4000", 421],
  ["127.0.0.1.evil.example", 421],
  ["localhost.evil.example", 421],
  ["desk.test.evil.example", 421],
])("answers host %s with %i, as another site's name may resolve here", async (host, status) => {
  await keep(aMail());
  for (const url of ["/dev/outbox", "/dev/outbox?before=x", "/dev/outbox/x.eml/raw"]) {
    const { statusCode, body } = await app.inject({ url, headers: { host } });
    expect(statusCode === 404 ? 200 : statusCode).toBe(status);
    if (status === 421) expect(body).not.toContain("Where is it?");
  }
});
