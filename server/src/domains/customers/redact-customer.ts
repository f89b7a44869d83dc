import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { record } from "../audit/index.ts";
import { deleteCustomerRow, lockCustomer } from "./customers.queries.ts";
import { insertErased } from "./store-customers.queries.ts";

/**
 * Erases a customer with all that is kept of them (docs/product.md#erasing-a-customer): each domain erases its own on
 * `customer.redacted`, while they are still there to be looked up, and notes the store's numbers of it. False when they are gone already.
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
