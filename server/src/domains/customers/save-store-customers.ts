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

type Known = CustomerRow;
type Added = CustomerRow & { createdAt: string };
/** A customer of the store with the row that is to hold it; `wish` is the address it should have. */
type Target = { customer: StoreCustomer; row: Known; isNew: boolean; wish: string | null };

/**
 * What becomes of customers of the store, given every row that has one of their ids or addresses
 * (docs/product.md#customers-of-the-store): rows to be changed, of which `moved` lose their address first, and new ones.
 */
function planStoreCustomers(
  customers: readonly StoreCustomer[],
  known: readonly Known[],
): { changed: Known[]; moved: string[]; added: Added[] } {
  const targets = targetsOf(newestOfEach(customers), known);
  const denied = deniedWishes(targets, known);
  const changed: Known[] = [];
  const added: Added[] = [];
  for (const target of targets) {
    const after = valuesAfter(target, !denied.has(target));
    if (target.isNew) added.push({ ...after, createdAt: target.customer.createdAt });
    else if (!isSame(target.row, after)) changed.push(after);
  }
  const emails = new Map(known.map(({ id, email }) => [id, email]));
  // Where another of their own becomes the main one, both stay theirs.
  const moved = changed.filter(
    ({ id, email, others }) => emails.get(id) !== null && emails.get(id) !== email && !others.includes(email ?? ""),
  );
  return { changed, moved: moved.map(({ id }) => id), added };
}

function newestOfEach(customers: readonly StoreCustomer[]): StoreCustomer[] {
  const newest = new Map<string, StoreCustomer>();
  for (const customer of customers) {
    const other = newest.get(customer.shopifyId);
    if (!other || isAfter(customer.updatedAt, other.updatedAt)) newest.set(customer.shopifyId, customer);
  }
  // In one order for everybody, so that whose address it is does not hang on the page's order.
  return [...newest.values()].sort((a, b) => (a.shopifyId < b.shopifyId ? -1 : 1));
}

function targetsOf(customers: readonly StoreCustomer[], known: readonly Known[]): Target[] {
  const byStoreId = new Map(known.flatMap((row) => (row.shopifyId ? [[row.shopifyId, row] as const] : [])));
  // By another address than the main one somebody is found whom the store does not know: it may know one person twice.
  const free = new Map([
    ...known.flatMap((row) => (row.shopifyId === null ? row.others.map((email) => [email, row] as const) : [])),
    ...known.flatMap((row) => (row.email ? [[row.email, row] as const] : [])),
  ]);
  const here = new Set(customers.map(({ shopifyId }) => shopifyId));
  const targets: Target[] = [];
  for (const customer of customers) {
    const own = byStoreId.get(customer.shopifyId);
    const linked = own ?? linkable(customer, free, here);
    for (const email of linked ? [linked.email ?? "", ...linked.others] : []) free.delete(email);
    // What is older than what is known says nothing.
    if (own?.saidAt && isAfter(own.saidAt, customer.updatedAt)) continue;
    const row = linked ?? emptyRow(customer);
    targets.push({ customer, row, isNew: !linked, wish: changedValue(customer, row, "email") });
  }
  return targets;
}

/**
 * The row that has a new customer's address: of somebody whom the store did not have, or whom it had under another id before
 * this one. Of two ids the later one has the address, as the platform gives it to one customer at a time.
 */
function linkable(
  { email, updatedAt }: StoreCustomer,
  free: ReadonlyMap<string, Known>,
  here: ReadonlySet<string>,
): Known | undefined {
  const row = email === null ? undefined : free.get(email);
  if (!row || row.shopifyId === null) return row;
  return here.has(row.shopifyId) || (row.saidAt && !isAfter(updatedAt, row.saidAt)) ? undefined : row;
}

/** Those whose address stays with whom it belongs to: neither is it free, nor does its holder move to another. */
function deniedWishes(targets: readonly Target[], known: readonly Known[]): Set<Target> {
  const movers = new Set(targets.filter(({ row, wish }) => wish !== row.email));
  const denied = new Set<Target>();
  const staying = new Map(known.map((row) => [row.id, row.email]));
  const others = new Map(known.flatMap(({ id, others: all }) => all.map((email) => [email, id])));
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
        // It keeps its own, which others may have counted on.
        staying.set(mover.row.id, mover.row.email);
        isSettled = false;
      } else held.add(mover.wish);
    }
  }
  return denied;
}

function valuesAfter({ customer, row, wish }: Target, isGranted: boolean): Known {
  const { shopifyId, totalOrders, totalSpent, lastOrderAt, updatedAt } = customer;
  // An address that was not granted counts as not said, and is asked for again the next time.
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

/** The store's value where it changed since it was last asked, else what is here; only a phone number is taken away again. */
function changedValue(customer: StoreCustomer, row: Known, field: keyof SharedValues): string | null {
  const [now, before, here] = [customer[field], row.said?.[field] ?? null, row[field]];
  if (now === before) return here;
  if (now !== null) return now;
  return field === "phone" && here === before ? null : here;
}

function emptyRow({ createdAt, totalOrders, totalSpent, lastOrderAt }: StoreCustomer): Known {
  // Its id sorts by when the customer came to the store, as those of others sort by when they came here.
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
