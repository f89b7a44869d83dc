import type { Sync } from "@deskhand/contract/shopify";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { holdConnection } from "../connection/stores.queries.ts";
import { deleteSyncs, selectHistory } from "./syncs.queries.ts";

/** How many entries of the history are shown. */
const historyLength = 10;
const messages = { running: "Syncing orders", completed: "Sync Completed", failed: "Sync failed" } as const;

/** The running syncs, and the newest of the ended ones (docs/product.md#syncing-orders). */
export async function listSyncs(tx: TenantTx): Promise<{ running: Sync[]; history: Sync[] }> {
  const [running, ended] = await selectHistory(tx, historyLength);
  return { running: running.flatMap(toSync), history: ended.flatMap(toSync) };
}

/** A sync by id; fails when there is none. */
export async function readSync(tx: TenantTx, id: string): Promise<Sync> {
  const { running } = await listSyncs(tx);
  const sync = running.find((entry) => entry.id === id);
  if (!sync) throw new Error("The sync that was started is not there");
  return sync;
}

type Row = Awaited<ReturnType<typeof selectHistory>>[number][number];

function toSync({ kind, state, ...row }: Row): Sync[] {
  // The query leaves reconciliations out.
  if (kind === "reconciliation") return [];
  return [
    {
      id: row.id,
      kind,
      state,
      message: messages[state],
      error: row.fault,
      errors: row.errors,
      success: state === "running" ? null : state === "completed",
      ordersFetched: row.orders_fetched,
      ordersSynced: row.orders_synced,
      lastOrderId: row.last_order_id,
      ordersExpected: row.orders_expected,
      unreadable: row.unreadable,
      startedByName: row.startedByName,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
    },
  ];
}

/** Deletes the syncs of a disconnected store, so that those under way save nothing more. */
export async function forgetSyncs(tx: TenantTx): Promise<void> {
  // A store that must be connected again keeps its history.
  if (!(await holdConnection(tx))) await deleteSyncs(tx);
}
