import { type Domain, jobsOf } from "../../platform/domain.ts";
import { nameOfMail } from "../audit/index.ts";
import { provenBy } from "../outgoing/index.ts";
import { receivedMails } from "../tickets/index.ts";
import { forgetBlocksOf } from "./block/block-sender.ts";
import { processMailJob } from "./decide/process-mail-job.ts";
import { forgetSharedOf } from "./hold/shared-senders.ts";
import {
  dropOldRawMail,
  findForgottenMail,
  forgetOldIntakeDays,
  forgetUsedWebhooks,
  learnWhoBringsMail,
  processMailHandler,
} from "./intake.jobs.ts";
import {
  blockedSendersRoutes,
  heldMailRoutes,
  mailRoutes,
  rawMailRoutes,
  sharedSendersRoutes,
  storageRoutes,
} from "./intake.routes.ts";
import { eraseMailsOf, eraseMailsOfTicket } from "./log/erase.queries.ts";
import { moveMailOf, moveMails, passOnNamedMails, takeMailsBack } from "./log/merged.queries.ts";
import {
  heldBackOf,
  isChecked,
  mailSubjectOf,
  nameOfAudited,
  outlookOf,
  selectAnswerable,
  selectProof,
} from "./log/received.queries.ts";
import { emailWebhookRoutes } from "./webhook/webhook.routes.ts";

export const intake: Domain = {
  tables: [
    "raw_mails",
    "raw_mail_chunks",
    "mail_log",
    "named_mails",
    "intake_days",
    "intake_hosts",
    "storage_settings",
    "used_webhooks",
    "blocked_senders",
    "shared_senders",
    "mail_holds",
    "door_refusals",
    "intake_networks",
    "inbound_addresses",
  ],
  routes: () => ({
    mail: mailRoutes,
    heldMail: heldMailRoutes,
    storage: storageRoutes,
    blockedSenders: blockedSendersRoutes,
    sharedSenders: sharedSendersRoutes,
  }),
  streams: [rawMailRoutes, emailWebhookRoutes],
  jobs: [jobsOf(processMailJob, processMailHandler)],
  schedules: [findForgottenMail, dropOldRawMail, forgetOldIntakeDays, learnWhoBringsMail, forgetUsedWebhooks],
  subscribers: {
    async "customer.redacted"(tx, redacted) {
      await eraseMailsOf(tx, redacted);
      await forgetBlocksOf(tx, redacted);
      await forgetSharedOf(tx, redacted);
    },
    async "ticket.deleted"(tx, deleted) {
      await passOnNamedMails(tx, deleted);
      await eraseMailsOfTicket(tx, deleted);
    },
    "ticket.merged": moveMails,
    "ticket.unmerged": takeMailsBack,
    "message.moved": moveMailOf,
  },
  answers: [
    nameOfMail.by(nameOfAudited),
    provenBy.by(selectProof),
    receivedMails.by({
      isChecked,
      subjectOf: mailSubjectOf,
      heldBack: heldBackOf,
      outlookOf,
      answerable: selectAnswerable,
    }),
  ],
};
