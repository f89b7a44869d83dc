import { type Domain, jobsOf } from "../../platform/domain.ts";
import { processMailJob } from "./decide/process-mail-job.ts";
import {
  dropOldRawMail,
  findForgottenMail,
  forgetOldIntakeDays,
  forgetUsedWebhooks,
  processMailHandler,
} from "./intake.jobs.ts";
import { mailRoutes, rawMailRoutes, storageRoutes } from "./intake.routes.ts";
import { eraseMailsOf, eraseMailsOfTicket } from "./log/erase.queries.ts";
import { moveMailOf, moveMails, passOnNamedMails, takeMailsBack } from "./log/merged.queries.ts";
import { emailWebhookRoutes } from "./webhook/webhook.routes.ts";

export const intake: Domain = {
  routes: () => ({ mail: mailRoutes, storage: storageRoutes }),
  streams: [rawMailRoutes, emailWebhookRoutes],
  jobs: [jobsOf(processMailJob, processMailHandler)],
  schedules: [findForgottenMail, dropOldRawMail, forgetOldIntakeDays, forgetUsedWebhooks],
  subscribers: {
    "customer.redacted": eraseMailsOf,
    async "ticket.deleted"(tx, deleted) {
      await passOnNamedMails(tx, deleted);
      await eraseMailsOfTicket(tx, deleted);
    },
    "ticket.merged": moveMails,
    "ticket.unmerged": takeMailsBack,
    "message.moved": moveMailOf,
  },
};
