import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { outboxFolder } from "../../../platform/mailer/outbox-mailer.ts";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, tokenIn } from "../../../testing/test-people.ts";

let desk: Desk;
let owner: Person;
let agent: Person;
let support: string;
/** The mail of a forgotten password, as it was sent to the store's own address. */
let sent: string;
let link: string;

beforeAll(async () => {
  desk = await openDesk({ roles: ["web", "worker", "smtp"] });
  owner = await newOwner(desk);
  agent = await addColleague(desk, owner, "admin");
  support = agent.email;
  await desk.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    [support, owner.tenantId],
    owner.tenantId,
  );
  await desk.visit().send("/api/auth/forgot-password", { json: { email: support } });
  const mail = await until(async () =>
    (await mailsTo(desk, support)).find(({ subject }) => subject.startsWith("Choose")),
  );
  sent = await readFile(join(outboxFolder(desk.services.settings.dataDir), mail.file), "latin1");
  link = `http://desk.test/reset-password#${tokenIn(mail)}`;
});
afterAll(() => desk.stop());

/** Brings a mail to the store by SMTP, as its mailbox passes it on, and waits until it is decided. */
async function bring(raw: string) {
  const subject = /^subject: *(.*)/im.exec(raw)?.[1] ?? "";
  const marked = raw.replace(/^subject:.*/im, `Subject: ${subject} ${newId()}`);
  const door = createTransport({ host: "127.0.0.1", port: desk.smtpPort ?? 0, ignoreTLS: true });
  try {
    await door.sendMail({ envelope: { from: "owner@mailbox.example", to: owner.supportEmail }, raw: marked });
  } finally {
    door.close();
  }
  const search = /^subject: .*?(\S+)$/im.exec(marked)?.[1] ?? "";
  return until(async () => {
    const [entry] = (await owner.api.mail.log({ direction: "in", search })).items;
    return entry && entry.state !== "received" && entry;
  });
}

const withoutHeaders = (raw: string) =>
  raw.replace(
    /^(?:x-deskhand-[\w-]*|auto-submitted|message-id|x-auto-response-suppress):.*(?:\r\n[ \t].*)*\r\n/gim,
    "",
  );
const fromMailbox = (raw: string) => withoutHeaders(raw).replace(/^from:.*/im, "From: Mail <notice@mailbox.example>");
const base64 = (text: string) =>
  (
    Buffer.from(text, "latin1")
      .toString("base64")
      .match(/.{1,76}/g) ?? []
  ).join("\r\n");
const typed = (type: string, text: string, more: string[] = []) =>
  mailOf({ headers: ["MIME-Version: 1.0", `Content-Type: ${type}`, ...more], text });
const enclosing = (type: string, body: string, more: string[] = []) =>
  typed(
    'multipart/mixed; boundary="b1"',
    ["--b1", "", "See the attached.", "--b1", `Content-Type: ${type}`, ...more, "", body, "--b1--", ""].join("\r\n"),
  );
const inBase64 = ["Content-Transfer-Encoding: base64"];
const scanner = () =>
  `https://eur03.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&amp;data=05%7C02&amp;reserved=0`;

const stopped: [string, () => string][] = [
  ["as it was sent, without what marks it as ours", () => fromMailbox(sent)],
  ["in words", () => mailOf({ subject: "Fwd: Choose a new password", text: `> Choose one:\r\n> ${link}\r\n` })],
  ["in an answer by itself", () => mailOf({ headers: ["Auto-Submitted: auto-replied"], text: `On Monday: ${link}` })],
  ["in HTML", () => typed("text/html", `<p><a href="${link}">Choose</a></p>`)],
  [
    "in HTML, with entities",
    () => typed("text/html", `<a href="${link.replaceAll("/", "&#47;").replace("#", "&#35;")}">`),
  ],
  ["in base64", () => typed("text/html", base64(`<a href="${link}">Choose</a>`), inBase64)],
  [
    "in quoted-printable",
    () => {
      const encoded = link.replace("#", "=23");
      const body = `${encoded.slice(0, 60)}=\r\n${encoded.slice(60)}`;
      return typed("text/plain", body, ["Content-Transfer-Encoding: quoted-printable"]);
    },
  ],
  ["in UTF-16", () => typed("text/plain; charset=utf-16le", Buffer.from(link, "utf16le").toString("base64"), inBase64)],
  ["behind a mail scanner's", () => typed("text/html", `<a href="${scanner()}">Choose</a>`)],
  ["in a mail that is attached", () => enclosing("message/rfc822", withoutHeaders(sent))],
  ["in a mail that is attached as it was sent", () => enclosing("message/rfc822", sent)],
  ["in a mail that is attached in base64", () => enclosing("message/rfc822", base64(sent), inBase64)],
  ["in a mail in a mail", () => enclosing("message/rfc822", enclosing("message/rfc822", sent).replaceAll("b1", "b2"))],
  [
    "in a mail that was saved as a file",
    () => enclosing('application/octet-stream; name="Choose.eml"', base64(sent), inBase64),
  ],
  ["in a page that is attached", () => enclosing('text/html; name="mail.html"', `<a href="${link}">Choose</a>`)],
  [
    "far down in a large mail",
    () =>
      `${mailOf({
        text: "word "
          .repeat(15)
          .concat("\r\n")
          .repeat(chunkSize / 70),
      })}\r\n${link}`,
  ],
];

test.each(stopped)("a link that works once becomes no ticket: %s", async (_, raw) => {
  const entry = await bring(raw());
  expect([entry.state, entry.ticket]).toEqual(["loop_stopped", null]);
  expect(entry.reason).toBe("It holds a link of ours that works once and is for its recipient alone.");
});

test("none of them is a ticket, tells anybody, or becomes one when it is processed again", async () => {
  const tickets = await desk.asOwner("select from support_tickets", [], owner.tenantId);
  const notifications = await desk.asOwner("select from notifications", [], owner.tenantId);
  expect([tickets, notifications]).toEqual([[], []]);
  const { id, subject } = await bring(typed("text/html", base64(`<a href="${link}">Choose</a>`), inBase64));
  await owner.api.mail.processAgain({ id });
  const again = await until(async () => {
    const [entry] = (await owner.api.mail.log({ direction: "in", search: subject ?? "" })).items;
    return entry && entry.state !== "received" && entry;
  });
  expect([again.state, again.ticket]).toEqual(["loop_stopped", null]);
});

test("as it was sent it is known by its header", async () => {
  expect(await bring(sent)).toMatchObject({ state: "loop_stopped", reason: "It carries our own loop header." });
});

const leftAlone: [string, () => string][] = [
  ["other links to this installation", () => mailOf({ text: "See http://desk.test/dashboard/tickets?id=1#m2" })],
  ["the words alone", () => mailOf({ text: "My link http://desk.test/reset-password# says it expired" })],
  ["a link that was cut", () => mailOf({ text: `It says ${link.slice(0, -1)}\r\nI cannot open it` })],
  ["a link with more behind it", () => mailOf({ text: `${link}a` })],
  ["another shop's link", () => mailOf({ text: link.replace("desk.test", "shop.example") })],
  [
    "another shop's, behind a scanner's",
    () => typed("text/html", `<a href="${scanner().replace("desk.test", "x.example")}">`),
  ],
  ["another mail attached", () => enclosing("message/rfc822", mailOf({ text: "http://desk.test/login" }))],
  ["a mail attached that nobody can read", () => enclosing("message/rfc822", base64("\0\u0001"), inBase64)],
];
test.each(leftAlone)("a mail becomes a ticket: %s", async (_, raw) => {
  expect((await bring(raw())).state).toBe("ticket_created");
});
