import { expect, test } from "vitest";
import { cmsOf } from "../../../../../stand-ins/mail-programs/cms-of.ts";
import { mailAlone, mailOf, part, textPart } from "../../../../../stand-ins/mail-programs/mime-of.ts";
import { attachedMessage, binary, packRtf, tnefOf, unicode } from "../../../../../stand-ins/mail-programs/tnef-of.ts";
import { readMail } from "./read-mail.ts";

const publicUrl = "https://desk.example";
const read = (raw: string | Buffer) => {
  const bytes = typeof raw === "string" ? Buffer.from(raw, "latin1") : raw;
  return readMail({ raw: bytes, attachmentFolder: null, envelopeFrom: "kim@customer.example", publicUrl });
};
const names = (mail: Awaited<ReturnType<typeof read>>) => mail.parsed.attachments.map(({ name }) => name);
const alone = (type: string, bytes: Buffer, ...more: string[]) => mailAlone(part(type, bytes, ...more));
const p7m = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m";
const signed = (words: string, style = { isOpen: false }) =>
  cmsOf("signed", Buffer.from(`Content-Type: text/plain\r\n\r\n${words}`), style);

const photo = { title: "photo.png", bytes: Buffer.from("89504e470d0a1a0a", "hex") };
const winmail = tnefOf({ text: "The lamp of order 1042.\r\n", files: [photo] });
test.each([
  ["alone", alone("application/ms-tnef; name=winmail.dat", winmail)],
  ["as another type", alone("application/vnd.ms-tnef", winmail)],
  ["as bytes", mailOf(textPart(" "), part("application/octet-stream; name=winmail.dat", winmail))],
  [
    "below an empty page",
    mailOf(part("text/html", "<html><body><br></body></html>"), part("application/ms-tnef", winmail)),
  ],
  ["with another name", mailOf(part("application/octet-stream; name=ATT00001.bin", winmail))],
  [
    "as RTF",
    alone(
      "application/ms-tnef",
      tnefOf({ files: [photo], properties: [binary(0x1009, packRtf("{\\rtf1 The lamp of order 1042.}"))] }),
    ),
  ],
])("reads the words and files of a winmail.dat %s", async (_, raw) => {
  const mail = await read(raw);
  expect(mail).toMatchObject({ newText: expect.stringMatching(/^The lamp of order 1042\.\s*$/), enclosed: null });
  expect(names(mail)).toEqual(["photo.png"]);
});

test("keeps files and other HTML of a winmail.dat beside own words, and a truncated one as a file", async () => {
  const packed = tnefOf({ files: [photo], properties: [unicode(0x1013, "<p>Laid out</p>")] });
  const beside = await read(mailOf(textPart("My words"), part("application/ms-tnef; name=winmail.dat", packed)));
  expect(beside).toMatchObject({ newText: "My words", safeHtml: expect.stringContaining("Laid out"), otherText: null });
  const plain = await read(mailOf(textPart("My words"), part("application/ms-tnef; name=winmail.dat", winmail)));
  expect(plain).toMatchObject({ newText: "My words", otherText: expect.stringContaining("The lamp of order 1042") });
  const cut = await read(
    mailOf(part("application/ms-tnef; name=winmail.dat", winmail.subarray(0, winmail.length - 4))),
  );
  expect(names(cut)).toEqual(["winmail.dat", "photo.png"]);
});

const inner = (subject: string, body: string) =>
  `From: Lea <lea@x.example>\r\nTo: shop@x.example\r\nDate: Fri, 27 Nov 2026 08:00:00 +0000\r\nSubject: ${subject}\r\n${body}`;
const enclosedMail = (subject: string, body: string) => `Content-Type: message/rfc822\r\n\r\n${inner(subject, body)}`;

test("shows an enclosed mail without own words in place, with its files, and keeps it as a file", async () => {
  const body = [
    "Content-Type: multipart/mixed; boundary=in",
    "",
    `--in\r\n${textPart("The switch is grün.")}`,
    `--in\r\n${part("image/png; name=switch.png", photo.bytes)}`,
    "--in--",
  ];
  const mail = await read(mailOf(textPart("\r\n"), enclosedMail("Old complaint", body.join("\r\n"))));
  expect(mail).toMatchObject({
    newText:
      "From: Lea <lea@x.example>\nDate: 2026-11-27 08:00 UTC\nTo: shop@x.example\nSubject: Old complaint\n\nThe switch is grün.",
    enclosed: {
      isInstead: true,
      mails: [
        {
          depth: 1,
          from: "Lea <lea@x.example>",
          sentAt: "2026-11-27T08:00:00.000Z",
          subject: "Old complaint",
          text: "The switch is grün.",
        },
      ],
    },
  });
  expect(mail.parsed.attachments).toMatchObject([
    { name: "Old complaint.eml", isWithin: false },
    { name: "switch.png", isWithin: true },
  ]);
});

test.each([
  ["under own words", mailOf(textPart("FYI"), enclosedMail("Old", "\r\nThe switch")), "FYI"],
  ["alone", `${mailAlone()}${enclosedMail("Old", "\r\nThe switch")}`, "From: Lea"],
  [
    "by its name",
    mailOf(textPart("FYI"), part("application/octet-stream; name=old.eml", inner("Old", "\r\nThe switch"))),
    "FYI",
  ],
])("shows an enclosed mail %s", async (_, raw, says) => {
  const mail = await read(raw);
  expect(mail.newText).toContain(says);
  expect(mail.enclosed?.mails).toMatchObject([{ subject: "Old", text: "The switch" }]);
});

test("shows nested mails up to five deep", async () => {
  let body = "\r\ninnermost";
  for (let depth = 9; depth > 0; depth -= 1) body = enclosedMail(`level ${depth}`, body);
  const mail = await read(`${mailAlone()}${body}`);
  expect(mail.enclosed?.mails.map(({ depth, subject }) => [depth, subject])).toEqual(
    [1, 2, 3, 4, 5].map((depth) => [depth, `level ${depth}`]),
  );
  expect(mail.parsed.attachments.filter(({ isWithin }) => !isWithin)).toHaveLength(1);
});

test("does not open what a bounce returns", async () => {
  const report = part(
    "message/delivery-status",
    "Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1",
  );
  const bounce = mailOf(textPart("It failed"), report, enclosedMail("Re: 1", "\r\nOur words")).replace(
    "multipart/mixed",
    "multipart/report; report-type=delivery-status",
  );
  expect(await read(bounce)).toMatchObject({ classification: { kind: "bounce" }, enclosed: null });
});

test("shows a message that Outlook attached to another", async () => {
  const packed = tnefOf({
    files: [{ properties: [attachedMessage(tnefOf({ text: "The switch", properties: [unicode(0x37, "Old")] }))] }],
  });
  expect((await read(alone("application/ms-tnef", packed))).enclosed).toMatchObject({
    isInstead: true,
    mails: [{ depth: 1, subject: "Old", text: "The switch" }],
  });
});

const calendar = (method: string) =>
  [
    "BEGIN:VCALENDAR",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    "DTSTART:20261201T140000Z",
    "DTEND:20261201T143000Z",
    "SUMMARY:Call about order 1042",
    "LOCATION:Room 7",
    "ORGANIZER;CN=Kim:mailto:kim@customer.example",
    "DESCRIPTION:Please call me",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");

test.each([
  ["alone", alone("text/calendar; method=REQUEST", Buffer.from(calendar("REQUEST"))), "Invitation"],
  [
    "as an alternative",
    mailOf(textPart(""), part("text/calendar; method=COUNTER", calendar("COUNTER"))).replace(
      "multipart/mixed",
      "multipart/alternative",
    ),
    "Another time is proposed",
  ],
  ["as a file", mailOf(part("application/octet-stream; name=invite.ics", calendar("CANCEL"))), "Cancelled"],
  [
    "twice",
    mailOf(part("text/calendar", calendar("REQUEST")), part("application/ics; name=invite.ics", calendar("REQUEST"))),
    "Invitation",
  ],
])("describes a calendar mail %s: what, when, where and who", async (_, raw, title) => {
  const mail = await read(raw);
  expect(mail.newText).toBe(
    `${title}: Call about order 1042\nWhen: Tuesday, December 1, 2026, 2:00 PM \u2013 2:30 PM (UTC)\nWhere: Room 7\nOrganizer: Kim <kim@customer.example>\n\nPlease call me`,
  );
  expect(mail.enclosed).toMatchObject({ isInstead: true, events: [{ summary: "Call about order 1042" }] });
  expect(names(mail).some((name) => name.endsWith(".ics"))).toBe(true);
});

test("keeps a text part whose words differ from the HTML, and no other", async () => {
  const alternative = (plain: string) =>
    mailOf(textPart(plain), part("text/html", "<p>Your invoice of May is attached.</p>")).replace(
      "multipart/mixed",
      "multipart/alternative",
    );
  expect(await read(alternative("The lamp is broken."))).toMatchObject({
    newText: "Your invoice of May is attached.",
    otherText: "The lamp is broken.",
  });
  expect(await read(alternative("Your *invoice* of May\nis attached."))).toMatchObject({ otherText: null });
});

const link = `${publicUrl}/reset-password#${"aB3_".repeat(10)}abc`;
test.each([
  ["signed", alone(p7m, signed(link))],
  [
    "signed in pieces, in a mail that is enclosed",
    mailOf(
      textPart("FYI"),
      enclosedMail(
        "Old",
        `${part(p7m, cmsOf("signed", Buffer.from(`Content-Type: text/plain\r\n\r\n${link}`), { isOpen: true, pieceBytes: 20 }))}`,
      ),
    ),
  ],
  ["Outlook's", alone("application/ms-tnef", tnefOf({ text: link }))],
  [
    "Outlook's packed RTF",
    alone("application/ms-tnef", tnefOf({ properties: [binary(0x1009, packRtf(`{\\rtf1 ${link}}`))] })),
  ],
  ["a calendar's", alone("text/calendar", Buffer.from(calendar("REQUEST").replace("Please call me", link)))],
])("finds our link in content that is %s", async (_, raw) => {
  expect((await read(raw)).holdsOwnLink).toBe(true);
});
