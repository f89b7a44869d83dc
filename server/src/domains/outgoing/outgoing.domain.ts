import { type Domain, jobsOf } from "../../platform/domain.ts";
import { deliverMailHandler, deliverMailKind, giveUpStuckMails } from "./outgoing.jobs.ts";

export const outgoing: Domain = {
  jobs: [jobsOf(deliverMailKind, deliverMailHandler)],
  schedules: [giveUpStuckMails],
};
