import type { FoundCustomer } from "@deskhand/contract/customers";
import { sql } from "kysely";
import { newId } from "../../platform/db/ids.ts";
import { statement } from "../../platform/db/statement.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { ImportedCustomer } from "./import-customers.ts";

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

/** Writes customers as they are. */
export async function insertCustomers(tx: TenantTx, customers: ImportedCustomer[]): Promise<void> {
  await tx
    .insertInto("customers")
    .values(
      customers.map((customer) => ({
        id: customer.id,
        name: customer.name,
        email: customer.email,
        phone: customer.phone,
        shopify_customer_id: customer.shopifyCustomerId,
        total_orders: customer.totalOrders,
        total_spent: customer.totalSpent,
        last_order_date: customer.lastOrderDate,
        created_at: customer.createdAt,
        updated_at: customer.lastOrderDate ?? customer.createdAt,
      })),
    )
    .execute();
}

/** A customer by id. */
export function selectCustomer(tx: TenantTx, id: string) {
  return tx.selectFrom("customers").select(["id", "name", "email"]).where("id", "=", id).executeTakeFirst();
}

/** The customers whose name or address holds what is typed, whoever ordered last first. */
export const foundCustomersQuery = statement<{ typed: string; limit: number }, FoundCustomer>(
  new URL("./found-customers.sql", import.meta.url),
);
