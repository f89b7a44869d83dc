import type { JobHandler, Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { forEachTenant } from "../tenants/index.ts";
import { deliverMailHandler, deliverMailKind } from "./delivery/deliver.jobs.ts";
import { giveUpStuckMail } from "./delivery/give-up-stuck-mail.ts";
import { intakeLimits } from "./intake/intake-limits.ts";
import { selectForgotten } from "./intake/log.queries.ts";
import { type ProcessMail, processMail } from "./intake/process-mail.ts";
import { processMailJob } from "./intake/process-mail-job.ts";
import { MailReaders } from "./parse/mail-readers.ts";

export { deliverMailHandler, deliverMailKind, processMailJob };

/** Takes each mail of the log to its end. */
export function processMailHandler(services: Services): JobHandler<Pick<ProcessMail, "mailLogId">> {
  const readers = new MailReaders();
  return { kind: processMailJob, concurrency: 3, batch: 8, work: (job) => processMail({ ...services, readers }, job) };
}

/** Gives mail whose job was lost (a database that was away for long) a new one. */
export const findForgottenMail: Schedule = {
  name: "mail.find-forgotten",
  cron: "*/10 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      for (const mailLogId of await selectForgotten(tx, intakeLimits.forgottenAfterMinutes)) {
        await services.jobs.enqueue(tx, processMailJob, { mailLogId });
      }
    }),
};

/** Fails outgoing mail whose job was lost. */
export const giveUpStuckMails: Schedule = {
  name: "mail.give-up-stuck",
  cron: "23 * * * *",
  work: (services) => forEachTenant(services, giveUpStuckMail),
};
