import { eachAlone, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { codeOf, isInvalidValue, isWriteConflict } from "../../../platform/error-code.ts";
import type { Services } from "../../../platform/services.ts";
import { saveStoreCustomers } from "../../customers/index.ts";
import { saveStoreOrders, tellOfOrders } from "../../orders/index.ts";
import { isStillConnected } from "../connection/open-store.ts";
import { tellOfSyncs } from "../job-kinds.ts";
import { atMostOf, type FetchedPage, sortedBy } from "./fetch-orders.ts";
import type { OrderPlace, Unreadable } from "./read-orders.ts";
import { positionAfter, unseen, writePosition } from "./sync-position.ts";
import {
  addProgress,
  deleteSync,
  endSync,
  holdSync,
  noteOnStore,
  type SyncRow,
  selectStoreIds,
} from "./syncs.queries.ts";

/**
 * A saved page's result: the sync afterwards, whether it is done, and whether changed orders have not been announced
 * yet.
 */
export type SavedPage = { sync: SyncRow; isDone: boolean; isUntold: boolean };

/**
 * Saves a page and its sync's progress in one transaction. Returns null, saving nothing, where the sync has ended or
 * been continued elsewhere, or its connection is gone. `tell` says whether it is time to tell screens.
 */
export async function savePage(
  { db }: Services,
  tenantId: TenantId,
  sync: SyncRow,
  page: FetchedPage & { connectionId: string },
  tell: { isTime: boolean; isUntold: boolean },
): Promise<SavedPage | null> {
  const save = (keep: typeof keepTogether) =>
    db.withTenant(tenantId, async (tx): Promise<SavedPage | null> => {
      if (!(await isStillConnected(tx, page.connectionId)) || !(await holdSync(tx, sync))) return null;
      const saved = await keep(tx, page);
      return noteProgress(tx, sync, { ...page, unreadable: [...page.unreadable, ...saved.faults] }, saved, tell);
    });
  try {
    return await save(keepTogether);
  } catch (error) {
    if (!isInvalidValue(error) && !isWriteConflict(error)) throw error;
    // The database refuses one order, or another transaction was faster: the others are saved without it.
    return await save(keepEachAlone);
  }
}

type SavedOrders = { changed: ReadonlySet<string>; hasChanged: boolean; faults: Unreadable[] };

async function keepTogether(tx: TenantTx, { customers, orders }: FetchedPage): Promise<SavedOrders> {
  const people = await saveStoreCustomers(tx, customers);
  const changed = await saveStoreOrders(tx, orders, { tell: false });
  return {
    changed: new Set(await selectStoreIds(tx, changed)),
    hasChanged: people.length + changed.length > 0,
    faults: [],
  };
}

async function keepEachAlone(tx: TenantTx, page: FetchedPage): Promise<SavedOrders> {
  const customers = new Map(page.customers.map((customer) => [customer.shopifyId, customer]));
  const saved: { changed: Set<string>; hasChanged: boolean; faults: Unreadable[] } = {
    changed: new Set(),
    hasChanged: false,
    faults: [],
  };
  const results = await eachAlone(tx, page.orders, (order) => {
    const customer = customers.get(order.customerShopifyId ?? "");
    return keepTogether(tx, { ...page, orders: [order], customers: customer ? [customer] : [] });
  });
  for (const [at, result] of results.entries()) {
    const shopifyId = page.orders[at]?.shopifyId ?? null;
    if (result.status === "rejected")
      saved.faults.push({ shopifyId, fault: `cannot be kept (${codeOf(result.reason) ?? "unknown"})` });
    else {
      for (const changed of result.value.changed) saved.changed.add(changed);
      saved.hasChanged ||= result.value.hasChanged;
    }
  }
  return saved;
}

async function noteProgress(
  tx: TenantTx,
  sync: SyncRow,
  page: FetchedPage,
  { changed, hasChanged }: SavedOrders,
  tell: { isTime: boolean; isUntold: boolean },
): Promise<SavedPage> {
  const places = page.places.map((place) => ({ ...place, sortedBy: sortedBy(sync.kind, place) }));
  const fresh = unseen(page.from, places);
  const counted = new Set(fresh.filter((place) => isCounted(sync, place, changed)).map(({ shopifyId }) => shopifyId));
  const placed = new Set(places.map(({ shopifyId }) => shopifyId));
  // An order without readable times has no place in the list, but is counted.
  const lost = page.unreadable.filter(({ shopifyId }) => shopifyId === null || !placed.has(shopifyId));
  const faults = page.unreadable.filter(({ shopifyId }) => shopifyId !== null && counted.has(shopifyId));
  const position = positionAfter(page.from, places, page.endCursor);
  const after = await addProgress(tx, sync.id, {
    cursor: writePosition(position),
    fetched: counted.size + lost.length,
    synced: counted.size - faults.length,
    unreadable: [...faults, ...lost].map(({ shopifyId, fault }) => `${shopifyId ?? "An order without id"}: ${fault}`),
    lastOrderId: greatest([...counted]),
  });
  if (!after) throw new Error("The sync that was held is not there");
  const isDone = !page.hasNextPage || after.orders_fetched >= atMostOf(sync.kind);
  const isUntold = tell.isUntold || hasChanged;
  if (sync.kind === "reconciliation" && position.last) await noteOnStore(tx, { reconciled_until: position.last });
  if (isDone) await end(tx, after, page.hasNextPage ? position.last : null);
  if (!isDone && !tell.isTime) return { sync: after, isDone, isUntold };
  await tellScreens(tx, sync, isUntold);
  return { sync: after, isDone, isUntold: false };
}

/** Tells screens how far a sync has come, and that orders changed. */
export async function tellScreens(tx: TenantTx, { kind }: SyncRow, isUntold: boolean): Promise<void> {
  if (isUntold) await tellOfOrders(tx, null);
  if (kind !== "reconciliation") await tellOfSyncs(tx);
}

async function end(tx: TenantTx, { id, kind, started_at }: SyncRow, stoppedAt: string | null): Promise<void> {
  const last_synced_at = new Date().toISOString();
  if (kind === "reconciliation") {
    await noteOnStore(tx, { last_synced_at, reconciled_at: started_at });
    return deleteSync(tx, id);
  }
  const readUntil = kind === "incremental" && stoppedAt ? stoppedAt : started_at;
  await endSync(tx, id, { readUntil });
  await noteOnStore(tx, { last_synced_at });
}

/** An incremental sync looks back further than asked; orders known from before are not counted. */
function isCounted(
  { kind, since }: SyncRow,
  { shopifyId, updatedAt }: OrderPlace,
  changed: ReadonlySet<string>,
): boolean {
  return (
    kind !== "incremental" || changed.has(shopifyId) || since === null || Date.parse(updatedAt) > Date.parse(since)
  );
}

function greatest(ids: readonly string[]): string | null {
  return ids.reduce<string | null>((max, id) => (max === null || BigInt(id) > BigInt(max) ? id : max), null);
}
