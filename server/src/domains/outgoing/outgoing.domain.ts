import { type Domain, jobsOf } from "../../platform/domain.ts";
import { eraseAnswered, eraseRecipient } from "./erase.queries.ts";
import { deliverMailHandler, deliverMailKind, giveUpStuckMails } from "./outgoing.jobs.ts";

export const outgoing: Domain = {
  jobs: [jobsOf(deliverMailKind, deliverMailHandler)],
  schedules: [giveUpStuckMails],
  subscribers: { "customer.redacted": eraseRecipient, "message.erased": eraseAnswered },
};
