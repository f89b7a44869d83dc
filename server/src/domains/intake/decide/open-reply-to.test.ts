import { afterAll, beforeAll, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { plainMail, signMail } from "../../../../../stand-ins/signed-mail.ts";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";

let names: NameServerStandIn;
let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  names = await startNameServer(publishedDomains);
  desk = await openDesk({ roles: [], nameServers: [names.address] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(async () => {
  await desk.stop();
  await names.stop();
});

const writer = "ann@customer.example";
const replyTo = "Reply-To: Eve <eve@evil.example>";
const signed = { headerList: "from:to:subject:date:message-id:reply-to" };
// Like a form that somebody fills in.
const form = "Name: Kim\r\nEmail: kim@x.example\r\n";

test.each<[what: string, raw: () => Promise<string>, customer: string, host?: string]>([
  [
    "that was added to a signed mail",
    async () => `${replyTo}\r\n${await signMail(plainMail(writer, [], newId()), "customer.example")}`,
    writer,
  ],
  [
    "that was added to a form's signed mail",
    async () => `${replyTo}\r\n${await signMail(plainMail("no-reply@customer.example", [], form), "customer.example")}`,
    "kim@x.example",
  ],
  [
    "that was signed",
    async () => signMail(plainMail(writer, [replyTo], newId()), "customer.example", signed),
    "eve@evil.example",
  ],
  [
    "of a signed mail from a host of its own",
    async () => `${replyTo}\r\n${await signMail(plainMail(writer, [], newId()), "customer.example")}`,
    "eve@evil.example",
    "192.0.2.1",
  ],
  [
    "by a list in From, that was added as X-Original-From",
    async () => {
      const list = ["List-Post: <mailto:choir@customer.example>"];
      const mail = await signMail(plainMail("choir@customer.example", list, newId()), "customer.example");
      return `X-Original-From: Eve <eve@evil.example>\r\n${mail}`;
    },
    "choir@customer.example",
  ],
  ["of an unverifiable mail", async () => plainMail("ann@nothing.example", [replyTo]), "eve@evil.example"],
])("decides who is answered for a Reply-To %s", async (_, raw, customer, remoteHost = "192.0.2.66") => {
  const door = { helo: "x", remoteHost, envelopeFrom: writer };
  const entries = await desk.takeIn({ ...door, recipients: [store.address], raw: await raw() });
  const { state, ticket_id: ticketId } = await at.entryOf(entries.get(store.id) ?? "");
  expect(state).toBe("ticket_created");
  expect((await at.customerOf(ticketId))?.email).toBe(customer);
  expect((await at.messagesOf(ticketId))[0]?.author_name).toBe("Ann");
});

test("does not follow an unproven Reply-To on a ticket joined by label, nor let it open the ticket", async () => {
  const ana = "Ana <ana@nothing.example>";
  const first = await at.send({ from: ana, subject: "Where is it?" });
  const { ticket_number: number } = await at.ticketOf(first.ticket_id);
  const subject = `Re: Where is it? [Ticket: ${String(number).padStart(4, "0")}]`;
  const posed = await at.send({ from: ana, subject, headers: [replyTo] });
  expect(posed).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  const [, message] = await at.messagesOf(first.ticket_id);
  expect(message).toMatchObject({ author_email: "ana@nothing.example", answers_to: null, is_unverified: true });
});
