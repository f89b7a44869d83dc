import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cmsOf } from "../../../../../stand-ins/mail-programs/cms-of.ts";
import { tnefOf } from "../../../../../stand-ins/mail-programs/tnef-of.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

/** Takes a mail in and returns its message with the ticket. */
async function messageOf(...lines: string[]) {
  const heads = ["From: Kim <kim@customer.example>", `Message-ID: <${randomUUID()}@customer.example>`, "Subject: a"];
  const raw = [...heads, ...lines].join("\r\n");
  await app.takeIn({ envelopeFrom: "kim@customer.example", recipients: [owner.supportEmail], raw });
  const { items } = await owner.api.tickets.list({});
  const ticket = await owner.api.tickets.get({ id: items[0]?.id ?? "" });
  const [message] = ticket.messages;
  if (!message) throw new TypeError("The mail made no message");
  return { ticket, message };
}
const inBase64 = (type: string, bytes: Buffer | string) => [
  ...[`Content-Type: ${type}`, "Content-Transfer-Encoding: base64", ""],
  Buffer.from(bytes).toString("base64"),
];
const filesOf = ({ attachments }: { attachments: { filename: string }[] }) =>
  attachments.map(({ filename }) => filename);
const ticketsOf = async (q: string) => (await owner.api.search.find({ q })).tickets.items.length;

test("shows a signed mail's text without history, and its files", async () => {
  const entity = [
    "Content-Type: multipart/mixed; boundary=in",
    ...[
      "",
      "--in",
      "",
      "The quokkalamp is broken.",
      "",
      "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:",
      "> Hello",
    ],
    ...["--in", 'Content-Disposition: attachment; filename="a.txt"', "", "A", "--in--"],
  ].join("\r\n");
  const { message, ticket } = await messageOf(
    ...inBase64("application/pkcs7-mime; name=smime.p7m", cmsOf("signed", Buffer.from(entity))),
  );
  expect(message).toMatchObject({
    content: "The quokkalamp is broken.",
    folded: "history",
    enclosed: { signed: "smime", encrypted: null, isInstead: false, events: [], mails: [] },
  });
  expect(filesOf(message)).toEqual(["a.txt"]);
  expect(ticket.preview).toContain("quokkalamp");
});

test("describes a calendar mail, finds it by its words, and keeps the file", async () => {
  const event = ["DTSTART;TZID=Europe/Berlin:20261201T150000", "SUMMARY:Call about the wombatlamp", "LOCATION:Room 7"];
  const lines = ["BEGIN:VCALENDAR", "METHOD:REQUEST", "BEGIN:VEVENT", ...event, "END:VEVENT", "END:VCALENDAR"];
  const { message, ticket } = await messageOf(...inBase64("text/calendar; method=REQUEST", lines.join("\r\n")));
  expect(message.enclosed).toMatchObject({
    isInstead: true,
    events: [{ method: "request", start: { at: "2026-12-01T14:00:00.000Z" }, location: "Room 7" }],
  });
  expect(message.content).toContain("When: Tuesday, December 1, 2026, 3:00 PM (Europe/Berlin)");
  expect(ticket.preview).toContain("wombatlamp");
  expect(filesOf(message)).toEqual(["attachment.ics"]);
});

test("shows enclosed content apart from the own words, and finds it by a search", async () => {
  const inner = ['From: "Moor, Lea" <lea@x.example>', "Subject: Old", "", "The numbatlamp flickers."];
  const { message } = await messageOf(
    ...["Content-Type: multipart/mixed; boundary=out", ""],
    ...["--out", "", "Please see below", "--out", "Content-Type: message/rfc822", "", ...inner, "--out--"],
  );
  expect(message).toMatchObject({
    content: "Please see below",
    enclosed: { isInstead: false, mails: [{ from: `"Moor, Lea" <lea@x.example>`, text: "The numbatlamp flickers." }] },
  });
  expect(filesOf(message)).toEqual(["Old.eml"]);
  await expect.poll(() => ticketsOf("numbatlamp")).toBe(1);
});

test("shows and finds a text part whose words differ from the HTML's", async () => {
  const { message } = await messageOf(
    ...["Content-Type: multipart/alternative; boundary=out", ""],
    ...[
      "--out",
      "",
      "The bilbylamp is broken.",
      "--out",
      "Content-Type: text/html",
      "",
      "<p>An invoice is attached.</p>",
      "--out--",
    ],
  );
  expect(message).toMatchObject({ content: "An invoice is attached.", hasHtml: true, hasOtherText: true });
  const { id, ticketId } = message;
  expect(await owner.api.messages.getOriginal({ ticketId, id })).toMatchObject({
    otherText: "The bilbylamp is broken.",
  });
  await expect.poll(() => ticketsOf("bilbylamp")).toBe(1);
});

test("keeps the files of a winmail.dat byte for byte, and marks a program among them", async () => {
  const bytes = Buffer.from("a,b\r\n");
  const packed = tnefOf({
    text: "See the list",
    files: [
      { title: "list.csv", bytes },
      { title: "run.exe", bytes: Buffer.from("MZ") },
    ],
  });
  const { message } = await messageOf(...inBase64("application/ms-tnef; name=winmail.dat", packed));
  expect(message).toMatchObject({ content: "See the list", enclosed: null });
  expect(message.attachments).toMatchObject([
    { filename: "list.csv", isProgram: false },
    { filename: "run.exe", isProgram: true },
  ]);
  const file = await owner.send(message.attachments[0]?.url ?? "");
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
});

test("says that a mail is encrypted and offers its file", async () => {
  const { message } = await messageOf(...inBase64("application/pkcs7-mime", cmsOf("enveloped", Buffer.from("x"))));
  expect(message).toMatchObject({ enclosed: { encrypted: "smime", isInstead: true } });
  expect(filesOf(message)).toEqual(["attachment.p7m"]);
});

test("quarantines a mail for a disguised program in a container", async () => {
  const packed = tnefOf({ text: "See", files: [{ title: "invoice.pdf.exe", bytes: Buffer.from("MZ") }] });
  const raw = ["From: Kim <kim@customer.example>", ...inBase64("application/ms-tnef", packed)].join("\r\n");
  await app.takeIn({ envelopeFrom: "kim@customer.example", recipients: [owner.supportEmail], raw });
  expect((await owner.api.mail.log({ state: "quarantined" })).items).toHaveLength(1);
});
