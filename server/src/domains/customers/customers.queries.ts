import type { FoundCustomer, NewCustomer } from "@deskhand/contract/customers";
import { type Insertable, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { builtOnce, statement } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { ticketsOf } from "./asked.queries.ts";

type Upserted = { id: string; email: string; name: string | null; isHearsay: boolean };
type Found = { id: string; name: string | null };

/**
 * Finds or makes a customer in one statement, as every mail asks for it. An existing owner of the address cannot be
 * deleted until the transaction ends; a new customer gets it as the main address. Of two inserts at once, the second
 * returns the first one's row.
 */
const upsertedCustomer = builtOnce((db, { id, email, name, isHearsay }: Upserted) =>
  db
    .with("found", (cte) =>
      cte
        .selectFrom("customers as c")
        .innerJoin("customer_addresses as a", "a.customer_id", "c.id")
        .select(["c.id", "c.name"])
        .where("a.email", "=", email)
        .forKeyShare("c"),
    )
    .with("named", (cte) =>
      cte
        .updateTable("customers")
        .from("found")
        .set({ name, updated_at: sql<string>`now()` })
        .whereRef("customers.id", "=", "found.id")
        .where(sql<boolean>`found.name is null and ${name}::text is not null and not ${isHearsay}::boolean`)
        .returning(["customers.id", "customers.name"]),
    )
    .with("made", (cte) => {
      const mayName = sql<boolean>`customers.name is null and excluded.name is not null and not ${isHearsay}::boolean`;
      return cte
        .insertInto("customers")
        .columns(["id", "email", "name"])
        .expression(
          cte
            .selectNoFrom([
              sql<string>`${id}::uuid`.as("id"),
              sql<string>`${email}::text`.as("email"),
              sql<string | null>`${name}::text`.as("name"),
            ])
            .where(sql<boolean>`not exists (select from found)`),
        )
        .onConflict((conflict) =>
          conflict.columns(["client_id", "email"]).doUpdateSet({
            name: sql`case when ${mayName} then excluded.name else customers.name end`,
            updated_at: sql`case when ${mayName} then now() else customers.updated_at end`,
          }),
        )
        .returning(["id", "name"]);
    })
    .selectNoFrom((eb) => [
      sql<string>`coalesce((select id from made), (select id from found))`.as("id"),
      eb.fn
        .coalesce(
          sql<string | null>`(select name from made)`,
          sql<string | null>`(select name from named)`,
          sql<string | null>`(select name from found)`,
        )
        .as("name"),
    ]),
);

/** Returns the customer with this address, made when missing; an empty name is filled in, an existing one kept. */
export async function upsertCustomer(tx: TenantTx, customer: Omit<Upserted, "id">): Promise<Found> {
  const { rows } = await tx.executeQuery(upsertedCustomer({ id: newId(), ...customer }));
  const [found] = rows;
  if (!found) throw new Error("A customer was neither made nor found");
  return found;
}

/** A customer with imported history; amounts in the store's currency. */
export type ImportedCustomer = Insertable<Database["customers"]> & { name: string; email: string; created_at: string };

/** Inserts customers with the ids and times they bring. */
export async function insertCustomers(tx: TenantTx, customers: ImportedCustomer[]): Promise<void> {
  if (customers.length > 0) await tx.insertInto("customers").values(customers).execute();
}

/** A customer by id, who cannot be deleted until the transaction ends. */
export function selectCustomer(tx: TenantTx, id: string) {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email"])
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
}

/** Customers whose name or address contains the typed text, latest order first. */
export const foundCustomersQuery = statement<{ typed: string; limit: number }, FoundCustomer>(
  new URL("./found-customers.sql", import.meta.url),
);

/** Inserts a customer; returns false, writing nothing, when the main address is taken. */
export async function insertCustomer(tx: TenantTx, customer: NewCustomer & { id: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("customers")
    .values(customer)
    .onConflict((conflict) => conflict.columns(["client_id", "email"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The editable values of the customer who owns this address. */
export function selectByEmail(tx: TenantTx, email: string): Promise<({ id: string } & EditableCustomer) | undefined> {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email", "phone"])
    .where("id", "=", sql<string>`customer_with(${email})`)
    .executeTakeFirst();
}

/** The values of a customer that people may edit. */
export type EditableCustomer = { name: string | null; email: string | null; phone: string | null };

/** A customer's editable values and store number, locked until the transaction ends. */
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

/** Saves edited values and sets updated_at. */
export async function updateCustomerValues(tx: TenantTx, id: string, values: Partial<EditableCustomer>): Promise<void> {
  await tx
    .updateTable("customers")
    .set({ ...values, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/** Counts a customer's tickets. */
export async function countTicketsOf(tx: TenantTx, customerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom(ticketsOf.answer(sql.val(customerId)).as("theirs"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes a customer's row; their orders stay, without a customer. */
export async function deleteCustomerRow(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("customers").where("id", "=", id).execute();
}

/** A customer's addresses; empty when the customer is gone. */
export async function selectAddresses(tx: TenantTx, id: string): Promise<string[]> {
  const rows = await tx.selectFrom("customer_addresses").select("email").where("customer_id", "=", id).execute();
  return rows.map(({ email }) => email);
}

/** Whether mail to an address arrives at this desk. */
export async function isOwnAddress(tx: TenantTx, email: string): Promise<boolean> {
  const own = tx.selectFrom("inbound_addresses").select("address").where("address", "=", email);
  return (await own.executeTakeFirst()) !== undefined;
}

type Address = { customerId: string; email: string };

/** Adds an address to a customer; throws 23505 where another customer has it. */
export async function insertAddress(tx: TenantTx, { customerId, email }: Address): Promise<void> {
  await tx.insertInto("customer_addresses").values({ customer_id: customerId, email }).execute();
}

/** Removes an address from a customer; false where they do not have it. */
export async function deleteAddress(tx: TenantTx, { customerId, email }: Address): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("customer_addresses")
    .where("email", "=", email)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes a customer's name and address out of the audit log; what was done by whom and when stays. */
export async function forgetInAudit(tx: TenantTx, customerId: string): Promise<void> {
  await tx.selectNoFrom(sql`forget_in_audit(${customerId}::uuid)`.as("forgotten")).execute();
}
