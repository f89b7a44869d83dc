import type { Money } from "@deskhand/contract/page";
import { type Expression, sql } from "kysely";
import { type GivenRow, givenRows } from "../../platform/db/given-rows.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Values of a customer that both the store and agents may change. */
export type SharedValues = { name: string | null; email: string | null; phone: string | null };
/** Figures that only the store counts. */
type Figures = { totalOrders: number; totalSpent: Money; lastOrderAt: string | null };

/** A customer as the store's platform has it; address in lower case, amounts in the store's currency. */
export type StoreCustomer = SharedValues & Figures & { shopifyId: string; createdAt: string; updatedAt: string };

/** A customer's row, as far as the store may change it. */
export type CustomerRow = SharedValues &
  Figures & {
    id: string;
    /** Addresses besides the main one. */
    others: string[];
    shopifyId: string | null;
    /** The values of the last sync; null for a customer the store does not have. */
    said: SharedValues | null;
    saidAt: string | null;
  };

/** The store's figures of customers joined under other ids, which are part of this customer's figures. */
function ofJoined(figure: "total_orders" | "total_spent", id: string) {
  return sql`(select coalesce(sum(${sql.ref(`j.${figure}`)}), 0) from customer_joins j
    where j.into_id = ${sql.ref(id)} and not j.lends_store)`;
}

/**
 * The rows these customers may be, by store id or address, with figures of their own, locked until the transaction
 * ends.
 */
export function lockRowsOf(tx: TenantTx, customers: readonly StoreCustomer[]): Promise<CustomerRow[]> {
  const ids = customers.map(({ shopifyId }) => shopifyId);
  const emails = customers.flatMap(({ email }) => email ?? []);
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email", "phone", "shopify_customer_id as shopifyId"])
    .select(["last_order_date as lastOrderAt", "shopify_updated_at as saidAt"])
    .select([
      sql<number>`total_orders - ${ofJoined("total_orders", "customers.id")}::int`.as("totalOrders"),
      sql<Money>`(total_spent - ${ofJoined("total_spent", "customers.id")})::text`.as("totalSpent"),
    ])
    .select(sql<SharedValues | null>`shopify_values`.as("said"))
    .select(sql<string[]>`array_remove(addresses_of(id), email)`.as("others"))
    .where(
      sql<boolean>`(shopify_customer_id = any (${ids}::text[]) or id in (
        select a.customer_id from customer_addresses a where a.email = any (${emails}::text[])))`,
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** Removes addresses from rows that get another, so that two can swap theirs. */
export async function releaseAddresses(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.updateTable("customers").set({ email: null }).where("id", "in", ids).execute();
}

const columns = {
  id: "uuid",
  name: "text",
  email: "text",
  phone: "text",
  shopify_customer_id: "text",
  total_orders: "int",
  total_spent: "numeric",
  last_order_date: "timestamptz",
  shopify_values: "jsonb",
  shopify_updated_at: "timestamptz",
} as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

const columnsOf = (row: CustomerRow): GivenRow<typeof columns> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  shopify_customer_id: row.shopifyId,
  total_orders: row.totalOrders,
  total_spent: row.totalSpent,
  last_order_date: row.lastOrderAt,
  shopify_values: row.said,
  shopify_updated_at: row.saidAt,
});

/** Saves rows that the store changed. */
export async function updateRows(tx: TenantTx, rows: readonly CustomerRow[]): Promise<void> {
  const changed = names.filter((name) => name !== "id");
  await tx
    .updateTable("customers")
    .from(givenRows(columns, rows.map(columnsOf)))
    .set({
      ...Object.fromEntries(changed.map((name) => [name, sql.ref(`given.${name}`)])),
      total_orders: sql<number>`given.total_orders + ${ofJoined("total_orders", "given.id")}::int`,
      total_spent: sql<Money>`given.total_spent + ${ofJoined("total_spent", "given.id")}`,
      updated_at: sql`clock_timestamp()`,
    })
    .where(sql<boolean>`customers.id = given.id`)
    .execute();
}

/** Inserts new customers; returns the ids of those whose address or id was still free. */
export async function insertRows(
  tx: TenantTx,
  rows: readonly (CustomerRow & { createdAt: string })[],
): Promise<Set<string>> {
  const values = rows.map((row) => ({ ...columnsOf(row), created_at: row.createdAt }));
  const inserted = await tx
    .insertInto("customers")
    .columns([...names, "created_at"])
    .expression(
      tx
        .selectFrom(givenRows({ ...columns, created_at: "timestamptz" }, values))
        .select([...names, "created_at"])
        .orderBy("id"),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** Which of these store numbers were erased on request. */
export async function selectErased(
  tx: TenantTx,
  kind: "order" | "customer",
  shopifyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (shopifyIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom("shopify_erased")
    .select("resource_id")
    .where("kind", "=", kind)
    .where(sql<boolean>`resource_id = any (${shopifyIds}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.resource_id));
}

/** A number as the platform gives it; imported data may have others. */
const storeNumber = /^\d{1,20}$/;

/** Records erased store numbers, so that no later sync brings them back. */
export async function insertErased(
  tx: TenantTx,
  kind: "order" | "customer",
  shopifyIds: readonly string[],
): Promise<void> {
  const numbers = shopifyIds.filter((id) => storeNumber.test(id));
  if (numbers.length === 0) return;
  await tx
    .insertInto("shopify_erased")
    .columns(["kind", "resource_id"])
    .expression(
      tx.selectNoFrom([sql<typeof kind>`${kind}`.as("kind"), sql<string>`unnest(${numbers}::text[])`.as("id")]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** After so many minutes, any answer requested before the removal was noticed has arrived. */
const goneForMinutes = 60;

/** Which of these orders or customers were found missing at the store a short time ago. */
export async function selectGone(
  tx: TenantTx,
  kind: "order" | "customer",
  shopifyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("shopify_erased")
    .select("resource_id")
    .where("kind", "=", `gone_${kind}`)
    .where(sql<boolean>`resource_id = any (${shopifyIds}::text[])`)
    .where(sql<boolean>`erased_at > now() - make_interval(mins => ${goneForMinutes})`)
    .execute();
  return new Set(rows.map((row) => row.resource_id));
}

/** Notes which orders or customers the store no longer has, as of now; `nameOf` is what one of these ids was called that is here. */
export async function insertGone(
  tx: TenantTx,
  kind: "order" | "customer",
  ids: readonly string[],
  nameOf: (id: Expression<string>) => Expression<string | null> = () => sql`null`,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto("shopify_erased")
    .columns(["kind", "resource_id", "order_name"])
    .expression(
      tx
        .selectFrom(sql<{ id: string }>`unnest(${ids}::text[])`.as<"given">(sql`given(id)`))
        .select([sql<`gone_${typeof kind}`>`${`gone_${kind}`}`.as("kind"), "given.id"])
        .select(sql<string | null>`${nameOf(sql.ref("given.id"))}`.as("name")),
    )
    .onConflict((conflict) =>
      conflict.columns(["client_id", "kind", "resource_id"]).doUpdateSet({
        erased_at: sql<string>`now()`,
        order_name: sql`coalesce(excluded.order_name, shopify_erased.order_name)`,
      }),
    )
    .execute();
}

const namesKeptDays = 365;

/** Forgets removed ids after these days, and names of orders after a year. */
export async function deleteOldGone(tx: TenantTx, days: number): Promise<void> {
  await tx
    .deleteFrom("shopify_erased")
    .where("kind", "in", ["gone_order", "gone_customer"])
    .where(sql<boolean>`erased_at < now() - make_interval(days =>
      case when order_name is null then ${days}::int else ${sql.lit(namesKeptDays)} end)`)
    .execute();
}

/** Forgets everything a store no longer had. */
export async function forgetGone(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("shopify_erased").where("kind", "in", ["gone_order", "gone_customer"]).execute();
}
