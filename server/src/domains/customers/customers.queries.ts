import type { FoundCustomer } from "@deskhand/contract/customers";
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

/** A customer by id. */
export function selectCustomer(tx: TenantTx, id: string) {
  return tx.selectFrom("customers").select(["id", "name", "email"]).where("id", "=", id).executeTakeFirst();
}

/** The customers whose name or address holds what is typed, whoever ordered last first. */
export const foundCustomersQuery = statement<{ typed: string; limit: number }, FoundCustomer>(
  new URL("./found-customers.sql", import.meta.url),
);
