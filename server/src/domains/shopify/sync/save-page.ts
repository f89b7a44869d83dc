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

/** How a page was saved: the sync as it is then, whether it goes on, and whether orders changed of which nobody was told. */
export type SavedPage = { sync: SyncRow; isDone: boolean; isUntold: boolean };

/**
 * Saves a page together with how far its sync has come, in one transaction. Null, and nothing is saved, where the sync has
 * ended, somebody else went on with it, or the connection that it was asked with is gone. `tell` says whether it is time to tell screens.
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
      const kept = await keep(tx, page);
      return noteProgress(tx, sync, { ...page, unreadable: [...page.unreadable, ...kept.faults] }, kept, tell);
    });
  try {
    return await save(keepTogether);
  } catch (error) {
    if (!isInvalidValue(error) && !isWriteConflict(error)) throw error;
    // Something that the database does not take, or that another took in this moment: the others are kept without it.
    return await save(keepEachAlone);
  }
}

type Kept = { changed: ReadonlySet<string>; hasChanged: boolean; faults: Unreadable[] };

async function keepTogether(tx: TenantTx, { customers, orders }: FetchedPage): Promise<Kept> {
  const people = await saveStoreCustomers(tx, customers);
  const changed = await saveStoreOrders(tx, orders, { tell: false });
  return {
    changed: new Set(await selectStoreIds(tx, changed)),
    hasChanged: people.length + changed.length > 0,
    faults: [],
  };
}

async function keepEachAlone(tx: TenantTx, page: FetchedPage): Promise<Kept> {
  const customers = new Map(page.customers.map((customer) => [customer.shopifyId, customer]));
  const kept: { changed: Set<string>; hasChanged: boolean; faults: Unreadable[] } = {
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
      kept.faults.push({ shopifyId, fault: `cannot be kept (${codeOf(result.reason) ?? "unknown"})` });
    else {
      for (const changed of result.value.changed) kept.changed.add(changed);
      kept.hasChanged ||= result.value.hasChanged;
    }
  }
  return kept;
}

async function noteProgress(
  tx: TenantTx,
  sync: SyncRow,
  page: FetchedPage,
  { changed, hasChanged }: Kept,
  tell: { isTime: boolean; isUntold: boolean },
): Promise<SavedPage> {
  const places = page.places.map((place) => ({ ...place, sortedBy: sortedBy(sync.kind, place) }));
  const fresh = unseen(page.from, places);
  const counted = new Set(fresh.filter((place) => isCounted(sync, place, changed)).map(({ shopifyId }) => shopifyId));
  const placed = new Set(places.map(({ shopifyId }) => shopifyId));
  // One whose times cannot be read stands nowhere, and counts.
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

/** An incremental sync looks back further than it is asked to: what was known there already is not counted. */
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
  return ids.reduce<string | null>((most, id) => (most === null || BigInt(id) > BigInt(most) ? id : most), null);
}
