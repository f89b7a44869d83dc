import type { JobKind } from "../../../platform/jobs/job.ts";

/** One mail of the log through the intake. */
export const processMailJob: JobKind<{ mailLogId: string }> = {
  name: "mail.process",
  retryLimit: 5,
  retryDelay: 2,
  retryDelayMax: 300,
  expireInSeconds: 300,
};
