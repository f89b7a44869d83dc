import { type Domain, jobsOf } from "../../platform/domain.ts";
import { eraseAnswered, eraseRecipient } from "./erase.queries.ts";
import {
  deliverClaimMailHandler,
  deliverClaimMailKind,
  deliverMailHandler,
  deliverMailKind,
  giveUpStuckMails,
} from "./outgoing.jobs.ts";

export const outgoing: Domain = {
  jobs: [jobsOf(deliverMailKind, deliverMailHandler), jobsOf(deliverClaimMailKind, deliverClaimMailHandler)],
  schedules: [giveUpStuckMails],
  subscribers: { "customer.redacted": eraseRecipient, "message.erased": eraseAnswered },
};
