import * as z from "zod";
import { lockName, lockNameShared } from "../../../platform/db/lock-name.ts";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { isInvalidValue, isWriteConflict } from "../../../platform/error-code.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import type { AdminQuery } from "../../../platform/shopify/admin-api.ts";
import { StoreFault } from "../../../platform/shopify/store-fault.ts";
import { dropGoneCustomers, insertGone, lockStoreData, saveStoreCustomers } from "../../customers/index.ts";
import {
  deleteGoneOrders,
  insertGoneOrders,
  saveStoreOrders,
  selectShownIds,
  tellOfOrders,
} from "../../orders/index.ts";
import { isStillConnected, type OpenStore, openStore } from "../connection/open-store.ts";
import { holdConnection } from "../connection/stores.queries.ts";
import { fetchPendingJob, findGoneJob, pendingLock } from "../job-kinds.ts";
import { fetchCustomersByIds, fetchOrdersByIds } from "../sync/fetch-orders.ts";
import { noteOnStore } from "../sync/syncs.queries.ts";
import {
  addPending,
  clearPending,
  deletePending,
  type Pending,
  postponePending,
  selectPending,
} from "./webhooks.queries.ts";

/** How many are asked for and saved together. */
const batchSize = 50;
/** When an answer that cannot be saved is tried again. */
const pauseSeconds = 600;

/**
 * Asks the tenant's store for everything its webhooks named and saves the answers; what the store no longer has is
 * deleted here too (docs/product.md#store-webhooks). Anything interrupted, or named again meanwhile, is asked for
 * again. Rejects with a StoreFault to be tried again.
 */
export async function fetchPending(services: Services, tenantId: TenantId): Promise<void> {
  for (;;) {
    // Opened first: what waits belongs to this connection as long as it lasts.
    const store = await openStore(services, tenantId);
    const pending = await services.db.withTenant(tenantId, (tx) => selectPending(tx, batchSize));
    if (pending.length === 0 && (await isDone(services, tenantId))) return;
    // Nobody can be asked; once the store is connected again, the reconciliation reads what changed meanwhile.
    if (!store) return services.db.withTenant(tenantId, clearUnlessConnected);
    await keepNewest(services, tenantId, store, pending);
  }
}

async function clearUnlessConnected(tx: TenantTx): Promise<void> {
  const connection = await holdConnection(tx);
  if (!connection || connection.revoked_at !== null) await clearPending(tx);
}

// Waits for notes being written right now; later ones find nothing waiting, and queue another job.
function isDone({ db }: Services, tenantId: TenantId): Promise<boolean> {
  return db.withTenant(tenantId, async (tx) => {
    await lockName(tx, pendingLock);
    return (await selectPending(tx, 1)).length === 0;
  });
}

async function keepNewest(
  services: Services,
  tenantId: TenantId,
  store: OpenStore,
  pending: readonly Pending[],
): Promise<void> {
  const idsOf = (kind: Pending["kind"]) => pending.filter((item) => item.kind === kind).map(({ id }) => id);
  const deleted = new Set(pending.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])));
  const fetched = {
    orders: await fetchOrdersByIds(store, idsOf("order"), deleted),
    customers: await fetchCustomersByIds(store, idsOf("customer")),
  };
  const save = () => services.db.withTenant(tenantId, (tx) => keep(tx, store, fetched, pending));
  try {
    await save().catch((error: unknown) => {
      if (!isWriteConflict(error)) throw error;
      return save();
    });
  } catch (error) {
    // A fault of the database is not one of an order: all of them are tried again.
    if (!isInvalidValue(error)) throw error;
    const [single] = pending;
    if (single && pending.length === 1) return postpone(services, tenantId, single, error);
    // One of them cannot be saved; the others must not wait for it.
    const half = Math.ceil(pending.length / 2);
    await keepNewest(services, tenantId, store, pending.slice(0, half));
    await keepNewest(services, tenantId, store, pending.slice(half));
  }
}

async function postpone({ db, jobs, log }: Services, tenantId: TenantId, item: Pending, err: unknown): Promise<void> {
  log.error({ err, tenantId, kind: item.kind, id: item.id }, "What a webhook named could not be kept");
  await db.withTenant(tenantId, async (tx) => {
    if (await postponePending(tx, item, pauseSeconds))
      await jobs.enqueue(tx, fetchPendingJob, {}, { startAfterSeconds: pauseSeconds });
  });
}

type Fetched = {
  orders: Awaited<ReturnType<typeof fetchOrdersByIds>>;
  customers: Awaited<ReturnType<typeof fetchCustomersByIds>>;
};

async function keep(
  tx: TenantTx,
  { connectionId }: OpenStore,
  { orders, customers }: Fetched,
  pending: readonly Pending[],
): Promise<void> {
  // A disconnected store leaves nothing behind; what waits now belongs to another connection.
  if (!(await isStillConnected(tx, connectionId))) return;
  // Waits for saves under way; later ones see what is gone.
  await lockStoreData(tx);
  await insertGoneOrders(tx, orders.missing);
  await insertGone(tx, "customer", customers.missing);
  const saved = await saveStoreCustomers(tx, [...customers.customers, ...orders.customers]);
  const changed = await saveStoreOrders(tx, orders.orders, { tell: false });
  const missing = new Set(orders.missing);
  const goneIds = await deleteGoneOrders(
    tx,
    pending.filter(({ kind, id }) => kind === "order" && missing.has(id)),
  );
  const { deleted, kept } = await dropGoneCustomers(tx, customers.missing);
  for (const customerId of deleted) await emit(tx, "customer.deleted", { customerId });
  for (const customerId of kept) await emit(tx, "customer.updated", { customerId });
  // Screens also reload customers when orders change.
  if (saved.length + changed.length + goneIds.length > 0) await tellOfOrders(tx, [...changed, ...goneIds]);
  await deletePending(tx, pending);
  await noteOnStore(tx, { last_synced_at: new Date().toISOString() });
}

/** Orders per request: a query may name 250 (shopify.dev: API limits). */
const maxPerRequest = 200;

/** Asks which orders exist; null for a missing one. */
const existingQuery: AdminQuery<{ nodes: (object | null)[] }> = {
  text: "query ExistingOrders($ids: [ID!]!) { nodes(ids: $ids) { id } }",
  answer: z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) }),
};

/**
 * Asks the store, some at a time and each time in a new job, which of the orders it should show it still has. Missing
 * ones are treated as if a webhook had named them, so they are asked for once more before they are deleted. Rejects
 * with a StoreFault.
 */
export async function findGoneOrders(
  services: Services,
  { tenantId, after }: { tenantId: TenantId; after: string },
): Promise<void> {
  const { db, jobs } = services;
  const store = await openStore(services, tenantId);
  const ids = await db.withTenant(tenantId, (tx) => selectShownIds(tx, after, maxPerRequest));
  const last = ids.at(-1);
  if (!store || last === undefined) return;
  const { nodes } = await store.ask(existingQuery, { ids: ids.map((id) => `gid://shopify/Order/${id}`) });
  if (nodes.length !== ids.length) throw new StoreFault("unreadable", "The store did not answer for each order");
  const missing = ids.filter((_, place) => nodes[place] === null).map((id) => ({ kind: "order" as const, id }));
  await db.withTenant(tenantId, async (tx) => {
    await lockNameShared(tx, pendingLock);
    if (!(await isStillConnected(tx, store.connectionId))) return;
    if (missing.length > 0 && !(await addPending(tx, missing))) await jobs.enqueue(tx, fetchPendingJob, {});
    if (ids.length === maxPerRequest) await jobs.enqueue(tx, findGoneJob, { after: last }, { startAfterSeconds: 1 });
  });
}
