import type { AddressChange, CustomerDetail } from "@deskhand/contract/customers";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { deleteAddress, insertAddress, isOwnAddress, selectAddresses } from "./addresses.queries.ts";
import { lockCustomer, selectByEmail, updateCustomerValues } from "./customers.queries.ts";
import { loadCustomer } from "./list-customers.ts";
import { nameCustomer } from "./name-customer.ts";
import { triedAgain } from "./tried-again.ts";

type Wanted = { id: string; email: string; change: AddressChange };

const audited = {
  add: "customer.address-added",
  remove: "customer.address-removed",
  "make-main": "customer.main-address-chosen",
} as const;

/**
 * Adds an address to a customer, takes one off, or makes it the main one (docs/product.md#addresses-of-a-customer): by people alone, as
 * whose an address is decides whose mail takes part. What is so already stays so.
 */
export async function changeAddress(tx: TenantTx, actor: Actor, wanted: Wanted): Promise<CustomerDetail> {
  const { id, email, change } = wanted;
  const customer = await lockCustomer(tx, id);
  if (!customer) throw fail("customer_not_found");
  const own = await selectAddresses(tx, id);
  const isDone = await changes[change](tx, { id, email, main: customer.email, own });
  if (isDone) {
    await record(tx, actor.userId, audited[change], { id, label: nameCustomer(customer) }, { email });
    await emit(tx, change === "make-main" ? "customer.updated" : "customer.addresses-changed", { customerId: id });
  }
  return loadCustomer(tx, id);
}

/** Fails where an address is the store's own: whose it became would be answered at the desk itself. */
export async function refuseOwn(tx: TenantTx, email: string): Promise<void> {
  if (await isOwnAddress(tx, email))
    throw fail("input_invalid", { fields: { email: [`${email} is an address of this store`] } });
}

type Known = { id: string; email: string; main: string | null; own: string[] };

/** Each gives whether it changed anything. */
const changes: Record<AddressChange, (tx: TenantTx, known: Known) => Promise<boolean>> = {
  async add(tx, { id, email, main, own }) {
    if (own.includes(email)) return false;
    if (own.length >= limits.addressesOfCustomer) throw fail("too_many_addresses");
    const owner = await selectByEmail(tx, email);
    if (owner) throw fail("customer_email_taken", { customerId: owner.id });
    await refuseOwn(tx, email);
    await triedAgain(() =>
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
