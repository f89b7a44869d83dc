import type { JobKind } from "../../../platform/jobs/job.ts";

/** One mail of the log through the intake; `isReleased` when an admin let it out of quarantine. */
export const processMailJob: JobKind<{ mailLogId: string; isReleased?: boolean }> = {
  name: "mail.process",
  retryLimit: 5,
  retryDelay: 2,
  retryDelayMax: 300,
  expireInSeconds: 300,
};
