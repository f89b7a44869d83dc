import { sweepErasedJob } from "../../../platform/db/sweep-erased.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { JobHandler, Schedule } from "../../../platform/jobs/job.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { lockStoreData, removeStoreCustomers } from "../../customers/index.ts";
import { deleteOrders, tellOfOrders } from "../../orders/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { removalJob } from "../job-kinds.ts";
import { addRemoved, hasRemoval, holdRemoval, type Removed } from "./removals.queries.ts";

/** How many orders and customers one transaction deletes: some tenths of a second. */
export const rowsPerBatch = 2_000;
/** How long one turn lasts, so that a process can end. */
const turnMs = 8_000;

/** How far a removal has come. */
type Progress = Removed & { shopDomain: string; isDone: boolean };

/**
 * Deletes the next part of a disconnected store's data, orders first; null where there is no removal. Waits for writes
 * to it under way.
 */
export async function removeBatch(tx: TenantTx, atMost = rowsPerBatch): Promise<Progress | null> {
  // The order in which an erasure locks: the store's data, a customer, their orders.
  await lockStoreData(tx);
  if (!(await holdRemoval(tx))) return null;
  const orders = await deleteOrders(tx, atMost);
  const customers = orders < atMost ? await removeStoreCustomers(tx, atMost) : { deleted: 0, kept: 0 };
  const isDone = orders < atMost && customers.deleted + customers.kept < atMost;
  const removed = await addRemoved(tx, { orders, customers }, isDone);
  return removed && { ...removed, isDone };
}

/**
 * Continues a removal in batches, each a transaction with its totals, so that any process can go on after a crash.
 * Queues the next turn until everything is deleted.
 */
export async function removeStoreData({ db, jobs }: Services, tenantId: TenantId, atMost?: number): Promise<void> {
  const startedAt = performance.now();
  do {
    const isOver = await db.withTenant(tenantId, async (tx) => {
      const progress = await removeBatch(tx, atMost);
      if (progress?.isDone) {
        await tellOfEnd(tx, progress);
        await jobs.enqueue(tx, sweepErasedJob, {});
      }
      return progress === null || progress.isDone;
    });
    if (isOver) return;
  } while (performance.now() - startedAt < turnMs);
  await db.withTenant(tenantId, (tx) => jobs.enqueue(tx, removalJob, {}));
}

async function tellOfEnd(tx: TenantTx, { shopDomain, orders, customers }: Progress): Promise<void> {
  await record(tx, null, "store.data-removed", shopDomain, { orders, customers });
  await emit(tx, "store.changed", { isConnected: false });
  await tellOfOrders(tx, null);
}

/** Handles removals of disconnected stores' data. */
export function removalHandler(services: Services): JobHandler {
  return { kind: removalJob, concurrency: 2, batch: 1, work: ({ tenantId }) => removeStoreData(services, tenantId) };
}

/** Gives removals a new job when theirs was lost. */
export const findForgottenRemovals: Schedule = {
  name: "shopify.find-forgotten-removals",
  cron: "*/5 * * * *",
  work: (services) =>
    forEachTenant(services, async (tx) => {
      if (await hasRemoval(tx)) await services.jobs.enqueue(tx, removalJob, {});
    }),
};
