import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectJoinedIds, updateJoinedFigures } from "./joins.queries.ts";
import { planStoreCustomers } from "./plan-store-customers.ts";
import {
  insertRows,
  lockRowsOf,
  releaseAddresses,
  type StoreCustomer,
  selectErased,
  selectGone,
  updateRows,
} from "./store-customers.queries.ts";

/** Of the store's customers and orders one transaction of a tenant at a time is saved, so that two never wait for each other. */
export function lockStoreData(tx: TenantTx): Promise<void> {
  return lockName(tx, "store-data");
}

/**
 * Takes over customers of the store as docs/product.md#customers-of-the-store says: found by the store's id, then by address;
 * what is older than what is known changes nothing. Returns the ids of the rows that it wrote. Throws 23505 where somebody
 * else took an address in this moment: the transaction is to be tried again.
 */
export async function saveStoreCustomers(tx: TenantTx, customers: readonly StoreCustomer[]): Promise<string[]> {
  if (customers.length === 0) return [];
  await lockStoreData(tx);
  const ids = customers.map(({ shopifyId }) => shopifyId);
  const erased = await selectErased(tx, "customer", ids);
  // An answer that was long on its way does not bring back who was deleted meanwhile.
  const gone = await selectGone(tx, "customer", ids);
  const known = customers.filter(({ shopifyId }) => !erased.has(shopifyId) && !gone.has(shopifyId));
  const joined = await selectJoinedIds(tx, ids);
  for (const one of known) if (joined.has(one.shopifyId)) await updateJoinedFigures(tx, one);
  return saveLocked(
    tx,
    known.filter(({ shopifyId }) => !joined.has(shopifyId)),
  );
}

async function saveLocked(tx: TenantTx, customers: readonly StoreCustomer[]): Promise<string[]> {
  const { changed, moved, added } = planStoreCustomers(customers, await lockRowsOf(tx, customers));
  if (moved.length > 0) await releaseAddresses(tx, moved);
  if (changed.length > 0) await updateRows(tx, changed);
  const written = changed.map(({ id }) => id);
  if (added.length === 0) return written;
  const inserted = await insertRows(tx, added);
  const missed = new Set(added.filter(({ id }) => !inserted.has(id)).map(({ shopifyId }) => shopifyId));
  const again = customers.filter(({ shopifyId }) => missed.has(shopifyId));
  // A mail made a customer with such an address in this moment: now there is a row to be linked.
  return [...written, ...inserted, ...(again.length > 0 ? await saveLocked(tx, again) : [])];
}
