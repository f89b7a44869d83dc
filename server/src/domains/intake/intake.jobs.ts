import type { JobHandler, Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { forEachTenant } from "../tenants/index.ts";
import { SenderChecks } from "./authenticate/sender-checks.ts";
import { SenderJudge } from "./authenticate/sender-judge.ts";
import { MailProcessor, type ProcessMail } from "./decide/mail-processor.ts";
import { processMailJob } from "./decide/process-mail-job.ts";
import { intakeLimits } from "./intake-limits.ts";
import { selectForgotten } from "./log/log.queries.ts";
import { MailReaders } from "./read/mail-readers.ts";

/** Takes each mail of the log to its end. */
export function processMailHandler(services: Services): JobHandler<Pick<ProcessMail, "mailLogId">> {
  const of = { ...services, readers: new MailReaders(), senders: new SenderJudge(new SenderChecks(services.settings)) };
  const processor = new MailProcessor(of);
  return { kind: processMailJob, concurrency: 64, batch: 16, work: (job) => processor.process(job) };
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
