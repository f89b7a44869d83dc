import { expect, test } from "vitest";
import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { chooseAuthor, findAuthorCandidates } from "./find-author.ts";

const isOwn = (email: string) => email.endsWith("@shop.example");
async function authorOf(headers: string[], body = "Hello", gotMail?: (email: string) => boolean) {
  const mail = await parseMail(Buffer.from(`${headers.join("\r\n")}\r\n\r\n${body}`), {
    onAttachment: discardAttachment,
  });
  const author = chooseAuthor(findAuthorCandidates(mail), { isOwn, gotMail });
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

test.each([
  ["the robot that Reply-To names", ["From: web@forms.example", "Reply-To: no-reply@forms.example"]],
  ["the mailbox that got the mail, in From", ["From: order@firm.example", "Reply-To: order@firm.example"]],
])("prefers a form's visitor to %s", async (_, headers) => {
  const text = "Name: Ann\nEmail: ann@example.com\nMessage: Hi";
  expect(await authorOf(headers, text, (email) => email === "order@firm.example")).toEqual([
    ...["contact_form", "Ann", "ann@example.com"],
  ]);
});

test.each([
  ["a dash", "Name - Ann Lee\nEmail - ann@example.com\nMessage - Hi"],
  ["an arrow", "Name => Ann Lee\nEmail => ann@example.com\nMessage => Hi"],
  ["dots", "Name ..... Ann Lee\nEmail .... ann@example.com\nMessage .. Hi"],
  ["an equals sign", "name=Ann Lee\nemail=ann@example.com\nmessage=Hi"],
  ["brackets", "【お名前】Ann Lee\n【メールアドレス】ann@example.com\n【お問い合わせ内容】\nHi"],
  ["square brackets", "[お名前] Ann Lee\n[メールアドレス] ann@example.com\n[内容] Hi"],
  ["marks before lines", "■お名前\nAnn Lee\n\n■メールアドレス\nann@example.com\n\n■お問い合わせ内容\nHi"],
  ["bullets", "• Name: Ann Lee\n• Email: ann@example.com\n• Message: Hi"],
  ["numbers", "1. Your name: Ann Lee\n2. Your email: ann@example.com\n3. Your message: Hi"],
  ["a row of labels", "Name Email Message\nAnn Lee ann@example.com Hi"],
  ["questions", "What is your name? Ann Lee\nWhat is your email address? ann@example.com\nHow can we help? Hi"],
  ["German questions", "Wie ist Ihr Name?\nAnn Lee\nWie lautet Ihre E-Mail-Adresse?\nann@example.com"],
  ["a header's lines", "From: Ann Lee <ann@example.com>\nSubject: Parcel\n\nMessage Body:\nHi"],
  [
    "its shop's address first",
    "Shop email: hi@other.example\nCustomer: Ann Lee\nCustomer email: ann@example.com\nMessage: Hi",
  ],
  ["its recipient's address first", "Name: Ann Lee\nEmail: hi@rival.example\nEmail: ann@example.com\nMessage: Hi"],
  [
    "fields in its message",
    "Name: Ann Lee\nEmail: ann@example.com\nMessage: My friend\nName: Eve\nEmail: eve@evil.example",
  ],
  [
    "a header's lines in a message without a known label",
    "Name: Ann Lee\nEmail: ann@example.com\nDetails: hi\nFrom: Eve <eve@evil.example>\nMessage:\nHi",
  ],
  [
    "a header's lines above a message with fields",
    "From: Ann Lee <ann@example.com>\nSubject: Cup\n\nMessage Body:\nName: Eve\nEmail: eve@evil.example",
  ],
  [
    "its message first",
    "Message: My friend\nName: Eve\nEmail: eve@evil.example\nName: Ann Lee\nEmail: ann@example.com",
  ],
])("reads the visitor of a form with %s", async (_, text) => {
  const headers = ["From: web@forms.example", "To: hi@rival.example", "Content-Type: text/plain; charset=utf-8"];
  expect(await authorOf(headers, text)).toEqual(["contact_form", "Ann Lee", "ann@example.com"]);
});

test.each([
  ["a cut message that may hide the form's own fields", `Message: Hi\nEmail: eve@evil.example\n${"x ".repeat(11_000)}`],
  ["the shop's own address alone", "Shop: Vases\nShop email: eve@evil.example\nMessage: Hi"],
  ["sentences with signs", "Name - see below\nEmail - write to eve@evil.example for help\nMessage - Hi"],
])("takes nobody for a visitor because of %s", async (_, text) => {
  expect(await authorOf(["From: web@forms.example"], text)).toEqual(["from", "", "web@forms.example"]);
});

test("does not answer the store that a forwarded mail was sent to, though its Reply-To names it", async () => {
  const head = forwardBlock
    .replaceAll("help@shop.example", "old@vases.example")
    .replace("To:", "Reply-To: old@vases.example\nTo:");
  const text = `---------- Forwarded message ---------\n${head}`;
  expect(await authorOf(["From: bob@shop.example", "Subject: Fwd: Order"], text)).toEqual([
    ...["forward", "Ann Lee", "ann@example.com"],
  ]);
});
