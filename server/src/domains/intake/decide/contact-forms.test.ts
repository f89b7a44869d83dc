import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newAddress } from "../../../testing/test-people.ts";

const support = "hello@shop.example";
let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant({ staff: ["owner@staffed.example"], customAddress: support });
  await desk.asOwner(
    "insert into inbound_addresses (client_id, address, is_verified) values ($1, 'wordpress@shop.example', true)",
    [store.id],
    store.id,
  );
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const html = ["Content-Type: text/html; charset=utf-8"];
const utf8 = ["Content-Type: text/plain; charset=utf-8"];

const rows = (...cells: string[]) => `<table>${cells.map((cell) => `<tr>${cell}</tr>`).join("")}</table>`;
const row = (label: string, value: string) => `<td>${label}</td><td>${value}</td>`;
const gravity = (label: string, value: string) =>
  `<td colspan="2"><strong>${label}</strong></td></tr><tr><td>&nbsp;</td><td>${value}</td>`;

test.each([
  ["to itself", "shop9@staffed.example", "shop9@staffed.example", []],
  [
    "to itself with itself in Reply-To",
    "info@staffed.example",
    "info@staffed.example",
    ["Reply-To: info@staffed.example"],
  ],
  ["from another mailbox of the store", "Shop <info2@staffed.example>", "help@staffed.example", []],
  ["to itself at a store without staff there", "support@other.example", "support@other.example", []],
])("takes a form's visitor for the customer that the store's mailbox sends %s", async (_, from, to, more) => {
  const visitor = newAddress("visitor");
  const id = `Message-ID: <${newId()}@shop.example>`;
  const text = `Name: Ann Ill\r\nEmail: ${visitor}\r\nMessage: Where?\r\n`;
  const raw = [`From: ${from}`, `To: ${to}`, "Subject: Contact", id, ...more, "", text].join("\r\n");
  const { ticket_id: ticketId } = await at.sendRaw(raw);
  expect(await at.customerOf(ticketId)).toEqual({ email: visitor, name: "Ann Ill" });
});

test("neither quotes a form's mail to its visitor nor names it to them, as only the store got it", async () => {
  const agent = await addColleague(desk, { tenantId: store.id }, "agent");
  async function answer(headers: string[]) {
    const visitor = newAddress("visitor");
    const text = `Name: Ann Ill\r\nEmail: ${visitor}\r\nMessage: Where?\r\n\r\nINTERNAL: fraud score 99\r\n`;
    const more = headers.map((line) => line.replace("VISITOR", visitor));
    const { ticket_id } = await at.send({ from: "Shop <web@forms.example>", headers: more, text });
    const ticketId = ticket_id ?? "";
    const { html } = await agent.api.messages.preview({ ticketId, content: "Soon." });
    const { id } = await agent.api.messages.reply({
      ticketId,
      content: "Soon.",
      idempotencyKey: newId(),
      lastSeenMessageId: null,
      sendAnyway: true,
    });
    const [mail] = await desk.asOwner<{ to_email: string; details: { inReplyTo: string | null } }>(
      "select to_email, details from outgoing_mails where message_id = $1",
      [id],
      store.id,
    );
    return {
      isToVisitor: mail?.to_email === visitor,
      isNamed: mail?.details.inReplyTo != null,
      isQuoted: html.includes("INTERNAL"),
    };
  }
  expect(await answer([])).toEqual({ isToVisitor: true, isNamed: false, isQuoted: false });
  expect(await answer(["Cc: VISITOR"])).toEqual({ isToVisitor: true, isNamed: true, isQuoted: true });
  expect(await answer(["Reply-To: VISITOR"])).toEqual({ isToVisitor: true, isNamed: true, isQuoted: true });
});

const forms: [string, string, string[], string, string][] = [
  [
    "JotForm",
    "noreply@jotform.com",
    html,
    rows(row("Full Name", "Ann Ill"), row("Email", "MAIL"), row("Message", "Hi?")),
    "Ann Ill",
  ],
  [
    "JotForm with first and last name",
    "noreply@jotform.com",
    html,
    rows(row("First Name", "Ann"), row("Last Name", "Ill"), row("E-mail *", "MAIL")),
    "Ann Ill",
  ],
  [
    "Gravity Forms",
    "wordpress@shop.example",
    html,
    rows(gravity("Name", "Ann Ill"), gravity("Email", '<a href="mailto:MAIL">MAIL</a>'), gravity("Message", "Hi?")),
    "Ann Ill",
  ],
  [
    "WPForms",
    "wordpress@shop.example",
    utf8,
    "You have a new entry.\r\n\r\nName\r\nAnn Ill\r\n\r\nEmail\r\nMAIL\r\n\r\nMessage\r\nWhere?\r\n",
    "Ann Ill",
  ],
  [
    "a form of the store's own address",
    support,
    utf8,
    "Name\r\nAnn Ill\r\n\r\nEmail\r\nMAIL\r\n\r\nMessage\r\nWhere?\r\n",
    "Ann Ill",
  ],
  [
    "Google Forms",
    "forms-receipts-noreply@google.com",
    utf8,
    "Name\r\nAnn Ill\r\nEmail\r\nMAIL\r\nQuestion\r\nIs it red?\r\n",
    "Ann Ill",
  ],
  [
    "a German form",
    "noreply@form.example",
    utf8,
    "Vor- und Nachname\r\nAnn Ill\r\n\r\nIhre E-Mail-Adresse *\r\nMAIL\r\n\r\nNachricht\r\nHallo\r\n",
    "Ann Ill",
  ],
  [
    "a French form",
    "noreply@form.example",
    html,
    rows(row("Nom", "Ann Ill"), row("Adresse e-mail", "MAIL"), row("Message", "Bonjour")),
    "Ann Ill",
  ],
  [
    "a Spanish form",
    "noreply@form.example",
    utf8,
    "Nombre\r\nAnn Ill\r\nCorreo electrónico\r\nMAIL\r\nMensaje\r\nHola\r\n",
    "Ann Ill",
  ],
  [
    "a Swedish form",
    "noreply@form.example",
    html,
    rows(row("Namn", "Ann Ill"), row("E-postadress", "MAIL")),
    "Ann Ill",
  ],
  [
    "a Polish form",
    "noreply@form.example",
    utf8,
    "Imię i nazwisko\r\nAnn Ill\r\nAdres e-mail\r\nMAIL\r\nWiadomość\r\nTak\r\n",
    "Ann Ill",
  ],
  [
    "a Russian form",
    "noreply@form.example",
    utf8,
    "Имя\r\nAnn Ill\r\nЭлектронная почта\r\nMAIL\r\nСообщение\r\nДа\r\n",
    "Ann Ill",
  ],
  [
    "a Japanese form",
    "noreply@form.example",
    utf8,
    "お名前\r\nAnn Ill\r\nメールアドレス\r\nMAIL\r\nお問い合わせ内容\r\n返品\r\n",
    "Ann Ill",
  ],
  [
    "a Turkish form",
    "noreply@form.example",
    utf8,
    "Adınız Soyadınız\r\nAnn Ill\r\nE-posta adresiniz\r\nMAIL\r\nMesajınız\r\nEvet\r\n",
    "Ann Ill",
  ],
  ["a form with colons", "noreply@form.example", utf8, "Name: Ann Ill\r\nE-Mail: MAIL\r\nMessage: Hi\r\n", "Ann Ill"],
];

test.each(forms)("takes the visitor of %s for the customer", async (_, from, headers, body, name) => {
  const visitor = newAddress("visitor");
  const { ticket_id } = await at.send({ from, headers, subject: "New entry", text: body.replaceAll("MAIL", visitor) });
  expect(await at.customerOf(ticket_id)).toEqual({ email: visitor, name });
});

test.each([
  ["a signature", "Your parcel is on its way.\r\n\r\nPhone\r\n0800 123\r\nEmail\r\nservice@carrier.example\r\n"],
  ["a sentence", "Your question matters.\r\nEmail service@carrier.example\r\n"],
  ["a label within a sentence", "Name\r\nAnn\r\nYou may send an email to service@carrier.example for help.\r\n"],
])("takes no address for a visitor's because of %s", async (_, text) => {
  const from = newAddress("no-reply");
  const { ticket_id } = await at.send({ from, headers: utf8, text });
  expect(await at.customerOf(ticket_id)).toMatchObject({ email: from });
});
