import type { JobKind } from "../../../platform/jobs/job.ts";

/**
 * One mail of the log through the intake. All its tries together take some ten minutes, so that a full disk or a restart
 * that takes long ends no customer's mail as failed.
 */
export const processMailJob: JobKind<{ mailLogId: string }> = {
  name: "mail.process",
  retryLimit: 9,
  retryDelay: 2,
  retryDelayMax: 300,
  expireInSeconds: 300,
};
