import type { JobKind } from "../../../platform/jobs/job.ts";

/** Asks a store that could not be asked for a while which orders it still has: those with a higher number than `after`, some at a time. */
export const findGoneJob: JobKind<{ after: string }> = {
  name: "store.find-gone",
  retryLimit: 18,
  retryDelay: 5,
  retryDelayMax: 120,
  expireInSeconds: 120,
};
