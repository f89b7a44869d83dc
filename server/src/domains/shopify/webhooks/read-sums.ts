import { lockNameShared } from "../../../platform/db/lock-name.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import type { Schedule } from "../../../platform/jobs/job.ts";
import type { JobQueue } from "../../../platform/jobs/job-queue.ts";
import { selectSumsOf, selectWithoutSums } from "../../orders/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { holdConnection } from "../connection/stores.queries.ts";
import { fetchPendingJob, pendingLock } from "../job-kinds.ts";
import { addPending, noteSumsReadTo, selectPending } from "./webhooks.queries.ts";

/** How many orders a turn names: as many as one request covers. */
const batchSize = 50;
/** Before every id. */
const beginning = "00000000-0000-0000-0000-000000000000";

/**
 * Names the next orders stored before their sums were read, latest first and each once, to be read again like those of
 * webhooks, but after everything a store reports (docs/product.md#orders-of-the-store).
 */
export const readSums: Schedule = {
  name: "store.read-sums",
  cron: "*/5 * * * *",
  work: (services) => forEachTenant(services, (tx) => nameNext(tx, services.jobs)),
};

async function nameNext(tx: TenantTx, jobs: JobQueue): Promise<void> {
  const store = await holdConnection(tx);
  if (!store || store.revoked_at !== null || store.sums_read_to === beginning) return;
  if ((await selectPending(tx, 1)).length > 0) return;
  const orders = await selectWithoutSums(tx, store.sums_read_to, batchSize);
  await noteSumsReadTo(tx, orders.length < batchSize ? beginning : (orders.at(-1)?.id ?? beginning));
  await name(
    tx,
    jobs,
    orders.map(({ shopifyId }) => shopifyId),
  );
}

/** Names a viewed order whose sums are missing; returns whether it will be read again. */
export async function readSumsOf(tx: TenantTx, jobs: JobQueue, id: string): Promise<boolean> {
  const order = await selectSumsOf(tx, id);
  if (!order) throw fail("order_not_found");
  const store = await holdConnection(tx);
  if (!store || store.revoked_at !== null || order.isKnown) return false;
  await name(tx, jobs, [order.shopifyId]);
  return true;
}

async function name(tx: TenantTx, jobs: JobQueue, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockNameShared(tx, pendingLock);
  const resources = ids.map((id) => ({ kind: "order" as const, id }));
  if (!(await addPending(tx, resources))) await jobs.enqueue(tx, fetchPendingJob, {});
}
