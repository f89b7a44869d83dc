import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { outboxFolder } from "../../../platform/mailer/outbox-mailer.ts";
import { chunkSize } from "../../../platform/storage/files.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, until } from "../../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, tokenIn } from "../../../testing/test-people.ts";

let desk: Desk;
let owner: Person;
let agent: Person;
let support: string;
/** The mail of a forgotten password, as sent to the store's own address. */
let resetMail: string;
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
  resetMail = await readFile(join(outboxFolder(desk.services.settings.dataDir), mail.file), "latin1");
  link = `http://desk.test/reset-password#${tokenIn(mail)}`;
});
afterAll(() => desk.stop());

/** Sends a mail to the store by SMTP, as its mailbox forwards it, and waits until it is decided. */
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
const file = (name: string, bytes: string) =>
  enclosing(`application/octet-stream; name="${name}"`, base64(bytes), inBase64);
const calendar = (text: string) => {
  const line = `DESCRIPTION:Choose a new one at ${text}\\nbefore tomorrow`;
  return ["BEGIN:VCALENDAR", ...(line.match(/.{1,60}/g) ?? []).join("\r\n ").split("\r\n"), "END:VCALENDAR"].join(
    "\r\n",
  );
};
const wide = (text: string) => Buffer.from(text, "utf16le").toString("latin1");
const pdf = (stream: string) =>
  `%PDF-1.5\n1 0 obj <</Filter /FlateDecode>> stream\r\n${deflateSync(Buffer.from(stream)).toString("latin1")}\r\nendstream endobj`;

/** A ZIP file (APPNOTE.TXT, sections 4.3.7 to 4.3.16) of these entries, deflated. */
function zip(files: Record<string, string>): string {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text, "latin1");
    const packed = deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), about, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), about, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]).toString("latin1");
}
const scanner = () =>
  `https://eur03.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&amp;data=05%7C02&amp;reserved=0`;

const stopped: [string, () => string][] = [
  ["as it was sent, without our marks", () => fromMailbox(resetMail)],
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
  ["in a mail that is attached", () => enclosing("message/rfc822", withoutHeaders(resetMail))],
  ["in a mail that is attached as it was sent", () => enclosing("message/rfc822", resetMail)],
  ["in a mail that is attached in base64", () => enclosing("message/rfc822", base64(resetMail), inBase64)],
  [
    "in a mail in a mail",
    () => enclosing("message/rfc822", enclosing("message/rfc822", resetMail).replaceAll("b1", "b2")),
  ],
  [
    "in a mail that was saved as a file",
    () => enclosing('application/octet-stream; name="Choose.eml"', base64(resetMail), inBase64),
  ],
  ["in a page that is attached", () => enclosing('text/html; name="mail.html"', `<a href="${link}">Choose</a>`)],
  ["in a calendar, across its lines", () => enclosing("text/calendar", calendar(link))],
  [
    "in a calendar that calls itself something else",
    () => enclosing('application/octet-stream; name="invite.ics"', base64(calendar(link)), inBase64),
  ],
  ["in an archive", () => file("mails.zip", zip({ "notes.txt": "Nothing", "mail/choose.txt": `Open ${link} soon` }))],
  ["in a mail in an archive", () => file("mails.zip", zip({ "choose.eml": resetMail }))],
  ["in an archive in an archive", () => file("a.zip", zip({ "b.zip": zip({ "c.txt": link }) }))],
  ["in a packed text", () => file("mail.txt.gz", gzipSync(link).toString("latin1"))],
  [
    "in a document of Office",
    () =>
      file(
        "mail.docx",
        zip({
          "word/document.xml": "<w:t>Hello</w:t>",
          "word/_rels/document.xml.rels": `<Relationship Target="${link}"/>`,
        }),
      ),
  ],
  ["in an old document, by two bytes a letter", () => file("mail.doc", `\xd0\xcf\x11\xe0${wide(link)}`)],
  ["in a PDF", () => file("mail.pdf", `%PDF-1.4\n1 0 obj <</A <</S /URI /URI (${link})>>>> endobj`)],
  ["in a PDF, packed", () => file("mail.pdf", pdf(`<</S /URI /URI (${link})>>`))],
  [
    "in a PDF's words, set in pieces",
    () => file("mail.pdf", pdf(`[(${link.slice(0, 30)}) -12.5 (${link.slice(30)})] TJ`)),
  ],
  ["in a file's name", () => file(`reset-password#${link.split("#")[1]}.pdf`, "%PDF-1.4")],
  [
    "in the name of a file in an archive",
    () => file("a.zip", zip({ [`http___desk.test_reset-password%23${link.split("#")[1]}.html`]: "" })),
  ],
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

test.each(stopped)("makes no ticket of a mail with a one-time link: %s", async (_, raw) => {
  const entry = await bring(raw());
  expect([entry.state, entry.ticket]).toEqual(["loop_stopped", null]);
  expect(entry.reason).toBe("It holds a link of ours that works once and is for its recipient alone.");
});

test("makes no ticket of any of them when processed again, and notifies nobody", async () => {
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

test("recognizes our unchanged mail by its header", async () => {
  expect(await bring(resetMail)).toMatchObject({ state: "loop_stopped", reason: "It carries our own loop header." });
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
  ["an unreadable attached mail", () => enclosing("message/rfc822", base64("\0\u0001"), inBase64)],
];
test.each(leftAlone)("makes a ticket of a mail: %s", async (_, raw) => {
  expect((await bring(raw())).state).toBe("ticket_created");
});
