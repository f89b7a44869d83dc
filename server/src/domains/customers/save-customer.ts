import type { CustomerDetail, CustomerEdit, NewCustomer } from "@deskhand/contract/customers";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import { refuseOwn } from "./change-address.ts";
import {
  type EditableCustomer,
  insertCustomer,
  lockCustomer,
  selectByEmail,
  updateCustomerValues,
} from "./customers.queries.ts";
import { loadCustomer } from "./list-customers.ts";
import { triedAgain } from "./tried-again.ts";

/** Adds a customer, one for an address. Who is just so already is what an earlier request made, and is returned. */
export async function createCustomer(tx: TenantTx, wanted: NewCustomer): Promise<CustomerDetail> {
  const id = newId();
  await refuseOwn(tx, wanted.email);
  const known = await selectByEmail(tx, wanted.email);
  if (!known && (await insertedUnlessTaken(tx, { ...wanted, id }))) {
    await emit(tx, "customer.created", { customerId: id });
    return loadCustomer(tx, id);
  }
  const owner = known ?? (await selectByEmail(tx, wanted.email));
  // Deleted in this moment.
  if (!owner) throw fail("try_again");
  const isSame = owner.email === wanted.email && owner.name === wanted.name && owner.phone === wanted.phone;
  if (isSame) return loadCustomer(tx, owner.id);
  throw fail("customer_email_taken", { customerId: owner.id });
}

async function insertedUnlessTaken(tx: TenantTx, customer: NewCustomer & { id: string }): Promise<boolean> {
  return triedAgain(() => insertCustomer(tx, customer));
}

/**
 * Saves what was edited of a customer (docs/product.md#customers). A value that somebody else changed meanwhile is not
 * written over, unless it already is what is wanted: a repeated request does nothing.
 */
export async function updateCustomer(
  tx: TenantTx,
  { id, ...edit }: CustomerEdit & { id: string },
): Promise<CustomerDetail> {
  const before = await lockCustomer(tx, id);
  if (!before) throw fail("customer_not_found");
  const values = changedValues(before, edit);
  if (Object.keys(values).length > 0) {
    await saveValues(tx, id, values);
    await emit(tx, "customer.updated", { customerId: id });
  }
  return loadCustomer(tx, id);
}

const fields = ["name", "email", "phone"] as const;

function changedValues(before: EditableCustomer, { expected, ...wanted }: CustomerEdit): Partial<EditableCustomer> {
  const values: Partial<EditableCustomer> = {};
  for (const field of fields) {
    const [current, next, shown] = [before[field], wanted[field], expected[field]];
    if (next === undefined || next === current) continue;
    if (shown !== undefined && shown !== current) throw fail("customer_changed_meanwhile", { field, value: current });
    values[field] = next;
  }
  return values;
}

async function saveValues(tx: TenantTx, id: string, values: Partial<EditableCustomer>): Promise<void> {
  if (values.email) await refuseOwn(tx, values.email);
  const owner = values.email ? await selectByEmail(tx, values.email) : undefined;
  if (owner && owner.id !== id) throw fail("customer_email_taken", { customerId: owner.id });
  await triedAgain(() => updateCustomerValues(tx, id, values));
}
