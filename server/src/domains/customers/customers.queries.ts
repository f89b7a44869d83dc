import type { FoundCustomer, NewCustomer } from "@deskhand/contract/customers";
import { type Insertable, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { statement } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** The customer with this address, made when there is none; a missing name is filled in, a given one is kept. */
export function upsertCustomer(tx: TenantTx, email: string, name: string | null) {
  return tx
    .insertInto("customers")
    .values({ id: newId(), email, name })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "email"]).doUpdateSet({
        name: sql`coalesce(customers.name, excluded.name)`,
        updated_at: sql`case when customers.name is null and excluded.name is not null then now() else customers.updated_at end`,
      }),
    )
    .returning(["id", "name", "email"])
    .executeTakeFirstOrThrow();
}

/** A customer with its history; amounts in the store's currency. */
export type ImportedCustomer = Insertable<Database["customers"]> & { name: string; email: string; created_at: string };

/** Writes customers as they are, with their ids and times. */
export async function insertCustomers(tx: TenantTx, customers: ImportedCustomer[]): Promise<void> {
  if (customers.length > 0) await tx.insertInto("customers").values(customers).execute();
}

/** A customer by id, who is not deleted until the transaction ends. */
export function selectCustomer(tx: TenantTx, id: string) {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email"])
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
}

/** A customer's address; null when they have none or are gone. */
export async function selectAddress(tx: TenantTx, id: string): Promise<string | null> {
  const row = await tx.selectFrom("customers").select("email").where("id", "=", id).executeTakeFirst();
  return row?.email ?? null;
}

/** The customers whose name or address holds what is typed, whoever ordered last first. */
export const foundCustomersQuery = statement<{ typed: string; limit: number }, FoundCustomer>(
  new URL("./found-customers.sql", import.meta.url),
);

/** Writes a new customer; false, and nothing is written, when somebody has the address. */
export async function insertCustomer(tx: TenantTx, customer: NewCustomer & { id: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("customers")
    .values(customer)
    .onConflict((conflict) => conflict.columns(["client_id", "email"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** What can be edited of the customer with this address. */
export function selectByEmail(tx: TenantTx, email: string): Promise<({ id: string } & EditableCustomer) | undefined> {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email", "phone"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** What of a customer can be edited. */
export type EditableCustomer = { name: string | null; email: string | null; phone: string | null };

/** A customer's editable values and their number at the store, locked until the transaction ends. */
export function lockCustomer(
  tx: TenantTx,
  id: string,
): Promise<(EditableCustomer & { shopifyId: string | null }) | undefined> {
  return tx
    .selectFrom("customers")
    .select(["name", "email", "phone", "shopify_customer_id as shopifyId"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Saves what was edited of a customer, with updated_at = now. */
export async function updateCustomerValues(tx: TenantTx, id: string, values: Partial<EditableCustomer>): Promise<void> {
  await tx
    .updateTable("customers")
    .set({ ...values, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/** How many tickets a customer has. */
export async function countTicketsOf(tx: TenantTx, customerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("support_tickets")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes a customer's row; their orders stay, without a customer. */
export async function deleteCustomerRow(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("customers").where("id", "=", id).execute();
}
