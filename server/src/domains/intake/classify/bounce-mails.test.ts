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

// Programs sent each of these. If one were taken for a person's mail, it would begin or reopen a ticket that nobody waits for.

const ann = "From: Ann Lee <ann@example.com>";
const daemon = "From: Mail Delivery System <MAILER-DAEMON@mx.example>";
const postmaster = "From: postmaster@mx.example";
const returned =
  "\n\nReceived: from shop.example\nMessage-ID: <7@shop.example>\nFrom: help@shop.example\nTo: gone@example.org\nSubject: Hi\n";
const enclosed = (words: string) => mixedBody(words, `Content-Type: message/rfc822\n\n${returned.trim()}\n\nHi`);

function failures({ code, failedSubject, failed }: MailLanguage): MailCase[] {
  const text = `${failed}\n\ngone@example.org`;
  return [
    { name: `${code}: a postmaster's notice`, kind: "bounce", headers: [postmaster, subject("Nachricht")], body: text },
    {
      name: `${code}: a postmaster's subject`,
      kind: "bounce",
      headers: [postmaster, subject(failedSubject)],
      body: "-",
    },
    { name: `${code}: a notice without a return path`, kind: "bounce", headers: [ann], body: text, envelopeFrom: "" },
    {
      name: `${code}: an unreadable From, and a daemon in the envelope`,
      kind: "bounce",
      headers: ["From: Postmaster <>", subject(failedSubject)],
      body: text,
      envelopeFrom: "MAILER-DAEMON@mx.example",
    },
    {
      name: `${code}: a notice of a no-reply address`,
      kind: "bounce",
      headers: ["From: no-reply@mx.example", subject(failedSubject)],
      body: text,
    },
    {
      name: `${code}: an ordinary address that returns a message`,
      kind: "bounce",
      headers: ["From: gateway7@mx.example", subject(failedSubject), mixedType],
      body: enclosed(text),
    },
    { name: `${code}: a mail system without known words`, kind: "bounce", headers: [daemon, subject("?")], body: "-" },
  ];
}

// In the words of mail systems, each from an address that a person could have, and none with an empty return path.
const systems: MailCase[] = [
  ["Exchange in French", "Non remis : Bonjour", "Échec de la remise à ces destinataires ou groupes :"],
  [
    "Exchange in German",
    "Unzustellbar: Hallo",
    "Fehler bei der Nachrichtenzustellung an folgende\nEmpfänger oder Gruppen:",
  ],
  [
    "Exchange in Russian",
    "Не удается доставить: Привет",
    "Не удалось выполнить доставку следующим\nполучателям или группам:",
  ],
  [
    "Gmail in Finnish",
    "Viestiäsi ei toimitettu",
    "Viestiäsi ei toimitettu osoitteeseen\ngone@example.org, koska osoitetta ei löytynyt.",
  ],
  ["Dovecot", "Rejected: Hi", "Your message to <gone@example.org> was automatically\nrejected: Quota exceeded"],
  [
    "Gmail",
    "Delivery Status Notification (Failure)",
    "Address not found\nYour message wasn't delivered to gone@example.org because the address couldn't be found.",
  ],
  [
    "Gmail, delayed",
    "Delivery Status Notification (Delay)",
    "Delivery incomplete\nThere was a temporary problem delivering your message to gone@example.org. Gmail will retry.",
  ],
  ["Outlook", "Undeliverable: Hi", "Delivery has failed to these recipients or groups:\n\ngone@example.org"],
  [
    "Exchange",
    "Undeliverable: Hi",
    "Your message did not reach some or all of the intended\nrecipients.\n\ngone@example.org on 5/5/2024\n    The e-mail account does not exist",
  ],
  [
    "Exim",
    "Mail delivery failed: returning message to sender",
    "This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error.",
  ],
  [
    "Exim, delayed",
    "Warning: message 1abcde-0000 delayed 24 hours",
    "A message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue.",
  ],
  [
    "Postfix",
    "Undelivered Mail Returned to Sender",
    "This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients.",
  ],
  [
    "qmail",
    "failure notice",
    "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<gone@example.org>:\nSorry, no mailbox here by that name.",
  ],
  [
    "Sendmail",
    "Returned mail: see transcript for details",
    "   ----- The following addresses had permanent fatal errors -----\n<gone@example.org>\n    (reason: 550 5.1.1 User unknown)",
  ],
  [
    "Notes",
    "DELIVERY FAILURE: User gone not listed in Directory",
    "Your message\n\n  Subject: Hi\n\nwas not delivered to:\n\n  gone@example.org",
  ],
  [
    "Yahoo",
    "Failure Notice",
    "Sorry, we were unable to deliver your message to the following address.\n\n<gone@example.org>:\nRemote host said: 554 delivery error",
  ],
  ["AOL", "Mail Delivery Problem", "Your mail is not being accepted by AOL. Unable to deliver\nmessage: 554 5.7.1"],
  [
    "QQ",
    "来自mx.example的退信",
    "很抱歉您的邮件被退回到您的邮箱。\n收件人邮件地址 (gone@example.org) 不存在，邮件无法送达。",
  ],
  ["163", "系统退信", "抱歉，您的邮件被退回来了……\n退信原因：收件人不存在"],
  [
    "mail.ru",
    "Ваше сообщение не доставлено",
    "Это письмо создано автоматически сервером. К сожалению, Ваше письмо не может\nбыть доставлено одному или нескольким получателям.",
  ],
  [
    "Yandex",
    "Недоставленное сообщение",
    "Мы получили ваше письмо, но не смогли\nдоставить его. К сожалению, Ваше письмо не может быть\nдоставлено.",
  ],
  [
    "T-Online",
    "Nachricht nicht zustellbar",
    "Die unten angehängte E-Mail konnte an folgende Adresse nicht\nzugestellt werden: mailbox is over quota",
  ],
  [
    "GMX",
    "Mail delivery failed",
    "This message was created automatically by mail delivery software.\nA message that you sent could not be delivered to\nthe following addresses failed:",
  ],
  ["Orange", "Échec de la remise (Failure)", "Votre message n'a pas pu être remis\nà gone@example.org : boîte pleine"],
  [
    "a spam filter",
    "Message blocked",
    "Your message was blocked because it was considered\nspam by our content filter.",
  ],
  [
    "a gateway",
    "Mail could not be delivered",
    "****** Message from a virus wall ******\n\nThe following mail could not be\ndelivered.",
  ],
  ["MDaemon", "Warning: gone@example.org - User unknown!", "gone@example.org - no such user here."],
  ["a quota", "Mail delivery failed", "The recipient's mailbox is full: your message was not\ndelivered."],
  [
    "a delay",
    "Mail Delivery Warning",
    "Delivery of your message has been\npostponed due to a full mailbox. We will continue to try.",
  ],
].flatMap(([name = "", words = "", body = ""]): MailCase[] => [
  { name: `${name}, postmaster`, kind: "bounce", headers: [postmaster, subject(words)], body },
  { name: `${name}, no path`, kind: "bounce", headers: [ann, subject(words)], body, envelopeFrom: "" },
  { name: `${name}, an administrator`, kind: "bounce", headers: ["From: admin@mx.example", subject(words)], body },
  { name: `${name}, with the message`, kind: "bounce", headers: [ann, subject(words)], body: `${body}${returned}` },
]);

const report = (type: string, part: string) => mixedBody("-", `Content-Type: ${type}\n\n${part}`);
const status =
  "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; gone@example.org\nAction: failed\nStatus: 5.1.1\n";
const reports: MailCase[] = [
  ["delivery-status", "message/delivery-status", status],
  ["delivery-status", "message/global-delivery-status", status],
  ["feedback-report", "message/feedback-report", "Feedback-Type: abuse\nUser-Agent: x/1\n"],
].flatMap(([type, part = "", text = ""]): MailCase[] => [
  {
    name: `a ${part} from a mail system`,
    kind: "bounce",
    headers: [daemon, `Content-Type: multipart/report; report-type=${type}; boundary=m`],
    body: report(part, text),
  },
  {
    name: `a ${part} from an ordinary address`,
    kind: "bounce",
    headers: [ann, `Content-Type: multipart/report; report-type=${type}; boundary=m`],
    body: report(part, text),
  },
  { name: `a ${part} in another coat`, kind: "bounce", headers: [postmaster, mixedType], body: report(part, text) },
]);

const others: MailCase[] = [
  {
    name: "a postmaster who returns a message",
    kind: "bounce",
    headers: [postmaster, "Subject: Hi", mixedType],
    body: enclosed("-"),
  },
  ...[
    ["no letter", "Hi", "The mail is gone.", "x@mx.example"],
    ["a letter without a return path", "Sofa", "Hi, I would like to return my sofa. How?", ""],
    ["a letter with a failure's subject", "Returned mail", "Hi, where is my mail?", "x@mx.example"],
    ["a letter with a server's reply", "Hi", "Hi, can I send my mail? 550 5.1.1 unknown", "x@mx.example"],
    ["a letter with a reason", "Hi", "Hello, my mail got: no such user. Why?", "x@mx.example"],
    ["a letter that returns a message", "Hi", `Hi, where is my mail?${returned}`, "x@mx.example"],
  ].map(([name = "", words = "", body = "", envelopeFrom = ""]) => ({
    name: `a mail system's name and ${name}`,
    kind: "bounce" as const,
    headers: ["From: mailer-daemon@mx.example", subject(words)],
    body,
    envelopeFrom,
  })),
  { name: "failed recipients", kind: "bounce", headers: [ann, "X-Failed-Recipients: gone@example.org"], body: "-" },
  {
    name: "a bare forward of a report",
    kind: "bounce",
    headers: [ann, "Subject: Fwd: Returned mail"],
    body: `Begin forwarded message:\n\n> From: MAILER-DAEMON@mx.example\n> Final-Recipient: rfc822; gone@example.org\n`,
  },
];

const cases = [...mailLanguages.flatMap(failures), ...systems, ...reports, ...others];

test("has a large table", () => {
  expect(cases.length).toBeGreaterThan(200);
});

const named = cases.map((one) => [one.name, one] as const);

test.each(named)("%s", async (_, one) => {
  expect(await classifyCase(one, false)).toMatchObject({ kind: one.kind });
});

test.each(named)("%s, at our return path", async (_, one) => {
  expect((await classifyCase(one, true)).kind).not.toBe("person");
});
