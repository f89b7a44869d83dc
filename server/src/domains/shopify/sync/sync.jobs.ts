import type { TenantId } from "../../../platform/db/tenant.ts";
import type { JobHandler, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { afterConnectingJob, findGoneJob, type SyncTurn, syncJobFor, syncJobs } from "../job-kinds.ts";
import { runSync } from "./run-sync.ts";
import { resumeBackfill, startBackfill, startReconciliation } from "./start-sync.ts";
import { hasSync, selectStill } from "./syncs.queries.ts";

/** Begins what a new connection is for; one that was there before reads at once what changed while the store could not be asked. */
export function afterConnectingHandler({ db, jobs }: Services): JobHandler {
  const work = ({ tenantId }: { tenantId: TenantId }) =>
    db.withTenant(tenantId, async (tx) => {
      const isKnown = await hasSync(tx, "backfill");
      await startBackfill(tx, jobs);
      if (!isKnown) return;
      await startReconciliation(tx, jobs);
      await jobs.enqueue(tx, findGoneJob, { after: "" });
    });
  return { kind: afterConnectingJob, concurrency: 2, batch: 1, work };
}

/** A place is mostly spent waiting for a store, which costs nothing: so many may be silent before others wait for them. */
const concurrency = 8;

/** Goes on with syncs that people wait for. */
export function askedSyncHandler(services: Services): JobHandler<SyncTurn> {
  return { kind: syncJobs.asked, concurrency, batch: 1, work: (job) => runSync(services, job) };
}

/** Goes on with syncs that run by themselves. */
export function backgroundSyncHandler(services: Services): JobHandler<SyncTurn> {
  return { kind: syncJobs.background, concurrency, batch: 1, work: (job) => runSync(services, job) };
}

/** A running sync whose job was lost gives no sign of life for so long. */
const stillMinutes = 15;

/** A backfill that failed is tried again after so long. */
const backfillAgainMinutes = 60;

/** Looks for what changed at every connected store, and goes on with syncs whose job was lost and backfills that failed. */
export const reconcileStores: Schedule = {
  name: "shopify.reconcile",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      for (const { id, kind } of await selectStill(tx, stillMinutes)) {
        await services.jobs.enqueue(tx, syncJobFor(kind), { syncId: id });
      }
      await resumeBackfill(tx, services.jobs, backfillAgainMinutes);
      await startReconciliation(tx, services.jobs);
    }),
};
