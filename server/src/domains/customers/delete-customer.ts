import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { countTicketsOf, deleteCustomerRow, lockCustomer } from "./customers.queries.ts";
import { nameCustomer } from "./save-customer.ts";
import { insertErased } from "./store-customers.queries.ts";

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
  await emit(tx, "customer.redacted", { customerId: id });
  await deleteCustomerRow(tx, id);
  await record(tx, null, "customer.redacted", id);
  return true;
}
