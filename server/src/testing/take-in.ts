import {
  type AcceptedMail,
  acceptMail,
  MailProcessor,
  MailReaders,
  recipientResolver,
  SenderChecks,
  SenderJudge,
} from "../domains/intake/index.ts";
import type { TenantId } from "../platform/db/tenant.ts";
import type { Services } from "../platform/services.ts";

/** Mail that comes in by calls instead of by SMTP and jobs. */
export type Intake = {
  /** Takes a mail in as a door would and processes it to its end; the ids of its log entries by tenant. */
  takeIn(mail: Omit<AcceptedMail, "via" | "stream"> & { raw: Buffer | string }): Promise<Map<TenantId, string>>;
  /** Processes a log entry that waits. */
  process(tenantId: TenantId, mailLogId: string, options?: { isLastTry?: boolean }): Promise<void>;
};

/** A machine with much else to do is only slow. */
const patience = { patienceMs: 60_000 };
/** Of all desks of a process, one after the other: to start a thread takes as long as reading three hundred mails. */
const readers = new MailReaders({ limitMs: patience.patienceMs });

/** The intake of a desk that is not to wait for jobs. */
export function intakeOf(services: Services): Intake & { close(): Promise<void> } {
  const checks = new SenderChecks(services.settings);
  // Nobody takes a mail up again that was put off.
  const senders = new SenderJudge(checks, { ...patience, mostPatient: Number.POSITIVE_INFINITY });
  const processor = new MailProcessor({ ...services, readers, senders }, patience);
  // A worker of the desk would have it in hand at the same time.
  const isWorker = services.settings.roles.includes("worker");
  const byCalls = isWorker ? { ...services, jobs: { ...services.jobs, enqueue: async () => undefined } } : services;
  const resolve = recipientResolver(services);
  const process: Intake["process"] = (tenantId, mailLogId, options) =>
    processor.process({ tenantId, mailLogId, isLastTry: true, ...options });
  return {
    process,
    async takeIn({ raw, ...mail }) {
      const entries = await acceptMail(byCalls, resolve, { ...mail, via: "smtp", stream: once(Buffer.from(raw)) });
      for (const [tenant, id] of entries) await process(tenant, id);
      return entries;
    },
    close: () => checks.close(),
  };
}

type Judge = Awaited<ReturnType<typeof SenderJudge.prototype.judge>>;

/** A judge of senders that says this at once. */
export function judging(judge: () => Promise<Judge>) {
  const nothing = { verdictOn: () => undefined, isWaiting: () => false, waiting: 0, forget: () => undefined };
  return { judge, ...nothing };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
