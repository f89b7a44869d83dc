import type { JobHandler, JobKind, Schedule } from "../../platform/jobs/job.ts";
import { mostOnTheirWay } from "../../platform/mailer/smtp-mailer.ts";
import type { Services } from "../../platform/services.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deleteAcknowledgements } from "./acknowledgements.queries.ts";
import { deleteUnusedLogos } from "./branding/branding.queries.ts";
import { type ClaimMail, deliverClaimMail, deliverMailKind, giveUpStuckMail } from "./deliver-mail.ts";
import { Deliveries } from "./deliveries.ts";
import { checkSenderDomains } from "./sending/check-domain.ts";
import { slotLimits, slotsOf } from "./sending/delivery-slots.ts";
import { deleteSendingDays } from "./sending/quotas.queries.ts";
import { releaseHeld } from "./sending/release-held.ts";

/** A mail to somebody who belongs to no tenant yet, so it has no row. */
export const deliverClaimMailKind: JobKind<ClaimMail> = {
  name: "mail.deliver-claim",
  retryLimit: 10,
  retryDelay: 30,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 15 * 60,
  sendsMail: true,
  isOfNoStore: true,
};

/** Delivers mail to people who sign up, in the same slots as all other mail. */
export function deliverClaimMailHandler(services: Services): JobHandler<ClaimMail> {
  const { db, jobs } = services;
  const slots = slotsOf(services.mailer);
  return {
    kind: deliverClaimMailKind,
    concurrency: slotLimits.slow,
    batch: 1,
    async work(job) {
      if (await slots.use(job.to, (recall) => deliverClaimMail(services, job, recall))) return;
      const { tenantId, isLastTry: _, ...mail } = job;
      // A new job, as a retry of this one would count as a failure.
      const options = { startAfterSeconds: pauseSeconds };
      await db.withTenant(tenantId, (tx) => jobs.enqueue(tx, deliverClaimMailKind, mail, options));
    },
  };
}

/** The pause of a mail that finds no slot; its worker takes another one. */
const pauseSeconds = 15;

/**
 * Starts sending queued mail: one mail per slot, slow slots included, and a few more that wait, as slow mails only make way if others
 * wait.
 */
export async function startDeliveries(services: Services, slots = slotsOf(services.mailer)): Promise<void> {
  const deliveries = new Deliveries(services, slots);
  const maxMails = mostOnTheirWay + slotLimits.quick;
  const call = await services.jobs.seek({ name: "mail.send", most: maxMails, find: (again) => deliveries.find(again) });
  await services.jobs.work({
    kind: deliverMailKind,
    concurrency: 4,
    batch: 4,
    async work({ tenantId }) {
      deliveries.add(tenantId);
      call();
    },
  });
}

/** Fails mail that could not be sent for two days. */
export const giveUpStuckMails: Schedule = {
  name: "mail.give-up-stuck",
  cron: "23 * * * *",
  work: (services) => forEachTenant(services, giveUpStuckMail),
};

/** Deletes logos that no mail needs. */
export const deleteOldLogos: Schedule = {
  name: "mail.delete-old-logos",
  cron: "41 3 * * *",
  work: (services) => forEachTenant(services, async (tx) => deleteUnusedFiles(tx, await deleteUnusedLogos(tx))),
};

/** Checks that the stores' sender domains still publish their keys. */
export const checkDomains: Schedule = {
  name: "mail.check-sender-domains",
  cron: "7 * * * *",
  work: checkSenderDomains,
};

/** Releases held mails after a limit was raised. */
export const releaseHeldMails: Schedule = {
  name: "mail.release-held",
  cron: "47 * * * *",
  work: (services) => forEachTenant(services, (tx) => releaseHeld(tx, services)),
};

/** Deletes the counts of past days. */
export const deleteOldSendingDays: Schedule = {
  name: "mail.forget-sending-days",
  cron: "19 3 * * *",
  work: (services) => forEachTenant(services, deleteSendingDays),
};

/** Deletes records of acknowledgements older than a day. */
export const deleteOldAcknowledgements: Schedule = {
  name: "mail.forget-acknowledgements",
  cron: "17 * * * *",
  work: (services) => forEachTenant(services, deleteAcknowledgements),
};
