import type { JobKind } from "../../../platform/jobs/job.ts";

/** Asks the platform to tell of the store that was connected just now. */
export const subscribeJob: JobKind<object> = {
  name: "store.subscribe",
  retryLimit: 10,
  retryDelay: 5,
  retryDelayMax: 3600,
  expireInSeconds: 5 * 60,
};
