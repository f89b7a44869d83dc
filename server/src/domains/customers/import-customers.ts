import type { TenantTx } from "../../platform/db/tenant.ts";
import { insertCustomers } from "./customers.queries.ts";

/** A customer with its history; amounts in the store's currency. */
export type ImportedCustomer = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  shopifyCustomerId: string | null;
  totalOrders: number;
  totalSpent: number;
  lastOrderDate: string | null;
  createdAt: string;
};

/** Adds customers as they are, with their ids and times. */
export async function importCustomers(tx: TenantTx, customers: ImportedCustomer[]): Promise<void> {
  if (customers.length > 0) await insertCustomers(tx, customers);
}
