import type { TenantTx } from "../../platform/db/tenant.ts";
import { upsertCustomer } from "./customers.queries.ts";

export type Customer = { id: string; name: string | null; email: string };

const nameLength = 200;

/** The tenant's customer with this address, made when there is none; two mails at once make one customer. */
export async function findOrCreateCustomer(
  tx: TenantTx,
  { email, name }: { email: string; name: string | null },
): Promise<Customer> {
  const address = email.trim().toLowerCase();
  const cleanName = name?.trim().slice(0, nameLength) || null;
  const row = await upsertCustomer(tx, address, cleanName);
  return { id: row.id, name: row.name, email: address };
}
