import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { JobKind } from "../../../platform/jobs/job.ts";
import type { SyncKind } from "./syncs.queries.ts";

/** Goes on with a sync for some seconds. */
export type SyncTurn = { syncId: string };

const patience = { retryDelay: 2, retryDelayMax: 120, expireInSeconds: 600 } as const;

/** What somebody asked for: it waits for nothing else. */
const askedJob: JobKind<SyncTurn> = { name: "shopify.sync", retryLimit: 10, ...patience };
/** What runs by itself. Tried for about 25 minutes when the store is away. */
const backgroundJob: JobKind<SyncTurn> = { name: "shopify.sync-background", retryLimit: 18, ...patience };

/** The queues of syncs. */
export const syncJobs = { asked: askedJob, background: backgroundJob } as const;

/** The queue for a kind of sync. */
export function syncJobFor(kind: SyncKind): JobKind<SyncTurn> {
  return kind === "full" || kind === "incremental" ? askedJob : backgroundJob;
}

/** Asks a store that could not be asked for a while which orders it still has: those with a higher number than `after`, some at a time. */
export const findGoneJob: JobKind<{ after: string }> = {
  name: "store.find-gone",
  retryLimit: 18,
  retryDelay: 5,
  retryDelayMax: 120,
  expireInSeconds: 120,
};

/** Pushes that a sync began, went on or ended. */
export function tellOfSyncs(tx: TenantTx): Promise<void> {
  return emit(tx, "store.sync-changed", {});
}
