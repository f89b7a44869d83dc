import type { TenantTx } from "../../platform/db/tenant.ts";

/** A customer's addresses; none when they are gone. */
export async function selectAddresses(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom("customer_addresses").select("email").where("customer_id", "=", id).execute();
  return rows.map(({ email }) => email);
}

/** Whether mail to an address comes to the desk itself. */
export async function isOwnAddress(tx: TenantTx, email: string): Promise<boolean> {
  const own = tx.selectFrom("inbound_addresses").select("address").where("address", "=", email);
  return (await own.executeTakeFirst()) !== undefined;
}

type Address = { customerId: string; email: string };

/** Adds an address to a customer; 23505 where somebody else has it. */
export async function insertAddress(tx: TenantTx, { customerId, email }: Address): Promise<void> {
  await tx.insertInto("customer_addresses").values({ customer_id: customerId, email }).execute();
}

/** Takes an address off a customer; false where it is none of theirs. */
export async function deleteAddress(tx: TenantTx, { customerId, email }: Address): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("customer_addresses")
    .where("email", "=", email)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
