import type { TenantId } from "../../platform/db/tenant.ts";
import type { JobHandler, Schedule } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { forgottenAfterMinutes } from "./intake/intake-limits.ts";
import { selectForgotten } from "./intake/log.queries.ts";
import { processMail, type ProcessMail } from "./intake/process-mail.ts";
import { processMailJob } from "./intake/process-mail-job.ts";

/** Takes each mail of the log to its end. */
export function processMailHandler(services: Services): JobHandler<Pick<ProcessMail, "mailLogId" | "isReleased">> {
  return { kind: processMailJob, concurrency: 4, work: (job) => processMail(services, job) };
}

/** Gives mail whose job was lost (a database that was away for long) a new one. */
export function forgottenMailSchedule({ db, jobs }: Services, tenants: () => Promise<TenantId[]>): Schedule {
  return {
    name: "mail.find-forgotten",
    cron: "*/10 * * * *",
    work: async () => {
      for (const tenant of await tenants()) {
        await db.withTenant(tenant, async (tx) => {
          for (const mailLogId of await selectForgotten(tx, forgottenAfterMinutes)) {
            await jobs.enqueue(tx, processMailJob, { mailLogId });
          }
        });
      }
    },
  };
}
