import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { record } from "../audit/index.ts";
import { deleteCustomerRow, lockCustomer } from "./customers.queries.ts";

/**
 * Erases a customer with all that is kept of them (docs/product.md#erasing-a-customer): each domain erases its own on
 * `customer.redacted`, while they are still there to be looked up. False when they are gone already.
 */
export async function redactCustomer(tx: TenantTx, id: string): Promise<boolean> {
  if (!(await lockCustomer(tx, id))) return false;
  await emit(tx, "customer.redacted", { customerId: id });
  await deleteCustomerRow(tx, id);
  await record(tx, null, "customer.redacted", id);
  return true;
}
