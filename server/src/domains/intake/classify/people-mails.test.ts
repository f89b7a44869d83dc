import { expect, test } from "vitest";
import {
  classifyCase,
  type MailCase,
  type MailLanguage,
  mailLanguages,
  mixedBody,
  mixedType,
  subject,
} from "./mail-cases.ts";

// People who wait for an answer wrote each of these. If one were taken for automatic mail, nobody would see it.

type Case = Omit<MailCase, "kind">;

const ann = "From: Ann Lee <ann@example.com>";
const notice = `This is the mail system at host mx.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<help@shop.example>: host mx.shop.example said: 550 5.1.1 <help@shop.example>:
    User unknown (in reply to RCPT TO command)
`;
const status = `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; help@shop.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown
`;
const returned = `Message-ID: <7@example.com>
From: Ann Lee <ann@example.com>
To: help@shop.example
Subject: My order

Where is my order?
`;
const bounce = `From: MAILER-DAEMON@mx.example
To: ann@example.com
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=r

--r

${notice}
--r
Content-Type: message/delivery-status

${status}
--r
Content-Type: message/rfc822

${returned}
--r--
`;

function forwards({ code, forward, forwardMark, help }: MailLanguage): Case[] {
  const headers = [ann, subject(`${forward}: Undelivered Mail Returned to Sender`)];
  const shown = `${forwardMark}\nFrom: Mail Delivery System <MAILER-DAEMON@mx.example>\nSubject: Undelivered Mail Returned to Sender\nTo: ann@example.com\n\n${notice}`;
  return [
    { name: `${code}: forwards a bounce`, headers, body: `${help}\n\n${shown}` },
    {
      name: `${code}: forwards a bounce, quoted`,
      headers,
      body: `${help}\n\n${shown.replace(/^/gm, "> ")}\n> ${status.replaceAll("\n", "\n> ")}`,
    },
    {
      name: `${code}: forwards a bounce with its report attached`,
      headers: [...headers, mixedType],
      body: mixedBody(
        `${help}\n\n${shown}`,
        `Content-Type: message/delivery-status\n\n${status}`,
        `Content-Type: message/rfc822\n\n${returned}`,
      ),
    },
    {
      name: `${code}: encloses the whole report`,
      headers: [...headers, mixedType],
      body: mixedBody(help, bounce.slice(bounce.indexOf("Content-Type"))),
    },
    {
      name: `${code}: attaches the bounce as a file`,
      headers: [ann, subject("Undelivered Mail Returned to Sender"), mixedType],
      body: mixedBody(
        help,
        `Content-Type: message/rfc822; name=bounce.eml\nContent-Disposition: attachment\n\n${bounce}`,
      ),
    },
    {
      name: `${code}: pastes the bounce below own words`,
      headers: [ann, subject("Undelivered Mail Returned to Sender")],
      body: `${help}\n\n${notice}\nReceived: from mx.example\nMessage-ID: <7@example.com>\nReturn-Path: <ann@example.com>`,
    },
  ];
}

const smallFirms = ["postmaster", "bounce", "mailer", "noreply", "bounces", "admin"];

function letters(language: MailLanguage): Case[] {
  const { code, letter, wasAway, parcel, parcelSubject, reply, automatic, help } = language;
  const answered = "In-Reply-To: <1@shop.example>";
  return [
    ...smallFirms.flatMap((local) => [
      { name: `${code}: writes as ${local}@`, headers: [`From: Ann Lee <${local}@smallfirm.example>`], body: letter },
      {
        name: `${code}: tells of a parcel as ${local}@`,
        headers: [`From: ${local}@smallfirm.example`, subject(parcelSubject)],
        body: parcel,
      },
    ]),
    { name: `${code}: tells of a parcel`, headers: [ann, subject(parcelSubject)], body: parcel },
    {
      name: `${code}: answers about a parcel`,
      headers: [ann, subject(`${reply}: ${parcelSubject}`), answered],
      body: parcel,
    },
    { name: `${code}: was away`, headers: [ann, subject("4711")], body: wasAway },
    { name: `${code}: was away, and answers`, headers: [ann, subject(`${reply}: 4711`), answered], body: wasAway },
    {
      name: `${code}: answers an automatic reply`,
      headers: [ann, subject(`${reply}: ${automatic}: 4711`), answered],
      body: `${letter}\n\n> ${language.away}`,
    },
    {
      name: `${code}: was away and answers an automatic reply`,
      headers: [ann, subject(`${reply}: ${automatic}: 4711`), answered],
      body: wasAway,
    },
    {
      name: `${code}: asks what an automatic reply means`,
      headers: [ann, subject(`${automatic}: 4711`)],
      body: letter,
    },
    {
      name: `${code}: fills in a form that quotes an error`,
      headers: ["From: Shop <no-reply@forms.example>", "Reply-To: Ann Lee <ann@example.com>", subject("Message")],
      body: `Name: Ann Lee\nEmail: ann@example.com\n\n${help}\n550 5.1.1 user unknown`,
    },
    {
      name: `${code}: fills in a form of a program without a return path`,
      headers: [
        "From: WordPress <wordpress@smallfirm.example>",
        "Reply-To: Ann Lee <ann@example.com>",
        "Auto-Submitted: auto-generated",
      ],
      body: letter,
      envelopeFrom: "",
    },
    { name: `${code}: writes by a program without a return path`, headers: [ann], body: letter, envelopeFrom: "" },
    {
      name: `${code}: writes through a group`,
      headers: [ann, "List-Id: <a.example>", "Precedence: list"],
      body: letter,
    },
    {
      name: `${code}: writes by Exchange`,
      headers: [ann, "X-Auto-Response-Suppress: DR, OOF, AutoReply", "Precedence: bulk", "Auto-Submitted: no"],
      body: letter,
    },
    { name: `${code}: speaks of an error`, headers: [ann, subject("550")], body: `${help} 550 5.1.1 user unknown` },
  ];
}

const plain: Case[] = [
  ["Why does this come back?", "Fwd: Undelivered Mail Returned to Sender", `Why does this come back?\n\n${notice}`],
  [
    "an answer to a bounce",
    "Re: Undelivered Mail Returned to Sender",
    "Your mail came back:\n> 550 5.1.1 User unknown",
  ],
  ["a parcel", "Delivery failed", "My parcel could not be delivered, the address is unknown."],
  ["goods sent back", "Return to sender", "DHL marked my parcel return to sender. Please send it again."],
  ["a key", "Mailbox key is missing", "My mailbox key is missing from the package."],
  ["a full mailbox", "My mailbox is full of your newsletters", "Please stop, my mailbox is full."],
  ["a letterbox", "Letterbox", "The mailbox I bought was not delivered."],
  ["an absence", "Out of office: please deliver to my neighbour", "Hi"],
  [
    "an absence to come",
    "Out of office: please deliver to my neighbour",
    "Hi, I am out of the office until Monday, please deliver my order to my neighbour.",
  ],
  [
    "a question about replies",
    "Automatic reply does not work",
    "Your automatic reply does not work. Is my order lost?",
  ],
  ["a car", "Auto: Ersatzteil", "Guten Tag, ich suche ein Ersatzteil. Haben Sie es?"],
  ["a receipt", "Read: the manual", "I read it, and still cannot assemble my chair. Can you help?"],
  ["an accepted offer", "Accepted: your offer", "Hello, I accept your offer. Please send the goods."],
  ["a confirmation", "Please confirm my order", "Please confirm that my order was received, I got no e-mail."],
  [
    "a word above a forward",
    "Fwd: Undelivered Mail Returned to Sender",
    `see below\n\n---------- Forwarded message ---------\n${notice}`,
  ],
  [
    "a mail of theirs that was refused",
    "Your server",
    "My message to you was rejected: 550 5.7.1 spam. Please fix it.",
  ],
  ["an address that is unknown", "Adresse unbekannt", "Der Paketdienst sagt: Empfänger unbekannt."],
].map(([name = "", words = "", body = ""]) => ({ name, headers: [ann, subject(words)], body }));

const others: Case[] = [
  {
    name: "a postmaster who forwards a bounce",
    headers: ["From: postmaster@smallfirm.example", "Subject: Fwd: Undelivered Mail Returned to Sender"],
    body: `Hello, I got this when I wrote to you. What is wrong?\n\n---------- Forwarded message ---------\n${notice}`,
  },
  {
    name: "a report that a mail program handed on as it was",
    headers: [ann, "Subject: Fwd: failure", "Content-Type: multipart/report; report-type=delivery-status; boundary=r"],
    body: bounce.slice(bounce.indexOf("--r")).replace("--r\n\n", "--r\n\nPlease help, why did I get this?\n\n"),
  },
  {
    name: "an answer that quotes a notice",
    headers: [ann, "Subject: Re: Order 4711", "In-Reply-To: <1@shop.example>"],
    body: `It works now.\n\n${notice.replace(/^/gm, "> ")}\n> Received: from a\n> Message-ID: <7@example.com>`,
  },
  {
    name: "a postmaster's parcel",
    headers: ["From: postmaster@smallfirm.example", "Subject: Undeliverable: parcel 123"],
    body: "The carrier says undeliverable, recipient unknown. My address is right!",
  },
  {
    name: "a form that generates its mail and names its visitor",
    headers: ["From: Shop <wordpress@smallfirm.example>", "Auto-Submitted: auto-generated", "Subject: New message"],
    body: "Name: Ann Lee\nEmail: ann@example.com\nMessage: I want to order",
  },
  {
    name: "a form without a return path that names its visitor",
    headers: ["From: Shop <no-reply@smallfirm.example>", "Subject: New message"],
    body: "Name: Ann Lee\nEmail: ann@example.com\nMessage: I want to order",
    envelopeFrom: "",
  },
  {
    name: "a mailer of holiday homes",
    headers: [ann, "X-Mailer: Vacation Homes Mailer 2.0", "Subject: Chairs"],
    body: "We need six chairs.",
  },
  {
    name: "an invitation",
    headers: [ann, "Subject: Visit of your shop", mixedType],
    body: mixedBody(
      "",
      "Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR",
    ),
  },
  {
    name: "a calendar's answer with own words",
    headers: [ann, "Subject: Accepted: Visit", mixedType],
    body: mixedBody(
      "I will be there. Where can I park?",
      "Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR",
    ),
  },
  {
    name: "a carrier's news from no-reply",
    headers: ["From: no-reply@carrier.example", "Subject: Your parcel could not be delivered"],
    body: "We could not deliver your parcel 123. The recipient was not at home. Do not reply to this e-mail.",
  },
  {
    name: "a shop system's order confirmation",
    headers: ["From: no-reply@platform.example", "Subject: Order 4711 confirmed"],
    body: "Thank you for your order! We received your payment. This is an automated e-mail, please do not reply.",
  },
  {
    name: "a newsletter",
    headers: ["From: news@brand.example", "Precedence: bulk", "List-Unsubscribe: <https://brand.example>"],
    body: "New in our store: mailboxes.",
  },
];

const daemonLetters: Case[] = ["Per <mailer-daemon@smallfirm.example>", "mailer-daemon@smallfirm.example"].flatMap(
  (from) =>
    [
      ["Sofa", "Hi, I would like to return my sofa. How? Best, Per"],
      ["Order 4711", "Where is my order?"],
      ["Rechnung", "Guten Tag, bitte senden Sie mir meine Rechnung. Gruß, Per"],
    ].map(([words = "", body = ""]) => ({
      name: `${from}: ${words}`,
      headers: [`From: ${from}`, subject(words)],
      body,
    })),
);

const cases = [
  ...daemonLetters,
  ...mailLanguages.flatMap((language) => [...forwards(language), ...letters(language)]),
  ...plain,
  ...others,
];

test("has a large table", () => {
  expect(cases.length).toBeGreaterThan(500);
});

test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
  expect(await classifyCase({ ...one, kind: "person" }, false)).toMatchObject({ kind: "person" });
});
