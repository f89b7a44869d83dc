import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { judging } from "../../../testing/take-in.ts";
import { type AcceptedMail, acceptMail } from "../accept/accept-mail.ts";
import { resetLogEntries, selectRawOfEntry } from "../log/log.queries.ts";
import { MailReaders } from "../read/mail-readers.ts";
import { MailProcessor, type ProcessServices } from "./mail-processor.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
const real = new MailReaders({ limitMs: 60_000 });
const senders = judging(async () => ({ check: "none", reason: "" }));

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(async () => {
  await real.close();
  await desk.stop();
});

/** A processor of its own, which puts mails off by `enqueue`. */
function processorWith(readers: ProcessServices["readers"], patienceMs = 60_000) {
  const enqueue = vi.fn(async () => undefined);
  const jobs = { ...desk.services.jobs, enqueue };
  return {
    enqueue,
    processor: new MailProcessor({ ...desk.services, jobs, readers, senders } as ProcessServices, { patienceMs }),
  };
}

async function acceptOne(): Promise<string> {
  const stream = Readable.from([Buffer.from(mailOf({}))]);
  const mail: AcceptedMail = {
    via: "smtp",
    envelopeFrom: "ann@customer.example",
    recipients: [store.address],
    stream,
  };
  return (await acceptMail(desk.services, async () => store.id, mail)).get(store.id) ?? "";
}

const jobOf = (mailLogId: string, isLastTry = false) => ({ tenantId: store.id, mailLogId, isLastTry });

test.each(["slow", "full"] as const)(
  "quarantines a mail that is %s twice, with its raw text, and can process it again",
  async (kind) => {
    const id = await acceptOne();
    const read = vi.fn<ProcessServices["readers"]["read"]>(() => Promise.reject(new WorkerFault(kind, "No")));
    const { processor, enqueue } = processorWith({ read });
    await processor.process(jobOf(id, true));
    expect(await at.entryOf(id)).toMatchObject({ state: "received", overruns: 1 });
    expect(enqueue).toHaveBeenCalledTimes(1);
    await processor.process(jobOf(id));
    const isLate = (call: number) => read.mock.calls[call]?.[1]?.isLate;
    expect([isLate(0), isLate(1)]).toEqual([false, true]);
    expect(await at.entryOf(id)).toMatchObject({
      state: "quarantined",
      reason: `Reading it took too much ${kind === "full" ? "memory" : "time"}, 2 times.`,
      subject: "Where is my order?",
      from_email: "ann@customer.example",
      ticket_id: null,
    });
    const raw = await desk.db.withTenant(store.id, (tx) => selectRawOfEntry(tx, id));
    expect(raw?.size).toBeGreaterThan(0);
    await desk.db.withTenant(store.id, (tx) => resetLogEntries(tx, [id], false));
    await processorWith(real).processor.process(jobOf(id));
    expect(await at.entryOf(id)).toMatchObject({ state: "ticket_created", overruns: 0 });
  },
);

test("reads a slow mail once, without blocking others, and makes one ticket of it", async () => {
  const id = await acceptOne();
  const hanging = Promise.withResolvers<void>();
  const read = vi.fn<ProcessServices["readers"]["read"]>(async (...args) => {
    await hanging.promise;
    return await real.read(...args);
  });
  const { processor, enqueue } = processorWith({ read }, 5);
  for (let time = 1; time <= 12; time += 1) {
    await processor.process(jobOf(id));
    expect(enqueue).toHaveBeenCalledTimes(time);
  }
  // A wait is no attempt; after ten attempts a mail would be given up.
  expect(await at.entryOf(id)).toMatchObject({ state: "received", attempts: 0 });
  hanging.resolve();
  const processAgain = async () => {
    await processor.process(jobOf(id));
    return (await at.entryOf(id)).state;
  };
  await expect.poll(processAgain).toBe("ticket_created");
  expect(read).toHaveBeenCalledTimes(1);
  const { ticket_id: ticketId } = await at.entryOf(id);
  expect(await at.messagesOf(ticketId)).toHaveLength(1);
});

test("finishes a mail that another process reads slowly, and makes no second ticket", async () => {
  const id = await acceptOne();
  const hanging = Promise.withResolvers<void>();
  const first = processorWith({ read: (...args) => hanging.promise.then(() => real.read(...args)) }, 5);
  await first.processor.process(jobOf(id));
  await processorWith(real).processor.process(jobOf(id));
  const { ticket_id: ticketId, state } = await at.entryOf(id);
  expect(state).toBe("ticket_created");
  hanging.resolve();
  await first.processor.process(jobOf(id));
  expect(await at.messagesOf(ticketId)).toHaveLength(1);
});
