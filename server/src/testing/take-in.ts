import {
  type AcceptedMail,
  acceptMail,
  MailProcessor,
  MailReaders,
  PendingVerdicts,
  recipientResolver,
  SenderChecks,
} from "../domains/intake/index.ts";
import type { TenantId } from "../platform/db/tenant.ts";
import type { Services } from "../platform/services.ts";

/** Takes in mail by direct calls instead of SMTP and jobs. */
export type Intake = {
  /** Takes in a mail as SMTP does and processes it to its end; returns the ids of its log entries by tenant. */
  takeIn(mail: Omit<AcceptedMail, "via" | "stream"> & { raw: Buffer | string }): Promise<Map<TenantId, string>>;
  /** Processes a waiting log entry. */
  process(tenantId: TenantId, mailLogId: string, options?: { isLastTry?: boolean }): Promise<void>;
};

/** A busy machine is only slow, so the intake waits long. */
const patience = { patienceMs: 60_000 };
/** All desks of a process share these readers: starting a thread takes as long as reading three hundred mails. */
const readers = new MailReaders({ limitMs: patience.patienceMs });

/** Makes the intake for a desk whose tests do not wait for jobs. */
export function intakeOf(services: Services): Intake & { close(): Promise<void> } {
  const checks = new SenderChecks(services.settings);
  // No job would take up a mail again that was put off.
  const senders = new PendingVerdicts(checks, { ...patience, mostPatient: Number.POSITIVE_INFINITY });
  const processor = new MailProcessor({ ...services, readers, senders }, patience);
  // A worker of the desk would process the same mail at the same time.
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

type Judge = Awaited<ReturnType<typeof PendingVerdicts.prototype.judge>>;

/** Makes a judge of senders that answers at once. */
export function judging(judge: () => Promise<Judge>) {
  const nothing = { verdictOn: () => undefined, isWaiting: () => false, waiting: 0, forget: () => undefined };
  return { judge, ...nothing };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
