import { normalAddress } from "@deskhand/contract/addresses/address";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { upsertCustomer } from "./customers.queries.ts";

export type Customer = { id: string; name: string | null; email: string };

const nameLength = 200;

/**
 * The tenant's customer with this address, made when there is none; two mails at once make one customer. One who has no name gets this,
 * unless it is hearsay: then it is that of a new one alone.
 */
export async function findOrCreateCustomer(
  tx: TenantTx,
  { email, name, isHearsay = false }: { email: string; name: string | null; isHearsay?: boolean },
): Promise<Customer> {
  const given = email.trim().toLowerCase();
  const address = normalAddress(given) ?? given;
  const cleanName = name?.trim().slice(0, nameLength) || null;
  const row = await upsertCustomer(tx, { email: address, name: cleanName, isHearsay });
  return { id: row.id, name: row.name, email: address };
}
