import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../../platform/db/statement.ts";
import type { Code } from "./resolve-number.ts";

/** An order that has the number, with its customer; or a customer who has it as their phone. */
type ResolvedRow = { orderName: string | null; email: string | null; customerName: string | null };

/** Finds the newest order with this name or parcel, else the customer with this phone. */
export function resolveNumberQuery({ keys, numbers, parcels, phone }: Code): CompiledQuery<ResolvedRow> {
  const named = compose
    .selectFrom(
      sql<{ id: string }>`find_named_orders(${keys}::text[], ${numbers}::text[], ${parcels}::text[])`.as("found"),
    )
    .innerJoin("shopify_orders as o", "o.id", "found.id")
    .leftJoin("customers as c", "c.id", "o.customer_id")
    .select([sql<string | null>`o.name`.as("orderName"), sql<string | null>`coalesce(c.email, o.email)`.as("email")])
    .select(["c.name as customerName", "o.shopify_created_at as at", sql<number>`0`.as("kind")]);
  const reached = compose
    .selectFrom(sql<{ id: string }>`(select find_phones(${phone}) as id)`.as("found"))
    .innerJoin("customers as c", "c.id", "found.id")
    .select([sql<string | null>`null`.as("orderName"), "c.email", "c.name as customerName"])
    .select(["c.created_at as at", sql<number>`1`.as("kind")])
    .where(sql<boolean>`${phone}::text is not null`);
  return compose
    .selectFrom(named.unionAll(reached).as("meant"))
    .select(["orderName", "email", "customerName"])
    .orderBy("kind")
    .orderBy("at", "desc")
    .limit(1)
    .compile();
}
