import type { JobKind } from "../../../platform/jobs/job.ts";

/** Goes on with removing what came from a store that was disconnected. */
export const removalJob: JobKind<Record<never, never>> = {
  name: "shopify.remove",
  retryLimit: 20,
  retryDelay: 2,
  retryDelayMax: 120,
  expireInSeconds: 300,
};
