import type { JobKind } from "../../../platform/jobs/job.ts";

/** What follows from a connection, and was committed with it: what the folders above begin. */
export const afterConnectingJob: JobKind<Record<never, never>> = {
  name: "shopify.connected",
  retryLimit: 10,
  retryDelay: 2,
  retryDelayMax: 120,
  expireInSeconds: 120,
};

/** Asks the platform to tell of the store that was connected just now. */
export const subscribeJob: JobKind<object> = {
  name: "store.subscribe",
  retryLimit: 10,
  retryDelay: 5,
  retryDelayMax: 3600,
  expireInSeconds: 5 * 60,
};

/** Goes on with removing what came from a store that was disconnected. */
export const removalJob: JobKind<Record<never, never>> = {
  name: "shopify.remove",
  retryLimit: 20,
  retryDelay: 2,
  retryDelayMax: 120,
  expireInSeconds: 300,
};
