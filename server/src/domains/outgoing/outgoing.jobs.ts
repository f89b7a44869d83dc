import type { JobHandler, JobKind, Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { deleteUnusedFiles } from "../../platform/storage/files.ts";
import { forEachTenant } from "../tenants/index.ts";
import { forgetAcknowledgements } from "./acknowledgements.queries.ts";
import { deleteUnusedLogos } from "./branding/logos.queries.ts";
import { type ClaimMail, deliverClaimMail } from "./deliver-claim-mail.ts";
import { type DeliverMail, deliverMail, deliverMailKind, giveUpStuckMail } from "./deliver-mail.ts";
import { checkSenderDomains } from "./sending/check-domain.ts";
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
};

/** Delivers mail to people who sign up. */
export function deliverClaimMailHandler(services: Services): JobHandler<ClaimMail> {
  return { kind: deliverClaimMailKind, concurrency: 2, batch: 1, work: (job) => deliverClaimMail(services, job) };
}

const mostAtOnce = 4;

/**
 * Delivers outgoing mail. Each delivery holds a connection to the database while its mail is sent and reads the mail's
 * files through a second one: so few go at once that others always have one left.
 */
export function deliverMailHandler(services: Services): JobHandler<DeliverMail> {
  const inPool = Math.floor(services.settings.databasePoolSize / 2.5);
  const concurrency = Math.min(mostAtOnce, Math.max(1, inPool));
  return { kind: deliverMailKind, concurrency, batch: 1, work: (job) => deliverMail(services, job) };
}

/** Fails outgoing mail whose job was lost. */
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
