import { sql } from "kysely";
import { newId } from "../../platform/db/ids.ts";
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
