import { ticketLabel } from "@deskhand/contract/vocabulary";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import { publishedDomains } from "../../../../../stand-ins/published-domains.ts";
import { signMail } from "../../../../../stand-ins/signed-mail.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";

// Runs the whole way: SMTP from this machine, the worker, and a name server with the domains' records.

let names: NameServerStandIn;
let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  names = await startNameServer({ ...publishedDomains, "here.example TXT": ["v=spf1 ip4:127.0.0.1 -all"] });
  desk = await openDesk({ roles: ["smtp", "worker"], nameServers: [names.address] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(async () => {
  await desk.stop();
  await names.stop();
});

async function deliver(from: string, raw: string) {
  const transport = createTransport({
    host: "127.0.0.1",
    port: desk.smtpPort ?? 0,
    ignoreTLS: true,
    name: "mail.test",
  });
  await transport.sendMail({ envelope: { from, to: store.address }, raw });
  transport.close();
  return expect.poll(newestEntry).toMatchObject({ subject: /^Subject: (.*)\r$/m.exec(raw)?.[1] });
}

async function newestEntry() {
  const [row] = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("mail_log").selectAll().where("state", "!=", "received").orderBy("id", "desc").limit(1).execute(),
  );
  return row ?? null;
}

test("lets senders from the domain's host or with its signature join by the label, but no forger", async () => {
  await deliver("ann@here.example", mailOf({ from: "Ann <ann@here.example>", subject: "My parcel" }));
  const first = await newestEntry();
  expect(first).toMatchObject({
    state: "ticket_created",
    remote_host: "127.0.0.1",
    helo: "mail.test",
    sender_check: "pass",
    sender_check_reason: "SPF passes for here.example: sent by 127.0.0.1.",
  });
  const { ticket_number } = await at.ticketOf(first?.ticket_id ?? null);
  const subject = `Still waiting [${ticketLabel(ticket_number)}]`;

  await deliver("eve@evil.example", mailOf({ from: "Ann <ann@here.example>", subject: `${subject} 1` }));
  expect(await newestEntry()).toMatchObject({ sender_check: "none" });

  await deliver("ann@here.example", mailOf({ from: "Ann <ann@here.example>", subject: `${subject} 2` }));
  expect(await newestEntry()).toMatchObject({
    state: "reply_added",
    sender_check: "pass",
    ticket_id: first?.ticket_id,
  });
});

test("lets only the signature join if the domain has a policy", async () => {
  const mail = (subject: string) => mailOf({ from: "Ann <ann@customer.example>", subject });
  await deliver("ann@customer.example", await signMail(mail("My order"), "customer.example"));
  const first = await newestEntry();
  expect(first).toMatchObject({ state: "ticket_created", sender_check: "pass" });
  const { ticket_number } = await at.ticketOf(first?.ticket_id ?? null);
  const subject = `Still waiting [${ticketLabel(ticket_number)}]`;

  await deliver("eve@evil.example", await signMail(mail(`${subject} 1`), "evil.example"));
  const forged = await newestEntry();
  expect(forged).toMatchObject({ state: "ticket_created", sender_check: "fail" });
  expect(await at.ticketOf(forged?.ticket_id ?? null)).toMatchObject({
    is_unverified: true,
    named_ticket_id: first?.ticket_id,
  });

  await deliver("bounce@provider.example", await signMail(mail(`${subject} 2`), "customer.example"));
  expect(await newestEntry()).toMatchObject({
    state: "reply_added",
    sender_check: "pass",
    ticket_id: first?.ticket_id,
  });
});
