import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { record } from "../../audit/index.ts";
import { holdConnection } from "../connection/stores.queries.ts";
import { syncJobFor, tellOfSyncs } from "../job-kinds.ts";
import { firstPosition, writePosition } from "./sync-position.ts";
import { hasSync, insertSync, reviveBackfill, type SyncKind, selectHistory, selectReadUntil } from "./syncs.queries.ts";

const minute = 60_000;
/** How far back to look for possibly missed changes: clocks differ, and a store's search lags behind. */
const overlapMs = { incremental: 10 * minute, reconciliation: 2 * minute } as const;

/**
 * Starts a sync an agent asked for (docs/product.md#syncing-orders); returns its id. Fails while another one runs,
 * without a connection, and for an incremental one without an earlier sync.
 */
export async function startAskedSync(
  tx: TenantTx,
  jobs: JobQueue,
  kind: "full" | "incremental",
  userId: string,
): Promise<string> {
  const store = await holdConnection(tx);
  if (!store) throw fail("store_not_connected");
  if (store.revoked_at !== null) throw fail("store_needs_reconnecting");
  const since = kind === "full" ? null : ((await selectReadUntil(tx)) ?? store.connected_at);
  const id = await begin(tx, jobs, kind, since, userId);
  if (id === null) throw fail("sync_running");
  if (kind === "incremental" && !(await hasEntry(tx))) throw fail("sync_needs_full");
  await record(tx, userId, "store.sync-started", null, { kind });
  return id;
}

/** Starts the first sync of everything, or resumes it after a failure; null where it was done or runs. */
export async function startBackfill(tx: TenantTx, jobs: JobQueue): Promise<string | null> {
  const store = await holdConnection(tx);
  if (!store || store.revoked_at !== null) return null;
  if (await hasSync(tx, "backfill")) return resumeBackfill(tx, jobs, 0);
  return begin(tx, jobs, "backfill", null, null);
}

/** Resumes a backfill that failed at least so many minutes ago; null without one, or without a connection. */
export async function resumeBackfill(tx: TenantTx, jobs: JobQueue, minutes: number): Promise<string | null> {
  const store = await holdConnection(tx);
  if (!store || store.revoked_at !== null) return null;
  const id = await reviveBackfill(tx, minutes);
  if (id === null) return null;
  await jobs.enqueue(tx, syncJobFor("backfill"), { syncId: id });
  await tellOfSyncs(tx);
  return id;
}

/** Starts looking for changes since the last reconciliation; null without a connection, or while one runs. */
export async function startReconciliation(tx: TenantTx, jobs: JobQueue): Promise<string | null> {
  const store = await holdConnection(tx);
  if (!store || store.revoked_at !== null) return null;
  return begin(tx, jobs, "reconciliation", store.reconciled_until ?? store.connected_at, null);
}

async function hasEntry(tx: TenantTx): Promise<boolean> {
  const [, ended] = await selectHistory(tx, 1);
  return ended.length > 0;
}

async function begin(
  tx: TenantTx,
  jobs: JobQueue,
  kind: SyncKind,
  since: string | null,
  startedBy: string | null,
): Promise<string | null> {
  const overlap = kind === "incremental" || kind === "reconciliation" ? overlapMs[kind] : 0;
  const bound = since && new Date(Date.parse(since) - overlap).toISOString();
  const id = await insertSync(tx, { kind, since, startedBy, cursor: writePosition(firstPosition(bound)) });
  if (id === null) return null;
  await jobs.enqueue(tx, syncJobFor(kind), { syncId: id });
  if (kind !== "reconciliation") await tellOfSyncs(tx);
  return id;
}
