import type { JobKind } from "../../../platform/jobs/job.ts";

/** Asks the store for what its webhooks named: one for everything that waits. What it leaves waits for the next one. */
export const fetchPendingJob: JobKind<object> = {
  name: "store.fetch-pending",
  retryLimit: 4,
  retryDelay: 5,
  retryDelayMax: 120,
  expireInSeconds: 15 * 60,
};

/** Shared by who notes something to be asked for; held by who has asked for everything and wants to stop. */
export const pendingLock = "shopify-pending";

/** Does what the platform asked for; tried for about a week, and anew after that. */
export const doRequestJob: JobKind<{ requestId: string }> = {
  name: "store.do-request",
  retryLimit: 40,
  retryDelay: 15,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 15 * 60,
};
