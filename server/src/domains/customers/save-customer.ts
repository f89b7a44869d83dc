import { normalAddress } from "@deskhand/contract/addresses/address";
import type { AddressChange, CustomerDetail, CustomerEdit, NewCustomer } from "@deskhand/contract/customers";
import { limits } from "@deskhand/contract/limits";
import type { Acting } from "../../platform/acting.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { codeOf } from "../../platform/error-code.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import {
  countTicketsOf,
  deleteAddress,
  deleteCustomerRow,
  type EditableCustomer,
  forgetInAudit,
  insertAddress,
  insertCustomer,
  isOwnAddress,
  lockCustomer,
  selectAddresses,
  selectByEmail,
  updateCustomerValues,
  upsertCustomer,
} from "./customers.queries.ts";
import { loadCustomer } from "./list-customers.ts";
import { eraseSpellings, keepSpellings } from "./spellings.queries.ts";
import { insertErased } from "./store-customers.queries.ts";

/**
 * Adds a customer; an address has one only. An identical existing customer is taken as the result of an earlier
 * request, and returned.
 */
export async function createCustomer(tx: TenantTx, wanted: NewCustomer): Promise<CustomerDetail> {
  const id = newId();
  await refuseOwn(tx, wanted.email);
  const existing = await selectByEmail(tx, wanted.email);
  if (!existing && (await insertedUnlessTaken(tx, { ...wanted, id }))) {
    await emit(tx, "customer.created", { customerId: id });
    return loadCustomer(tx, id);
  }
  const owner = existing ?? (await selectByEmail(tx, wanted.email));
  // The owner was deleted meanwhile.
  if (!owner) throw fail("try_again");
  const isSame = owner.email === wanted.email && owner.name === wanted.name && owner.phone === wanted.phone;
  if (isSame) return loadCustomer(tx, owner.id);
  throw fail("customer_email_taken", { customerId: owner.id });
}

async function insertedUnlessTaken(tx: TenantTx, customer: NewCustomer & { id: string }): Promise<boolean> {
  return tryAgainOnConflict(() => insertCustomer(tx, customer));
}

/**
 * Saves edited values of a customer (docs/product.md#customers). A value that somebody else changed meanwhile is
 * refused unless it equals the wanted one, so repeating a request does nothing.
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
  await tryAgainOnConflict(() => updateCustomerValues(tx, id, values));
}

type Customer = { id: string; name: string | null; email: string };

const nameLength = 200;

/** A customer as a mail or a colleague names them; `written` is the address in its spelling, if that differs. */
type FoundCustomer = { email: string; name: string | null; written?: string; isHearsay?: boolean };

/**
 * Returns the tenant's customer with this address, made when missing; two mails at once make one customer. The name is
 * given to a customer without one; a hearsay name only to a new customer.
 */
export async function findOrCreateCustomer(
  tx: TenantTx,
  { email, name, written, isHearsay = false }: FoundCustomer,
): Promise<Customer> {
  const typed = email.trim().toLowerCase();
  const address = normalAddress(typed) ?? typed;
  const cleanName = name?.trim().slice(0, nameLength) || null;
  if (written !== undefined) await keepSpellings(tx, [{ email: address, written, isOwn: false }]);
  const row = await upsertCustomer(tx, { email: address, name: cleanName, isHearsay });
  return { id: row.id, name: row.name, email: address };
}

/** A customer's name in the audit log, "Jane Doe <jane@example.com>". An erasure removes it. */
export function nameCustomer({ name, email }: { name: string | null; email: string | null }): string {
  return [name, email && `<${email}>`].filter(Boolean).join(" ");
}

type AddressEdit = { id: string; email: string; change: AddressChange };

const audited = {
  add: "customer.address-added",
  remove: "customer.address-removed",
  "make-main": "customer.main-address-chosen",
} as const;

/**
 * Adds an address to a customer, removes one, or makes it the main one (docs/product.md#addresses-of-a-customer). Only
 * people may do this, as an address decides whose mail takes part. Repeating it changes nothing.
 */
export async function changeAddress(tx: TenantTx, by: Acting, wanted: AddressEdit): Promise<CustomerDetail> {
  const { id, email, change } = wanted;
  const customer = await lockCustomer(tx, id);
  if (!customer) throw fail("customer_not_found");
  const own = await selectAddresses(tx, id);
  const isDone = await changes[change](tx, { id, email, main: customer.email, own });
  if (isDone) {
    await record(tx, by, audited[change], { id, label: nameCustomer(customer) }, { email });
    await emit(tx, change === "make-main" ? "customer.updated" : "customer.addresses-changed", { customerId: id });
  }
  return loadCustomer(tx, id);
}

/** Fails for the store's own address: a customer who has it would be answered at the desk itself. */
async function refuseOwn(tx: TenantTx, email: string): Promise<void> {
  if (await isOwnAddress(tx, email))
    throw fail("input_invalid", { fields: { email: [`${email} is an address of this store`] } });
}

type AddressState = { id: string; email: string; main: string | null; own: string[] };

/** Each returns whether it changed anything. */
const changes: Record<AddressChange, (tx: TenantTx, known: AddressState) => Promise<boolean>> = {
  async add(tx, { id, email, main, own }) {
    if (own.includes(email)) return false;
    if (own.length >= limits.addressesOfCustomer) throw fail("too_many_addresses");
    const owner = await selectByEmail(tx, email);
    if (owner) throw fail("customer_email_taken", { customerId: owner.id });
    await refuseOwn(tx, email);
    await tryAgainOnConflict(() =>
      main === null ? updateCustomerValues(tx, id, { email }) : insertAddress(tx, { customerId: id, email }),
    );
    return true;
  },
  async remove(tx, { id, email, main }) {
    if (email === main) throw fail("customer_address_is_main");
    return deleteAddress(tx, { customerId: id, email });
  },
  async "make-main"(tx, { id, email, main, own }) {
    if (!own.includes(email)) throw fail("customer_address_not_found");
    if (email === main) return false;
    await updateCustomerValues(tx, id, { email });
    return true;
  },
};

/**
 * Runs a write of an address; when somebody takes the address in between, the caller is asked to try again and is then
 * told who has it.
 */
async function tryAgainOnConflict<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) === "23505") throw fail("try_again");
    throw error;
  }
}

/**
 * Deletes a customer without tickets (docs/product.md#customers), as nobody could reply to those. Their orders stay,
 * and the audit log keeps the name.
 */
export async function deleteCustomer(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  // Serializes with a ticket being opened for them.
  const customer = await lockCustomer(tx, id);
  if (!customer) throw fail("customer_not_found");
  const tickets = await countTicketsOf(tx, id);
  if (tickets > 0) throw fail("customer_has_tickets", { tickets });
  await deleteCustomerRow(tx, id);
  const { name, email } = customer;
  await record(tx, actor.userId, "customer.deleted", { id, label: nameCustomer(customer) }, { name, email });
  await emit(tx, "customer.deleted", { customerId: id });
  return { id };
}

/**
 * Erases a customer and all data about them (docs/product.md#erasing-a-customer). Each domain erases its own part on
 * `customer.redacted`, while the customer can still be looked up, and records the store's numbers of it. False when
 * they are gone already.
 */
export async function redactCustomer(tx: TenantTx, id: string): Promise<boolean> {
  const customer = await lockCustomer(tx, id);
  if (!customer) return false;
  if (customer.shopifyId !== null) await insertErased(tx, "customer", [customer.shopifyId]);
  await forgetInAudit(tx, id);
  await eraseSpellings(tx, id);
  await emit(tx, "customer.redacted", { customerId: id });
  await deleteCustomerRow(tx, id);
  await record(tx, null, "customer.redacted", id);
  return true;
}
