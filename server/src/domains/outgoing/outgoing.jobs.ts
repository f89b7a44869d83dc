import type { JobHandler, JobKind, Schedule } from "../../platform/jobs/job.ts";
import { mostOnTheirWay } from "../../platform/mailer/smtp-mailer.ts";
import type { Services } from "../../platform/services.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { forgetAcknowledgements } from "./acknowledgements.queries.ts";
import { deleteUnusedLogos } from "./branding/branding.queries.ts";
import { type ClaimMail, deliverClaimMail, deliverMailKind, giveUpStuckMail } from "./deliver-mail.ts";
import { Deliveries } from "./deliveries.ts";
import { checkSenderDomains } from "./sending/check-domain.ts";
import { slotLimits, slotsOf } from "./sending/delivery-slots.ts";
import { releaseHeld } from "./sending/push-held.ts";
import { forgetSendingDays } from "./sending/quotas.queries.ts";

/** A mail to somebody who belongs to no tenant yet: there is no row of it. */
export const deliverClaimMailKind: JobKind<ClaimMail> = {
  name: "mail.deliver-claim",
  retryLimit: 10,
  retryDelay: 30,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 15 * 60,
  sendsMail: true,
  isOfNoStore: true,
};

/** Delivers mail to people who sign up, in the same slots as all other. */
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
      // By a job of its own: a retry of this one would count as a failure.
      const options = { startAfterSeconds: pauseSeconds };
      await db.withTenant(tenantId, (tx) => jobs.enqueue(tx, deliverClaimMailKind, mail, options));
    },
  };
}

/** A mail that finds no slot is put off for so long, and its worker takes another. */
const pauseSeconds = 15;

/**
 * Starts sending what waits: as many mails as there are slots, those for mails that take long included, and a few more. Those wait, and
 * whom nobody waits for gives no way.
 */
export async function startDeliveries(services: Services, slots = slotsOf(services.mailer)): Promise<void> {
  const deliveries = new Deliveries(services, slots);
  const most = mostOnTheirWay + slotLimits.quick;
  const call = await services.jobs.seek({ name: "mail.send", most, find: (again) => deliveries.find(again) });
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

/** Fails outgoing mail that nobody could send for two days. */
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

/** Looks whether the domains that mails come from still have their keys. */
export const checkDomains: Schedule = {
  name: "mail.check-sender-domains",
  cron: "7 * * * *",
  work: checkSenderDomains,
};

/** Lets held mails go where a limit has risen. */
export const releaseHeldMails: Schedule = {
  name: "mail.release-held",
  cron: "47 * * * *",
  work: (services) => forEachTenant(services, (tx) => releaseHeld(tx, services)),
};

/** Forgets how much was sent on days that are over. */
export const forgetOldSendingDays: Schedule = {
  name: "mail.forget-sending-days",
  cron: "19 3 * * *",
  work: (services) => forEachTenant(services, forgetSendingDays),
};

/** Forgets who was sent an acknowledgement more than a day ago. */
export const forgetOldAcknowledgements: Schedule = {
  name: "mail.forget-acknowledgements",
  cron: "17 * * * *",
  work: (services) => forEachTenant(services, forgetAcknowledgements),
};
