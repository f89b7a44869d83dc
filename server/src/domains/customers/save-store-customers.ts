import { newId } from "../../platform/db/ids.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { selectJoinedIds, updateJoinedFigures } from "./joins.queries.ts";
import {
  type CustomerRow,
  insertRows,
  lockRowsOf,
  releaseAddresses,
  type SharedValues,
  type StoreCustomer,
  selectErased,
  selectGone,
  updateRows,
} from "./store-customers.queries.ts";

/** Lets one transaction per tenant save customers and orders of the store at a time, to avoid deadlocks. */
export function lockStoreData(tx: TenantTx): Promise<void> {
  return lockName(tx, "store-data");
}

/**
 * Saves customers of the store (docs/product.md#customers-of-the-store): found by store id, then by address; older data
 * changes nothing. Returns the ids of the rows written. Throws 23505 where an address is taken meanwhile: try the
 * transaction again.
 */
export async function saveStoreCustomers(tx: TenantTx, customers: readonly StoreCustomer[]): Promise<string[]> {
  if (customers.length === 0) return [];
  await lockStoreData(tx);
  const ids = customers.map(({ shopifyId }) => shopifyId);
  const erased = await selectErased(tx, "customer", ids);
  // A late answer does not bring back a customer deleted meanwhile.
  const deletedIds = await selectGone(tx, "customer", ids);
  const current = customers.filter(({ shopifyId }) => !erased.has(shopifyId) && !deletedIds.has(shopifyId));
  const joined = await selectJoinedIds(tx, ids);
  for (const customer of current) if (joined.has(customer.shopifyId)) await updateJoinedFigures(tx, customer);
  return saveLocked(
    tx,
    current.filter(({ shopifyId }) => !joined.has(shopifyId)),
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
  const retried = customers.filter(({ shopifyId }) => missed.has(shopifyId));
  // A mail made a customer with such an address meanwhile, so there is a row to link now.
  return [...written, ...inserted, ...(retried.length > 0 ? await saveLocked(tx, retried) : [])];
}

type Known = CustomerRow;
type NewRow = CustomerRow & { createdAt: string };
/** A customer of the store with the row to hold it; `wish` is the address it should have. */
type Target = { customer: StoreCustomer; row: Known; isNew: boolean; wish: string | null };

/**
 * Plans how customers of the store are saved, given every row with one of their ids or addresses
 * (docs/product.md#customers-of-the-store): rows to change, of which `moved` lose their address first, and new ones.
 */
function planStoreCustomers(
  customers: readonly StoreCustomer[],
  rows: readonly Known[],
): { changed: Known[]; moved: string[]; added: NewRow[] } {
  const targets = targetsOf(newestOfEach(customers), rows);
  const denied = deniedWishes(targets, rows);
  const changed: Known[] = [];
  const newRows: NewRow[] = [];
  for (const target of targets) {
    const after = valuesAfter(target, !denied.has(target));
    if (target.isNew) newRows.push({ ...after, createdAt: target.customer.createdAt });
    else if (!isSame(target.row, after)) changed.push(after);
  }
  const emails = new Map(rows.map(({ id, email }) => [id, email]));
  // A customer whose second address becomes the main one keeps both.
  const moved = changed.filter(
    ({ id, email, others }) => emails.get(id) !== null && emails.get(id) !== email && !others.includes(email ?? ""),
  );
  return { changed, moved: moved.map(({ id }) => id), added: newRows };
}

function newestOfEach(customers: readonly StoreCustomer[]): StoreCustomer[] {
  const newest = new Map<string, StoreCustomer>();
  for (const customer of customers) {
    const other = newest.get(customer.shopifyId);
    if (!other || isAfter(customer.updatedAt, other.updatedAt)) newest.set(customer.shopifyId, customer);
  }
  // Sorted, so that who gets an address does not depend on the page's order.
  return [...newest.values()].sort((a, b) => (a.shopifyId < b.shopifyId ? -1 : 1));
}

function targetsOf(customers: readonly StoreCustomer[], rows: readonly Known[]): Target[] {
  const byStoreId = new Map(rows.flatMap((row) => (row.shopifyId ? [[row.shopifyId, row] as const] : [])));
  // A second address links only a customer whom the store does not know yet: the store may have one person twice.
  const linkableRows = new Map([
    ...rows.flatMap((row) => (row.shopifyId === null ? row.others.map((email) => [email, row] as const) : [])),
    ...rows.flatMap((row) => (row.email ? [[row.email, row] as const] : [])),
  ]);
  const storeIds = new Set(customers.map(({ shopifyId }) => shopifyId));
  const targets: Target[] = [];
  for (const customer of customers) {
    const own = byStoreId.get(customer.shopifyId);
    const linked = own ?? linkable(customer, linkableRows, storeIds);
    for (const email of linked ? [linked.email ?? "", ...linked.others] : []) linkableRows.delete(email);
    // Older data changes nothing.
    if (own?.saidAt && isAfter(own.saidAt, customer.updatedAt)) continue;
    const row = linked ?? emptyRow(customer);
    targets.push({ customer, row, isNew: !linked, wish: changedValue(customer, row, "email") });
  }
  return targets;
}

/**
 * The row with a new customer's address: of a customer without a store id, or with an earlier one. Of two ids the later
 * has the address, as the platform gives it to one customer at a time.
 */
function linkable(
  { email, updatedAt }: StoreCustomer,
  linkableRows: ReadonlyMap<string, Known>,
  storeIds: ReadonlySet<string>,
): Known | undefined {
  const row = email === null ? undefined : linkableRows.get(email);
  if (!row || row.shopifyId === null) return row;
  return storeIds.has(row.shopifyId) || (row.saidAt && !isAfter(updatedAt, row.saidAt)) ? undefined : row;
}

/** The targets that cannot have their address: it is in use, and its holder does not move. */
function deniedWishes(targets: readonly Target[], rows: readonly Known[]): Set<Target> {
  const movers = new Set(targets.filter(({ row, wish }) => wish !== row.email));
  const denied = new Set<Target>();
  const staying = new Map(rows.map((row) => [row.id, row.email]));
  const others = new Map(rows.flatMap(({ id, others: all }) => all.map((email) => [email, id])));
  for (const { row, wish } of movers)
    if (row.email !== null && wish !== null && row.others.includes(wish)) others.set(row.email, row.id);
  const isOthers = ({ row, wish }: Target) => wish !== null && (others.get(wish) ?? row.id) !== row.id;
  for (const { row } of movers) staying.delete(row.id);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    const held = new Set(staying.values());
    for (const mover of movers) {
      if (mover.wish !== null && (held.has(mover.wish) || isOthers(mover))) {
        denied.add(mover);
        movers.delete(mover);
        // It keeps its own address, which others may have counted on.
        staying.set(mover.row.id, mover.row.email);
        isSettled = false;
      } else held.add(mover.wish);
    }
  }
  return denied;
}

function valuesAfter({ customer, row, wish }: Target, isGranted: boolean): Known {
  const { shopifyId, totalOrders, totalSpent, lastOrderAt, updatedAt } = customer;
  // An address that was not granted counts as not received, so the next sync asks for it again.
  const said = { name: customer.name, email: isGranted ? customer.email : (row.said?.email ?? null) };
  return {
    id: row.id,
    others: row.others,
    shopifyId,
    totalOrders,
    totalSpent,
    lastOrderAt,
    saidAt: updatedAt,
    said: { ...said, phone: customer.phone },
    name: changedValue(customer, row, "name"),
    email: isGranted ? wish : row.email,
    phone: changedValue(customer, row, "phone"),
  };
}

/** The store's value where it changed since the last sync, else ours; only a phone number can also be removed. */
function changedValue(customer: StoreCustomer, row: Known, field: keyof SharedValues): string | null {
  const [now, before, own] = [customer[field], row.said?.[field] ?? null, row[field]];
  if (now === before) return own;
  if (now !== null) return now;
  return field === "phone" && own === before ? null : own;
}

function emptyRow({ createdAt, totalOrders, totalSpent, lastOrderAt }: StoreCustomer): Known {
  // The id sorts by when the customer joined the store, as other ids sort by creation.
  const id = newId(Math.max(0, Math.min(Date.parse(createdAt), Date.now())));
  const nothing = { name: null, email: null, phone: null, shopifyId: null, said: null, saidAt: null };
  return { id, others: [], ...nothing, totalOrders, totalSpent, lastOrderAt };
}

const shared = ["name", "email", "phone"] as const;

function isSame(row: Known, after: Known): boolean {
  const isSaid = row.said !== null && shared.every((field) => row.said?.[field] === after.said?.[field]);
  const plain = ["shopifyId", "totalOrders", "totalSpent", "lastOrderAt", "saidAt", ...shared] as const;
  return isSaid && plain.every((field) => row[field] === after[field]);
}

const isAfter = (time: string, other: string) => Date.parse(time) > Date.parse(other);
