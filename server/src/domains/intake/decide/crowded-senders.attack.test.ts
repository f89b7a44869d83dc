import { Readable } from "node:stream";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, mailOf, type TestMail } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { judging } from "../../../testing/take-in.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { MailReaders } from "../read/mail-readers.ts";
import { MailProcessor } from "./mail-processor.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
const readers = new MailReaders({ limitMs: 60_000 });

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(async () => {
  await readers.close();
  await desk.stop();
});

/** Takes a mail in with this verdict on its sender. */
async function send(mail: TestMail, verdict: SenderVerdict) {
  const stream = Readable.from([Buffer.from(mailOf(mail))]);
  const envelope = { via: "smtp" as const, envelopeFrom: "ann@customer.example", recipients: [store.address] };
  const entries = await acceptMail(desk.services, async () => store.id, { ...envelope, stream });
  const mailLogId = entries.get(store.id) ?? "";
  const services = { ...desk.services, readers, senders: judging(async () => verdict) };
  const processor = new MailProcessor(services, { patienceMs: 60_000 });
  await processor.process({ tenantId: store.id, mailLogId, isLastTry: false });
  return at.entryOf(mailLogId);
}

test("lets nobody join a conversation or begin an unmarked one by a customer's name when mails crowd", async () => {
  const first = await at.send({ check: "pass" });
  const { ticket_number: number } = await at.ticketOf(first.ticket_id);
  const mail = { subject: `Re: Where is my order? [${ticketLabel(number)}]` };
  const none = { check: "none", reason: "Nobody knows." } as const;
  expect((await send(mail, none)).ticket_id).toBe(first.ticket_id);
  const crowded = await send(mail, { ...none, isCrowdedOut: true });
  expect(crowded).toMatchObject({ state: "ticket_created", sender_check: "none", takes_part: false });
  expect(crowded.ticket_id).not.toBe(first.ticket_id);
  expect(await at.ticketOf(crowded.ticket_id)).toMatchObject({ is_unverified: true, named_ticket_id: first.ticket_id });
});
