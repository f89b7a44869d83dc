import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/**
 * The customers that a request of the platform is about: whoever has its number, and whoever has the address without being
 * somebody else at the platform; `isOthers` says that the address is such a one's now.
 */
export async function findAsked(
  tx: TenantTx,
  { id, email }: { id: string | null; email: string | null },
): Promise<{ ids: string[]; isOthers: boolean }> {
  const rows = await tx
    .selectFrom("customers")
    .select(["id", "shopify_customer_id as number"])
    .select(
      sql<boolean>`coalesce(${id} in (select shopify_customer_id from customer_joins j where j.into_id = customers.id), false)`.as(
        "isJoined",
      ),
    )
    .where((eb) =>
      eb.or([
        ...(id === null
          ? []
          : [
              eb("shopify_customer_id", "=", id),
              // Who was joined with them is the same person.
              eb("id", "in", eb.selectFrom("customer_joins").select("into_id").where("shopify_customer_id", "=", id)),
            ]),
        ...(email === null ? [] : [eb("id", "=", sql<string>`customer_with(${email})`)]),
        eb.lit(false),
      ]),
    )
    .orderBy("id")
    .execute();
  const theirs = rows.filter(({ number, isJoined }) => isJoined || number === null || id === null || number === id);
  return { ids: theirs.map((row) => row.id), isOthers: theirs.length < rows.length };
}

/** The addresses of the tenant's active admins. */
export async function selectAdmins(tx: TenantTx): Promise<string[]> {
  const rows = await tx
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .where("is_active", "=", true)
    .where("invited_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ email }) => email);
}
