import { noTenant, type TenantId, type TenantTx } from "../../platform/db/tenant.ts";
import type { JobHandler, Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteOldProofs, forgetRefusals } from "./accept/accept.queries.ts";
import { PendingVerdicts } from "./authenticate/pending-verdicts.ts";
import { SenderChecks } from "./authenticate/sender-checks.ts";
import { forgetIntakeDays } from "./capacity/capacity.queries.ts";
import { saveKnownNetworks, selectConversations } from "./capacity/known-networks.queries.ts";
import { deleteOrphanedRaw } from "./capacity/raw.queries.ts";
import { announceExpiring, dropOldRaw, rawMailDays } from "./capacity/read-storage.ts";
import { sourceOf } from "./capacity/source-of.ts";
import { MailProcessor, type ProcessMail } from "./decide/mail-processor.ts";
import { processMailJob } from "./decide/process-mail-job.ts";
import { forgetHolds } from "./hold/held.queries.ts";
import { intakeLimits } from "./intake-limits.ts";
import { selectForgotten } from "./log/log.queries.ts";
import { takeUpWaiting } from "./log/process-again.ts";
import { MailReaders } from "./read/mail-readers.ts";

/** Shared by the whole process, because starting the threads takes longer than reading hundreds of mails. */
const readers = new MailReaders();

/** Processes each mail of the log. */
export function processMailHandler(services: Services): JobHandler<Pick<ProcessMail, "mailLogId">> {
  const senders = new PendingVerdicts(new SenderChecks(services.settings));
  const processor = new MailProcessor({ ...services, readers, senders });
  return { kind: processMailJob, concurrency: 64, batch: 16, work: (job) => processor.process(job) };
}

/** Queues mail again whose job was lost, as when the database was away for long, and mail that an earlier version gave up while it waited. */
export const findForgottenMail: Schedule = {
  name: "mail.find-forgotten",
  cron: "*/10 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      for (const mailLogId of await selectForgotten(tx, intakeLimits.forgottenAfterMinutes)) {
        await services.jobs.enqueue(tx, processMailJob, { mailLogId });
      }
      const mails = await takeUpWaiting(tx, services.jobs);
      if (mails > 0)
        services.log.info({ tenantId: tx.tenantId, mails }, "Mail that was given up waiting is taken up again");
    }),
};

/** Orphaned raw mails to delete per transaction. */
const orphansTogether = 200;

/** Removes raw mail beyond its store's retention, and raw mail that two logs released at the same moment. */
export const dropOldRawMail: Schedule = {
  name: "mail.drop-old-raw",
  cron: "29 3 * * *",
  async work(services) {
    const { db, log } = services;
    const retentions: { tenantId: TenantId; days: number }[] = [];
    await forEachTenant(services, async (tx) => {
      const days = await rawMailDays(tx);
      if (days === null) return;
      await announceExpiring(tx, days);
      retentions.push({ tenantId: tx.tenantId, days });
    });
    for (const { tenantId, days } of retentions) {
      const mails = await dropOldRaw(services, tenantId, days);
      if (mails > 0) log.info({ tenantId, mails }, "Old raw mail was removed");
    }
    for (let deleted = orphansTogether; deleted === orphansTogether; ) {
      deleted = await db.withTenant(noTenant, (tx) => deleteOrphanedRaw(tx, orphansTogether));
    }
  },
};

/** Deletes the counts of accepted, refused and held mail of past days. */
export const forgetOldIntakeDays: Schedule = {
  name: "mail.forget-intake-days",
  cron: "31 3 * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      await forgetIntakeDays(tx);
      await forgetRefusals(tx);
      await forgetHolds(tx);
    }),
};

/** Learns which networks bring a store its mail. */
export const learnWhoBringsMail: Schedule = {
  name: "mail.learn-networks",
  cron: "41 3 * * *",
  work: (services) => forEachTenant(services, learnNetworks),
};

/** Deletes used webhooks whose signatures have expired. */
export const forgetUsedWebhooks: Schedule = {
  name: "mail.forget-webhooks",
  cron: "23 * * * *",
  work: ({ db }) => deleteOldProofs(db, intakeLimits.webhookRememberedMinutes),
};

/** A network is known after this many mails of conversations, on this many of the days. */
const history = { days: 30, mails: 10, onDays: 3 } as const;

/**
 * Learns which networks bring mail of the tenant's conversations, and forgets those that no longer do. A ticket alone proves
 * nothing, as anybody can cause one (docs/product.md#how-much-mail-may-come).
 */
async function learnNetworks(tx: TenantTx): Promise<void> {
  const found = new Map<string, { mails: number; days: Set<string> }>();
  for (const { remoteHost, day, mails } of await selectConversations(tx, history.days)) {
    const { network } = sourceOf(remoteHost ?? "");
    const counts = found.get(network) ?? { mails: 0, days: new Set<string>() };
    found.set(network, { mails: counts.mails + mails, days: counts.days.add(day) });
  }
  const known = [...found].filter(([, { mails, days }]) => mails >= history.mails && days.size >= history.onDays);
  await saveKnownNetworks(
    tx,
    known.map(([network]) => network),
    history.days,
  );
}
