import type { JobHandler, JobKind } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import type { DeliverMail } from "./deliver-mail.ts";
import { deliverMail } from "./deliver-mail.ts";

/** Waits double from 30 seconds up to 4 hours: all tries together take about a day. */
export const deliverMailKind: JobKind<DeliverMail> = {
  name: "mail.deliver",
  retryLimit: 17,
  retryDelay: 30,
  retryDelayMax: 4 * 3600,
  // Longer than a server may take over one mail.
  expireInSeconds: 15 * 60,
};

/** Delivers outgoing mail. */
export function deliverMailHandler(services: Services): JobHandler<DeliverMail> {
  return { kind: deliverMailKind, concurrency: 4, work: (job) => deliverMail(services, job) };
}
