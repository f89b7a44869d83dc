import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import type { JobKind } from "../../platform/jobs/job.ts";
import type { SyncKind } from "./sync/syncs.queries.ts";

/**
 * The work that follows a connection, queued in its transaction: the first sync, or what changed while the store could
 * not be asked.
 */
export const afterConnectingJob: JobKind<Record<never, never>> = {
  name: "shopify.connected",
  retryLimit: 10,
  retryDelay: 2,
  retryDelayMax: 120,
  expireInSeconds: 120,
};

/** Subscribes to the webhooks of a newly connected store. */
export const subscribeJob: JobKind<object> = {
  name: "store.subscribe",
  retryLimit: 10,
  retryDelay: 5,
  retryDelayMax: 3600,
  expireInSeconds: 5 * 60,
};

/** Asks a store which scopes there are, as it says that they changed. */
export const readScopesJob: JobKind<object> = {
  name: "store.read-scopes",
  retryLimit: 10,
  retryDelay: 5,
  retryDelayMax: 3600,
  expireInSeconds: 2 * 60,
};

/** Continues the removal of a disconnected store's data. */
export const removalJob: JobKind<Record<never, never>> = {
  name: "shopify.remove",
  retryLimit: 20,
  retryDelay: 2,
  retryDelayMax: 120,
  expireInSeconds: 300,
};

/**
 * Asks the store for what its webhooks named: one job for everything waiting. What it leaves waits for the next one.
 */
export const fetchPendingJob: JobKind<object> = {
  name: "store.fetch-pending",
  retryLimit: 4,
  retryDelay: 5,
  retryDelayMax: 120,
  expireInSeconds: 15 * 60,
};

/**
 * Held shared while resources are noted to be asked for; held exclusively by a job that has asked for everything and
 * wants to stop.
 */
export const pendingLock = "shopify-pending";

/** Carries out a request of the platform; tried for about a week, and again after that. */
export const doRequestJob: JobKind<{ requestId: string }> = {
  name: "store.do-request",
  retryLimit: 40,
  retryDelay: 15,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 15 * 60,
};

/** Continues a sync for some seconds. */
export type SyncTurn = { syncId: string };

const patience = { retryDelay: 2, retryDelayMax: 120, expireInSeconds: 600 } as const;

/** Syncs that people asked for, which wait for no others. */
const askedJob: JobKind<SyncTurn> = { name: "shopify.sync", retryLimit: 10, ...patience };
/** Syncs that run by themselves. Tried for about 25 minutes when the store is unreachable. */
const backgroundJob: JobKind<SyncTurn> = { name: "shopify.sync-background", retryLimit: 18, ...patience };

/** The queues of syncs. */
export const syncJobs = { asked: askedJob, background: backgroundJob } as const;

/** The queue for a kind of sync. */
export function syncJobFor(kind: SyncKind): JobKind<SyncTurn> {
  return kind === "full" || kind === "incremental" ? askedJob : backgroundJob;
}

/**
 * Asks a store that was out of reach for a while which orders it still has: those with a higher id than `after`, some
 * at a time.
 */
export const findGoneJob: JobKind<{ after: string }> = {
  name: "store.find-gone",
  retryLimit: 18,
  retryDelay: 5,
  retryDelayMax: 120,
  expireInSeconds: 120,
};

/** Tells screens that a sync began, moved on or ended. */
export function tellOfSyncs(tx: TenantTx): Promise<void> {
  return emit(tx, "store.sync-changed", {});
}
