import { afterAll, beforeAll, expect, test } from "vitest";
import { WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { judging } from "../../../testing/take-in.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { MailReaders, ReadingTurn } from "../read/mail-readers.ts";
import { readMail } from "../read/read-mail.ts";
import { beginAttempts } from "./decide.queries.ts";
import { MailProcessor } from "./mail-processor.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

async function* once(text: string) {
  yield Buffer.from(text);
}

/** Takes a mail in, with a processor of its own that reads mails in this way. */
async function waitingMail(read: MailReaders["read"]) {
  const recipients = [store.address];
  const stream = once(mailOf({}));
  const entries = await acceptMail(desk.services, async () => store.id, {
    via: "smtp",
    envelopeFrom: "ann@customer.example",
    recipients,
    stream,
  });
  const senders = judging(async () => ({ check: "none", reason: "" }));
  const processor = new MailProcessor({ ...desk.services, readers: { read }, senders }, { patienceMs: 60_000 });
  const mailLogId = entries.get(store.id) ?? "";
  const process = (isLastTry = false) => processor.process({ tenantId: store.id, mailLogId, isLastTry });
  return { process, entry: () => at.entryOf(mailLogId) };
}

test("tries an unreadable mail again, and then fails it visibly, however many jobs that takes", async () => {
  const { process, entry } = await waitingMail(() => Promise.reject(new Error("No reader understands it.")));
  for (let time = 1; time < intakeLimits.maxFaults; time += 1) {
    if (time === 4) await process(true);
    else await expect(process()).rejects.toThrow();
    expect(await entry()).toMatchObject({ state: "received", faults: time });
  }
  await process();
  expect(await entry()).toMatchObject({
    state: "failed",
    reason: "No reader understands it.",
    attempts: intakeLimits.maxFaults,
    subject: "Where is my order?",
    in_hand: false,
  });
});

test.each([
  ["a database that stops", { code: "57P01" }],
  ["a statement that takes too long", { code: "57014" }],
  ["a full disk", { code: "ENOSPC" }],
  ["no free connection", { code: "took_too_long" }],
  ["a connection that is gone", { message: "Connection terminated unexpectedly" }],
])("does not give up a mail after %s, however often", async (_, trouble) => {
  let isOver = false;
  const { process, entry } = await waitingMail((input) =>
    isOver ? readMail(input) : Promise.reject(Object.assign(new Error(""), trouble)),
  );
  for (let time = 1; time <= 30; time += 1) {
    if (time % 10 === 0) await process(true);
    else await expect(process()).rejects.toThrow();
  }
  expect(await entry()).toMatchObject({ state: "received", waits_for: "server", attempts: 0 });
  isOver = true;
  await process();
  expect(await entry()).toMatchObject({ state: "ticket_created", waits_for: null, waits_since: null, attempts: 1 });
});

test("reads a mail in a process of its own after a process died with it, and does not give it up", async () => {
  const turns: (ReadingTurn | undefined)[] = [];
  const { process, entry } = await waitingMail((input, turn) => {
    turns.push(turn);
    return readMail(input);
  });
  const { id } = await entry();
  // The next attempt finds that the last one left no result.
  for (let kill = 0; kill < 30; kill += 1) await desk.db.withTenant(store.id, (tx) => beginAttempts(tx, [id]));
  await process();
  expect(turns.map((turn) => turn?.isApart)).toEqual([true]);
  expect(await entry()).toMatchObject({ state: "ticket_created", break_offs: 30, in_hand: false });
});

test("reads a mail apart after it ended its thread, and fails it if it keeps ending that process", async () => {
  const broken = () => Promise.reject(new WorkerFault("broken", "It ended"));
  const { process, entry } = await waitingMail(broken);
  await process();
  expect(await entry()).toMatchObject({ state: "received", break_offs: 1, faults: 0 });
  for (let time = 1; time < intakeLimits.maxFaults; time += 1) await expect(process()).rejects.toThrow();
  await process();
  const reason = "Reading it ended the process that read it, 10 times.";
  expect(await entry()).toMatchObject({ state: "failed", reason });
});
