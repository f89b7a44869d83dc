import { expect, test } from "vitest";
import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { classifyMail } from "./classify-mail.ts";

const parse = (headers: string[], body: string) =>
  parseMail(Buffer.from(`${headers.join("\r\n")}\r\n\r\n${body}`), { onAttachment: discardAttachment });
const kindOf = async (headers: string[], body = "Hello", envelopeFrom: string | null = null) =>
  classifyMail(await parse(headers, body), { envelopeFrom, cameToReturnPath: false }).kind;
const ann = "From: Ann <ann@example.com>";

test.each([
  ["an ordinary message", [ann], "Where is my order?"],
  ["a group's mail", [ann, "List-Id: <help.shop.example>", "Precedence: list", "X-Auto-Response-Suppress: All"], "Hi"],
  ["bulk mail", [ann, "Precedence: bulk"], "Hi"],
  ["Auto-Submitted: no", [ann, "Auto-Submitted: no"], "Hi"],
  [
    "somebody whose parcel was not delivered",
    [ann, "Subject: Delivery failed"],
    "My parcel could not be delivered, the address is unknown.",
  ],
  [
    "a reply to a bounce",
    [ann, "Subject: Re: Undelivered Mail Returned to Sender"],
    "Your mail came back:\n> 550 5.1.1 User unknown",
  ],
  [
    "a forwarded bounce with a question",
    [ann, "Subject: Fwd: Returned mail: see transcript for details"],
    "I tried to reach you and got this, please help.\n\nBegin forwarded message:\n\n> From: Mail Delivery Subsystem <MAILER-DAEMON@a.example>\n> Final-Recipient: rfc822; help@shop.example\n> Action: failed\n> Status: 5.1.1\n",
  ],
  [
    "a reply to an automatic reply",
    [ann, "Subject: Re: Automatic reply: Order", "In-Reply-To: <1@shop.example>"],
    "Thanks",
  ],
  ["somebody writing about an absence", [ann, "Subject: Out of office: please deliver to my neighbour"], "Hi"],
  [
    "a contact form quoting an error",
    ["From: Shop <no-reply@forms.example>", "Subject: New message"],
    "Name: Ann\nEmail: ann@example.com\nMy mail to you came back: 550 5.1.1 user unknown",
  ],
  [
    "an administrator of a list",
    ["From: store-admin@example.com"],
    "I am a member of your loyalty list and cannot log in.",
  ],
])("classifies %s as a person's mail", async (_, headers, body) => {
  expect(await kindOf(headers, body)).toBe("person");
});

test.each([
  ["Auto-Submitted", [ann, "Auto-Submitted: auto-replied"]],
  ["Precedence: auto_reply", [ann, "Precedence: auto_reply"]],
  ["X-Autoreply", [ann, "X-Autoreply: yes"]],
  ["X-Autorespond", [ann, "X-Autorespond: vacation"]],
  ["an empty return path", [ann, "Return-Path: <>"]],
  [
    "an answer with an absence subject",
    [ann, "Subject: Automatische Antwort: Bestellung", "In-Reply-To: <1@shop.example>"],
  ],
  ["a read receipt", [ann, "Content-Type: multipart/report; report-type=disposition-notification; boundary=b"]],
])("classifies a mail with %s as an automatic reply", async (_, headers) => {
  expect(await kindOf(headers)).toBe("auto_reply");
});

test("uses the envelope's null path rather than the header", async () => {
  expect(await kindOf([ann], "Hello", "")).toBe("auto_reply");
  expect(await kindOf([ann, "Return-Path: <>"], "Hello", "ann@example.com")).toBe("person");
});

test("does not classify a mail as a machine's by a help desk's loop header alone", async () => {
  expect(await kindOf([ann, "X-Deskhand-Loop: 1"])).toBe("person");
});

test("reads a delivery report", async () => {
  const mail = await parse(
    ["From: MAILER-DAEMON@mx.example", "Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
    [
      "--b",
      "",
      "Sorry",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      "",
      "Final-Recipient: rfc822; gone@Example.org",
      "Action: failed",
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 User",
      " unknown",
      "--b",
      "Content-Type: message/rfc822",
      "",
      "Message-ID: <7@shop.example>",
      "",
      "Hi",
      "--b--",
      "",
    ].join("\r\n"),
  );
  expect(classifyMail(mail)).toMatchObject({
    kind: "bounce",
    bounce: {
      recipient: "gone@example.org",
      status: "5.1.1",
      diagnostic: "smtp; 550 5.1.1 User unknown",
      action: "failed",
      originalMessageIds: ["<7@shop.example>"],
    },
  });
});

test.each([
  [
    "an old mailer's notice",
    ["From: MAILER-DAEMON@mx.example", "Subject: failure notice"],
    "<gone@example.org>:\n550 sorry, no such mailbox (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <help@shop.example>\nMessage-ID: <7@shop.example>\nSubject: Hi\n",
  ],
  [
    "a notice that names its failures",
    ["From: postmaster@mx.example", "X-Failed-Recipients: gone@example.org", "Subject: Mail delivery failed"],
    "550 5.1.1 gone@example.org unknown\nMessage-ID: <7@shop.example>",
  ],
  [
    "a notice without a return path",
    ["From: system@mx.example", "Return-Path: <>", "Subject: Nachricht"],
    "Your message could not be delivered to:\ngone@example.org: 550 5.1.1 no such user\nMessage-ID: <7@shop.example>",
  ],
  [
    "a carrier's notice",
    ["From: no-reply@carrier.example", "Subject: メールエラー通知"],
    "Could not be delivered to: <gone@example.org>\n550 5.1.1 user unknown\nMessage-ID: <7@shop.example>\n",
  ],
])("classifies %s as a bounce", async (_, headers, body) => {
  const result = classifyMail(await parse(headers, body));
  expect(result).toMatchObject({
    kind: "bounce",
    bounce: { recipient: "gone@example.org", originalMessageIds: ["<7@shop.example>"] },
  });
  expect(result.kind === "bounce" && result.bounce.status).toMatch(/^5\.1\.1$|^550$/);
});

test("reads a feedback report as a complaint, and a delay not as a failure", async () => {
  const report = (type: string, body: string) =>
    parse(
      ["From: a@isp.example", `Content-Type: multipart/report; report-type=${type}; boundary=b`],
      `--b\r\n${body}\r\n--b--\r\n`,
    );
  const complaint = await report(
    "feedback-report",
    "Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse",
  );
  expect(classifyMail(complaint)).toMatchObject({ kind: "bounce", bounce: { action: "complaint" } });
  const delay = await report(
    "delivery-status",
    "Content-Type: message/delivery-status\r\n\r\nAction: delayed\r\nStatus: 4.4.1",
  );
  expect(classifyMail(delay)).toMatchObject({ kind: "bounce", bounce: { action: "delayed", status: "4.4.1" } });
});
