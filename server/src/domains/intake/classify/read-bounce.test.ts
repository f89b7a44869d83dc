import { expect, test } from "vitest";
import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { mixedBody, mixedType } from "./mail-cases.ts";
import { readBounce } from "./read-bounce.ts";

const read = async (headers: string[], body: string) => {
  const head = [
    "From: MAILER-DAEMON@mx.example",
    "To: help+abc@desk.example",
    "Message-ID: <b1@mx.example>",
    ...headers,
  ];
  const raw = `${head.join("\n")}\n\n${body}`.replaceAll("\n", "\r\n");
  return readBounce(await parseMail(Buffer.from(raw), { onAttachment: discardAttachment }));
};

const ours =
  "Message-ID: <dh.7@desk.example>\nFrom: Shop <help+abc@desk.example>\nTo: gone@example.org\nSubject: Hi\n\nHi";
const returned = `Content-Type: message/rfc822\n\n${ours}`;
const report = (...groups: string[]) =>
  mixedBody("-", `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${groups.join("\n\n")}`);
const failed = (fields: string) => `${fields}\nAction: failed\nStatus: 5.1.1`;

test.each([
  ["the report's address", failed("Final-Recipient: rfc822; gone@example.org")],
  [
    "the original one first",
    failed("Final-Recipient: rfc822; box@inner.example\nOriginal-Recipient: rfc822; gone@example.org"),
  ],
  ["in either order", failed("Original-Recipient: rfc822;gone@example.org\nFinal-Recipient: rfc822;box@inner.example")],
  ["in brackets", failed("Final-Recipient: RFC822; <gone@example.org>")],
  ["with a name", failed('Final-Recipient: rfc822; "Gone" <gone@example.org>')],
  ["with a comment", failed("Final-Recipient: rfc822; gone@example.org (Gone)")],
  ["without a type", failed("Final-Recipient: gone@example.org")],
  ["in other letters", failed("FINAL-RECIPIENT: RFC822; gone@Example.ORG")],
  ["over two lines", failed("Final-Recipient: rfc822;\n gone@example.org")],
  ["signed on its way", failed("Final-Recipient: rfc822; prvs=1234abcdef=gone@example.org")],
  ["rewritten on its way", failed("Final-Recipient: rfc822; SRS0=HHH=TT=example.org=gone@relay.example")],
  ["rewritten twice", failed("Final-Recipient: rfc822; SRS1=GGG=relay.example==HHH=TT=example.org=gone@other.example")],
  ["enclosed by Exchange", failed("Final-Recipient: rfc822; IMCEASMTP-gone+40example+2Eorg@inner.example")],
  ["behind a useless original", failed("Original-Recipient: rfc822;\nFinal-Recipient: rfc822; gone@example.org")],
  [
    "not in X.400",
    failed("Original-Recipient: x400; /G=Gone/S=A/@x.example\nFinal-Recipient: rfc822; gone@example.org"),
  ],
  [
    "not our own",
    failed("Original-Recipient: rfc822; help+abc@desk.example\nFinal-Recipient: rfc822; gone@example.org"),
  ],
  ["actual", failed("X-Actual-Recipient: rfc822; gone@example.org")],
])("reads %s", async (_, group) => {
  expect(await read([mixedType], report(group))).toMatchObject({ recipient: "gone@example.org", status: "5.1.1" });
});

test.each([
  ["xtext", "rfc822; gone+2Btag@example.org", "gone+tag@example.org"],
  ["a plain tag", "rfc822; gone+21@example.org", "gone+21@example.org"],
  ["letters beyond ASCII", "utf-8; \\x{67E5}\\x{8BE2}@example.org", "查询@example.org"],
  ["letters as they are", "utf-8; 查询@example.org", "查询@example.org"],
  ["a quoted name", 'rfc822; "gone.."@example.org', "gone..@example.org"],
])("decodes %s", async (_, value, expected) => {
  expect((await read([mixedType], report(failed(`Final-Recipient: ${value}`)))).recipient).toBe(expected);
});

test("names the failed one of several recipients, with its status", async () => {
  const delivered = "Final-Recipient: rfc822; there@example.org\nAction: delivered\nStatus: 2.0.0";
  const late = "Final-Recipient: rfc822; late@example.org\nAction: delayed\nStatus: 4.4.1";
  const gone = failed("Final-Recipient: rfc822; gone@example.org");
  const told = { recipient: "gone@example.org", action: "failed", status: "5.1.1" };
  expect(await read([mixedType], report(delivered, late, gone))).toMatchObject(told);
  expect(await read([mixedType], report(gone, delivered))).toMatchObject(told);
  const waits = { recipient: "late@example.org", action: "delayed", status: "4.4.1" };
  expect(await read([mixedType], report(delivered, late))).toMatchObject(waits);
  expect(await read([mixedType], report(delivered))).toMatchObject({ action: "delivered", status: "2.0.0" });
});

test("prefers the original recipient to X-Failed-Recipients, and that to the final recipient", async () => {
  const header = [mixedType, "X-Failed-Recipients: gone@example.org, other@example.org"];
  const final = failed("Final-Recipient: rfc822; box@inner.example");
  expect((await read(header, report(final))).recipient).toBe("gone@example.org");
  const original = `Original-Recipient: rfc822; first@example.org\n${final}`;
  expect((await read(header, report(original))).recipient).toBe("first@example.org");
});

test.each([
  [
    "qmail",
    "Hi. This is the qmail-send program.\n\n<gone@example.org>:\nSorry, no mailbox here. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n",
  ],
  [
    "Postfix",
    "For further assistance, please contact <postmaster@mx.example>\n\n<gone@example.org>: host mx.example said: 550 5.1.1\n\n",
  ],
  [
    "Exim",
    "The following address(es) failed:\n\n  gone@example.org\n    SMTP error from remote mail server: 550 5.1.1\n\n",
  ],
  [
    "Sendmail",
    "   ----- The following addresses had permanent fatal errors -----\n<gone@example.org>\n    (reason: 550 5.1.1 <gone@example.org>... User unknown)\n\n",
  ],
  [
    "Exchange",
    "Your message\n\n  To:      list@example.net; friend@example.net\n  Subject: Hi\n\ndid not reach the following recipient(s):\n\ngone@example.org on Thu, 29 Apr 2010 00:00:00\n    550 5.1.1 unknown\n",
  ],
  [
    "Outlook",
    "Delivery has failed to these recipients or groups:\n\ngone@example.org<mailto:gone@example.org>\nThe address was not found. 550 5.1.1\n",
  ],
  ["a program", "There was an error delivering your mail to <gone@example.org>.\n\n550 5.1.1 unknown\n"],
  ["a server with few words", "Unknown user: gone@example.org\n550 5.1.1 it is\n"],
  [
    "an old mailer",
    "From: help+abc@desk.example\nMessage-ID: <dh.7@desk.example>\nTo: gone@example.org\n\n550 5.1.1 unknown\n",
  ],
  [
    "a message's name",
    "Your message <dh.7@desk.example> (message id 12.34@relay.example) to gone@example.org\nwas refused: 550 5.1.1\n",
  ],
  ["a reference", "Reference: 99@relay.example\n\nThe user gone@example.org is unknown. 550 5.1.1\n"],
  ["a numbered list", "1. <gone@example.org>: 550 5.1.1 unknown\n"],
  ["a dialogue", ">>> RCPT To:<gone@example.org>\n<<< 550 5.1.1 unknown\n"],
  ["quotes", '"gone@example.org" could not be found: 550 5.1.1\n'],
  ["Chinese", "收件人：gone@example.org\n550 5.1.1 不存在\n"],
  ["Russian", "Адрес получателя: gone@example.org\n550 5.1.1 не найден\n"],
  [
    "a service's JSON",
    '{"notificationType":"Bounce","bounce":{"bouncedRecipients":[{"emailAddress":"gone@example.org"}]}} 5.1.1',
  ],
  [
    "nobody, but returns the message",
    "Sorry. 550 5.1.1 unknown\n\nOriginal message follows.\n\nReceived: from a\nFrom: help+abc@desk.example\nTo: Gone <gone@example.org>\nMessage-ID: <dh.7@desk.example>\n",
  ],
])("reads the words of %s", async (_, text) => {
  expect(await read([], text)).toMatchObject({ recipient: "gone@example.org", status: expect.stringMatching(/5.1.1/) });
});

test("reads the recipient from the enclosed message if the notice names none", async () => {
  const bounce = await read([mixedType], mixedBody("Sorry.", returned));
  expect(bounce).toMatchObject({ recipient: "gone@example.org", originalMessageIds: ["<dh.7@desk.example>"] });
});

test("reads a report that a gateway encloses", async () => {
  const inner = `Content-Type: message/rfc822\n\nContent-Type: multipart/report; boundary=r\n\n--r\nContent-Type: message/delivery-status\n\n${failed("Final-Recipient: rfc822; gone@example.org")}\n--r--`;
  expect(await read([mixedType], mixedBody("", inner))).toMatchObject({
    recipient: "gone@example.org",
    status: "5.1.1",
  });
});

test("reads the recipient from a variable return path, and names nobody if there is none", async () => {
  expect((await read(["To: list+gone=example.org@lists.example"], "Sorry.")).recipient).toBe("gone@example.org");
  expect((await read([], "Sorry.\nContact postmaster@mx.example")).recipient).toBeNull();
  expect((await read([], "Message-ID: <5@relay.example>\nSorry")).recipient).toBeNull();
});

test.each([
  ["Subject: Warning: message 1 delayed 24 hours", "Sorry."],
  ["Subject: Hi", "Your message has not yet been\ndelivered. You do not need to resend it."],
  ["Subject: Delivery Status Notification (Delay)", "There was a temporary problem delivering your message."],
])("reads a delay from the subject %s and the text %s", async (subject, text) => {
  expect(await read([subject], text)).toMatchObject({ action: "delayed" });
});

test("reads a server's reply over several lines", async () => {
  const text = "<gone@example.org>: host mx.example said: 550\n    No such recipient here (#5.1.1)\n\nBye";
  expect(await read([], text)).toMatchObject({
    status: "5.1.1",
    diagnostic: "<gone@example.org>: host mx.example said: 550 No such recipient here (#5.1.1)",
  });
});
