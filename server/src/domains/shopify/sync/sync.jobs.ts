import type { TenantId } from "../../../platform/db/tenant.ts";
import type { JobHandler, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { afterConnectingJob, findGoneJob, type SyncTurn, syncJobFor, syncJobs } from "../job-kinds.ts";
import { runSync } from "./run-sync.ts";
import { resumeBackfill, startBackfill, startReconciliation } from "./start-sync.ts";
import { hasSync, selectStill } from "./syncs.queries.ts";

/**
 * Starts the first sync of a new connection; for an existing one, reads at once what changed while the store could not
 * be asked.
 */
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

/** Turns mostly wait for a store, which costs nothing: so many stores may be silent before others have to wait. */
const concurrency = 8;

/** Continues syncs that people wait for. */
export function askedSyncHandler(services: Services): JobHandler<SyncTurn> {
  return { kind: syncJobs.asked, concurrency, batch: 1, work: (job) => runSync(services, job) };
}

/** Continues syncs that run by themselves. */
export function backgroundSyncHandler(services: Services): JobHandler<SyncTurn> {
  return { kind: syncJobs.background, concurrency, batch: 1, work: (job) => runSync(services, job) };
}

/** A running sync without progress for so long has lost its job. */
const stillMinutes = 15;

/** When a failed backfill is tried again. */
const backfillAgainMinutes = 60;

/** Looks for changes at every connected store, and resumes syncs with a lost job and failed backfills. */
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
