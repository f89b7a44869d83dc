import { expect, test } from "vitest";
import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { chooseAuthor, findAuthorCandidates } from "./find-author.ts";

const isOwn = (email: string) => email.endsWith("@shop.example");
async function authorOf(headers: string[], body = "Hello") {
  const mail = await parseMail(Buffer.from(`${headers.join("\r\n")}\r\n\r\n${body}`), {
    onAttachment: discardAttachment,
  });
  const author = chooseAuthor(findAuthorCandidates(mail), isOwn);
  return author && [author.via, author.address.name, author.address.email];
}
const forwardBlock =
  "From: Ann Lee <ann@example.com>\nDate: Mon, 1 Jan 2024 at 10:00\nSubject: Order\nTo: <help@shop.example>\n\nWhere is it?";

test.each([
  ["From", ["From: Ann <ann@example.com>"], "Hello", ["from", "Ann", "ann@example.com"]],
  [
    "Reply-To before From",
    ["From: a@example.com", "Reply-To: Ann <b@example.com>"],
    "Hello",
    ["reply_to", "Ann", "b@example.com"],
  ],
  [
    "From when Reply-To is the store's",
    ["From: a@example.com", "Reply-To: help@shop.example"],
    "Hello",
    ["from", "", "a@example.com"],
  ],
  [
    "From when Reply-To is the mailing list that it came by",
    ["From: Ann <ann@example.com>", "Reply-To: parents@lists.example", "List-Post: <mailto:Parents@lists.example>"],
    "Hello",
    ["from", "Ann", "ann@example.com"],
  ],
  [
    "From when Reply-To is the list, which has a name alone",
    ["From: Ann <ann@example.com>", "Reply-To: parents@lists.example", "List-Id: Parents <parents.lists.example>"],
    "Hello",
    ["from", "Ann", "ann@example.com"],
  ],
  [
    "who wrote by a list that has them in Reply-To",
    [
      ...["From: 'Ann' via Parents <parents@lists.example>", "Reply-To: parents@lists.example, ann@example.com"],
      "List-Post: <mailto:parents@lists.example>",
    ],
    "Hello",
    ["reply_to", "Ann", "ann@example.com"],
  ],
  [
    "a group's original sender",
    ["From: 'Ann' via Help <help@shop.example>", "X-Original-Sender: ann@example.com"],
    "Hello",
    ["original_sender", "Ann", "ann@example.com"],
  ],
  [
    "a group's Reply-To",
    ["From: 'Ann' via Help <help@shop.example>", "Reply-To: ann@example.com"],
    "Hello",
    ["reply_to", "Ann", "ann@example.com"],
  ],
  [
    "the sender inside a colleague's forward",
    ["From: Bob <bob@shop.example>", "Subject: Fwd: Order"],
    `Please answer\n\n---------- Forwarded message ---------\n${forwardBlock}`,
    ["forward", "Ann Lee", "ann@example.com"],
  ],
  [
    "the sender inside an Outlook forward",
    ["From: bob@shop.example", "Subject: WG: Order"],
    "Von: Ann Lee [mailto:ann@example.com]\nGesendet: Montag, 1. Januar 2024 10:00\nAn: help@shop.example\nBetreff: Order\n\nWo?",
    ["forward", "Ann Lee", "ann@example.com"],
  ],
  [
    "the customer who forwards",
    ["From: ann@example.com", "Subject: Fwd: Receipt"],
    "---------- Forwarded message ---------\nFrom: Pay <pay@bank.example>\nSubject: Receipt",
    ["from", "", "ann@example.com"],
  ],
  [
    "a contact form's visitor",
    ["From: Shop <mailer@platform.example>"],
    "You received a new message:\n\nName:\nAnn Lee\n\nEmail:\nann@example.com\n\nBody:\nWhere is my order?",
    ["contact_form", "Ann Lee", "ann@example.com"],
  ],
  [
    "a visitor of the store's own form",
    ["From: wordpress@shop.example"],
    "Name: Ann\nE-Mail: ann@example.com\nMessage: Hi",
    ["contact_form", "Ann", "ann@example.com"],
  ],
  [
    "not the address a person mentions",
    ["From: ann@example.com"],
    "Name: Bob\nEmail: bob@example.com",
    ["from", "", "ann@example.com"],
  ],
  ["nobody but the store", ["From: bob@shop.example"], "Hello", null],
  [
    "not the store inside a forward",
    ["From: bob@shop.example", "Subject: Fwd: x"],
    "---------- Forwarded message ---------\nFrom: help@shop.example\n",
    null,
  ],
])("chooses %s", async (_, headers, body, expected) => {
  expect(await authorOf(headers, body)).toEqual(expected);
});

test("finds the sender of a message forwarded as an attachment", async () => {
  const body =
    "--b\r\n\r\nsee attached\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: Ann <ann@example.com>\r\n\r\nHi\r\n--b--\r\n";
  const headers = ["From: bob@shop.example", "Subject: FW: Order", "Content-Type: multipart/mixed; boundary=b"];
  expect(await authorOf(headers, body)).toEqual(["forward", "Ann", "ann@example.com"]);
});
