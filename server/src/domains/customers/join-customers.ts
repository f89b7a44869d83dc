import type { CustomerDetail } from "@deskhand/contract/customers";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { deleteCustomerRow } from "./customers.queries.ts";
import {
  addFigures,
  insertJoin,
  lendStore,
  lockCustomers,
  moveAddresses,
  restoreCustomer,
  selectJoin,
  selectKnownToStore,
  settleMain,
  takeAddressesBack,
  takeFiguresBack,
  takeStoreBack,
} from "./joins.queries.ts";
import { loadCustomer } from "./list-customers.ts";
import { nameCustomer } from "./save-customer.ts";

/** Lets one transaction per store join or part customers at a time; callers must not hold a ticket's lock. */
function lockJoins(tx: TenantTx): Promise<void> {
  return lockName(tx, "joined-customers");
}

/**
 * Joins one customer into another (docs/product.md#joining-customers): tickets, orders and addresses move and remember
 * their origin, so that the two can be parted. Repeating it changes nothing.
 */
export async function joinCustomers(
  tx: TenantTx,
  actor: Actor,
  { id, into }: { id: string; into: string },
): Promise<CustomerDetail> {
  if (id === into) throw fail("customer_joined_with_self");
  await lockJoins(tx);
  const locked = await lockCustomers(tx, [id, into]);
  const source = locked.find((row) => row.id === id);
  const target = locked.find((row) => row.id === into);
  if (target && !source && (await selectJoin(tx, id))?.into === into) return loadCustomer(tx, into);
  if (!source || !target) throw fail("customer_not_found");

  await addFigures(tx, id, into);
  await insertJoin(tx, id, into);
  await moveAddresses(tx, id, into);
  await emit(tx, "customer.joined", { customerId: id, into });
  await deleteCustomerRow(tx, id);
  const lender = target.shopifyId === null ? await selectKnownToStore(tx, into) : undefined;
  if (lender !== undefined) await lendStore(tx, lender, into);
  await settleMain(tx, into, source.email);
  await emit(tx, "customer.addresses-changed", { customerId: into });
  const { name, email } = source;
  await record(tx, actor.userId, "customer.joined", { id: into, label: nameCustomer(target) }, { name, email, id });
  return loadCustomer(tx, into);
}

/**
 * Parts a joined customer (docs/product.md#joining-customers): what came with them, and what came by their addresses
 * since, becomes theirs again. A customer who is not joined stays unchanged.
 */
export async function partCustomer(tx: TenantTx, actor: Actor, id: string): Promise<CustomerDetail> {
  await lockJoins(tx);
  const join = await selectJoin(tx, id);
  if (!join) return loadCustomer(tx, id);
  const { into: from, joinedAt } = join;
  const [root] = await lockCustomers(tx, [from]);
  if (!root) throw fail("customer_not_found");
  if (join.lendsStore) await takeStoreBack(tx, from, id);
  await takeFiguresBack(tx, from, id);
  await restoreCustomer(tx, id);
  await takeAddressesBack(tx, { from, to: id, main: join.email });
  await emit(tx, "customer.parted", { customerId: id, from, joinedAt });
  for (const customerId of [from, id]) await emit(tx, "customer.addresses-changed", { customerId });
  const { name, email } = join;
  await record(tx, actor.userId, "customer.parted", { id: from, label: nameCustomer(root) }, { name, email, id });
  return loadCustomer(tx, id);
}
