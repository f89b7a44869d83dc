import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { judging } from "../../../testing/take-in.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import { intakeLimits } from "../intake-limits.ts";
import { MailReaders } from "../read/mail-readers.ts";
import { MailProcessor } from "./mail-processor.ts";
import { processMailJob } from "./process-mail-job.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

test("makes a reply wait for its unprocessed parent and join its ticket", async () => {
  const { parent, reply } = await acceptBoth();
  const enqueue = vi.spyOn(desk.services.jobs, "enqueue");
  await desk.process(store.id, reply, { isLastTry: true });
  expect(enqueue.mock.calls.map(([, ...job]) => job)).toEqual([
    [processMailJob, { mailLogId: reply }, { startAfterSeconds: intakeLimits.waitPauseSeconds, isPatient: false }],
  ]);
  enqueue.mockRestore();
  expect(await at.entryOf(reply)).toMatchObject({ state: "received", attempts: 0, waits_for: "mail" });
  await desk.process(store.id, parent);
  await desk.process(store.id, reply);
  const { ticket_id: ticketId } = await at.entryOf(parent);
  expect(ticketId).not.toBeNull();
  expect(await at.entryOf(reply)).toMatchObject({ state: "reply_added", ticket_id: ticketId });
});

test("does not wait for long", async () => {
  const { reply } = await acceptBoth();
  for (let time = 0; time < intakeLimits.waits; time += 1) await desk.process(store.id, reply);
  expect((await at.entryOf(reply)).state).toBe("received");
  await desk.process(store.id, reply);
  expect((await at.entryOf(reply)).state).toBe("ticket_created");
});

test("does not let an old mail wait, nor one that answers none", async () => {
  const { reply } = await acceptBoth();
  await desk.db.withTenant(store.id, (tx) =>
    tx
      .updateTable("mail_log")
      .set({ received_at: sql`received_at - interval '2 minutes'` })
      .where("state", "=", "received")
      .execute(),
  );
  await desk.process(store.id, reply);
  expect((await at.entryOf(reply)).state).toBe("ticket_created");
  expect((await at.send({})).state).toBe("ticket_created");
});

// Both are stored, and their jobs are left to the test.
async function acceptBoth() {
  const id = `<${newId()}@customer.example>`;
  const parent = await accept(mailOf({ headers: [`Message-ID: ${id}`] }));
  return { parent, reply: await accept(mailOf({ headers: [`In-Reply-To: ${id}`] })) };
}

async function accept(raw: string): Promise<string> {
  const entries = await acceptMail(desk.services, async () => store.id, {
    via: "smtp",
    envelopeFrom: "ann@customer.example",
    recipients: [store.address],
    stream: Readable.from([Buffer.from(raw)]),
  });
  return entries.get(store.id) ?? "";
}

test("queues a job of its own for a mail whose sender takes long to look up", async () => {
  const { parent } = await acceptBoth();
  const readers = new MailReaders({ limitMs: 60_000 });
  const senders = judging(async () => "waiting");
  const enqueue = vi.fn();
  const services = { ...desk.services, jobs: { ...desk.services.jobs, enqueue }, readers, senders };
  const processor = new MailProcessor(services, { patienceMs: 60_000 });
  await processor.process({ tenantId: store.id, mailLogId: parent, isLastTry: true });
  expect(await at.entryOf(parent)).toMatchObject({ state: "received", attempts: 0, waits_for: "sender" });
  expect(enqueue.mock.calls.map(([, ...job]) => job)).toEqual([
    [
      processMailJob,
      { mailLogId: parent },
      { startAfterSeconds: intakeLimits.lookAgainSeconds.least, isPatient: true },
    ],
  ]);
  await readers.close();
});
