import type { JobKind } from "../../../platform/jobs/job.ts";

/** What follows from a connection, and was committed with it: what the folders above begin. */
export const afterConnectingJob: JobKind<Record<never, never>> = {
  name: "shopify.connected",
  retryLimit: 10,
  retryDelay: 2,
  retryDelayMax: 120,
  expireInSeconds: 120,
};
