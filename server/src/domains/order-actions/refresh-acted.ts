import type { JobHandler, JobKind } from "../../platform/jobs/job.ts";
import type { Services } from "../../platform/services.ts";
import { refreshOrder } from "../shopify/index.ts";

/** Reads an order again after something was done to it. A webhook, or the next reconciliation, brings it in any case. */
export const refreshActedJob: JobKind<{ shopifyId: string }> = {
  name: "order-actions.refresh",
  retryLimit: 2,
  retryDelay: 5,
  retryDelayMax: 60,
  expireInSeconds: 120,
};

export function refreshActedHandler(services: Services): JobHandler<{ shopifyId: string }> {
  return {
    kind: refreshActedJob,
    concurrency: 4,
    batch: 1,
    work: ({ tenantId, shopifyId }) => refreshOrder(services, tenantId, shopifyId),
  };
}
