import type { Money } from "@deskhand/contract/page";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { StoreCustomer } from "./store-customers.queries.ts";

/** Locks customers in the order of their ids, to avoid deadlocks. */
export function lockCustomers(tx: TenantTx, ids: readonly string[]) {
  return tx
    .selectFrom("customers")
    .select(["id", "name", "email", "shopify_customer_id as shopifyId"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** A joined customer and the one they belong to now; undefined for one who is not joined. */
export function selectJoin(tx: TenantTx, id: string) {
  return tx
    .selectFrom("customer_joins")
    .select(["id", "into_id as into", "name", "email", "lends_store as lendsStore", "joined_at as joinedAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

const keptColumns = [
  ...(["id", "name", "email", "phone", "shopify_customer_id", "shopify_values", "shopify_updated_at"] as const),
  ...(["total_orders", "total_spent", "last_order_date", "created_at"] as const),
] as const;

/**
 * Keeps a customer's own state before they become part of another. Customers joined into them pass to the new one, so
 * that each can still be parted; a store identity that was lent returns to its lender.
 */
export async function insertJoin(tx: TenantTx, id: string, into: string): Promise<void> {
  const lender = await selectLender(tx, id);
  if (lender !== undefined) await takeStoreBack(tx, id, lender);
  const joined = sql`(select coalesce(sum(j.total_orders), 0)::int as orders, coalesce(sum(j.total_spent), 0) as spent
    from customer_joins j where j.into_id = ${id})`;
  const own = keptColumns.filter((column) => column !== "total_orders" && column !== "total_spent");
  await tx
    .insertInto("customer_joins")
    .columns([...own, "total_orders", "total_spent", "into_id"])
    .expression((eb) =>
      eb
        .selectFrom("customers")
        .select(own)
        .select([
          sql<number>`total_orders - (select orders from ${joined} as o)`.as("total_orders"),
          sql<Money>`total_spent - (select spent from ${joined} as o)`.as("total_spent"),
          sql<string>`${into}::uuid`.as("into_id"),
        ])
        .where("id", "=", id),
    )
    .execute();
  await tx.updateTable("customer_joins").set({ into_id: into }).where("into_id", "=", id).execute();
}

/** The customer who lent the store identity; undefined where it is their own or missing. */
async function selectLender(tx: TenantTx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("customer_joins")
    .select("id")
    .where("into_id", "=", id)
    .where("lends_store", "=", true)
    .executeTakeFirst();
  return row?.id;
}

/** One of the customers joined into this one whom the store knows; undefined where there is none. */
export async function selectKnownToStore(tx: TenantTx, into: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("customer_joins")
    .select("id")
    .where("into_id", "=", into)
    .where("shopify_customer_id", "is not", null)
    .orderBy("joined_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Moves all addresses of a customer to another, keeping their origin. */
export async function moveAddresses(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx
    .updateTable("customer_addresses")
    .set({ customer_id: to, came_with: sql<string>`coalesce(came_with, ${from}::uuid)` })
    .where("customer_id", "=", from)
    .execute();
}

const nothing = { shopify_customer_id: null, shopify_values: null, shopify_updated_at: null };
const noFigures = { total_orders: 0, total_spent: "0" as Money, last_order_date: null };

/** Adds the store's figures of a joined customer to those of the customer they belong to. */
export async function addFigures(tx: TenantTx, joined: string, into: string): Promise<void> {
  await tx
    .updateTable("customers as c")
    .from("customers as j")
    .set({
      total_orders: sql<number>`c.total_orders + j.total_orders`,
      total_spent: sql<Money>`c.total_spent + j.total_spent`,
      updated_at: sql<string>`clock_timestamp()`,
    })
    .where("c.id", "=", into)
    .where("j.id", "=", joined)
    .execute();
}

/** Lends a joined customer's store identity to the customer they belong to; the joined row must be deleted already. */
export async function lendStore(tx: TenantTx, joined: string, into: string): Promise<void> {
  await tx
    .updateTable("customers as c")
    .from("customer_joins as j")
    .set((eb) => ({
      shopify_customer_id: eb.ref("j.shopify_customer_id"),
      shopify_values: sql<string | null>`j.shopify_values`,
      shopify_updated_at: eb.ref("j.shopify_updated_at"),
      last_order_date: eb.ref("j.last_order_date"),
    }))
    .where("c.id", "=", into)
    .where("j.id", "=", joined)
    .execute();
  await tx
    .updateTable("customer_joins")
    .set({ ...nothing, lends_store: true })
    .where("id", "=", joined)
    .execute();
}

/** Returns a lent store identity to its lender, with the figures that belong to it. */
export async function takeStoreBack(tx: TenantTx, from: string, lender: string): Promise<void> {
  const others = sql`(select coalesce(sum(o.total_orders), 0)::int as orders, coalesce(sum(o.total_spent), 0) as spent
    from customer_joins o where o.into_id = ${from} and o.id <> ${lender})`;
  await tx
    .updateTable("customer_joins as j")
    .from("customers as c")
    .set((eb) => ({
      shopify_customer_id: eb.ref("c.shopify_customer_id"),
      shopify_values: sql<string | null>`c.shopify_values`,
      shopify_updated_at: eb.ref("c.shopify_updated_at"),
      total_orders: sql<number>`c.total_orders - (select orders from ${others} as o)`,
      total_spent: sql<Money>`c.total_spent - (select spent from ${others} as o)`,
      last_order_date: eb.ref("c.last_order_date"),
      lends_store: false,
    }))
    .where("j.id", "=", lender)
    .where("c.id", "=", from)
    .execute();
  await tx
    .updateTable("customers")
    .set({ ...nothing, last_order_date: null })
    .where("id", "=", from)
    .execute();
}

/** Subtracts the store's figures of a customer who is parted. */
export async function takeFiguresBack(tx: TenantTx, from: string, joined: string): Promise<void> {
  await tx
    .updateTable("customers as c")
    .from("customer_joins as j")
    .set({
      total_orders: sql<number>`greatest(c.total_orders - j.total_orders, 0)`,
      total_spent: sql<Money>`greatest(c.total_spent - j.total_spent, 0)`,
      updated_at: sql<string>`clock_timestamp()`,
    })
    .where("c.id", "=", from)
    .where("j.id", "=", joined)
    .execute();
}

/** Restores a joined customer's row as it was, without addresses, and deletes the record of the join. */
export async function restoreCustomer(tx: TenantTx, id: string): Promise<void> {
  const columns = keptColumns.filter((column) => column !== "email");
  await tx
    .insertInto("customers")
    .columns(columns)
    .expression((eb) => eb.selectFrom("customer_joins").select(columns).where("id", "=", id))
    .execute();
  await tx.deleteFrom("customer_joins").where("id", "=", id).execute();
}

/**
 * Returns the addresses that came with a parted customer; each of the two keeps a main one if they have any, the former
 * one if possible.
 */
export async function takeAddressesBack(
  tx: TenantTx,
  { from, to, main }: { from: string; to: string; main: string | null },
): Promise<void> {
  await tx
    .updateTable("customer_addresses")
    .set({ customer_id: to, came_with: null })
    .where("customer_id", "=", from)
    .where("came_with", "=", to)
    .execute();
  await settleMain(tx, from, null);
  await settleMain(tx, to, main);
}

/** Makes sure that a customer's main address is one of theirs: the present one, else the wanted one, else the first. */
export async function settleMain(tx: TenantTx, id: string, wanted: string | null): Promise<void> {
  const first = sql<string | null>`(select a.email from customer_addresses a where a.customer_id = customers.id
    order by a.email is distinct from ${wanted}::text, a.came_with is not null, a.added_at, a.email limit 1)`;
  await tx
    .updateTable("customers")
    .set({ email: first })
    .where("id", "=", id)
    .where(sql<boolean>`(email is null or not email = any (addresses_of(id)))`)
    .execute();
}

/**
 * Forgets the store's identity of joined customers that the store no longer knows, or of all when it is disconnected.
 */
export async function forgetStoreOfJoined(tx: TenantTx, shopifyIds?: readonly string[]): Promise<void> {
  const condition = shopifyIds
    ? sql<boolean>`shopify_customer_id = any(${shopifyIds}::text[])`
    : sql<boolean>`(shopify_customer_id is not null or total_orders > 0)`;
  await tx
    .updateTable("customer_joins")
    .set({ ...nothing, ...noFigures })
    .where(condition)
    .execute();
}

/** Updates the store's figures of a joined customer who has a store id of their own. */
export async function updateJoinedFigures(tx: TenantTx, customer: StoreCustomer): Promise<void> {
  const before = await tx
    .selectFrom("customer_joins")
    .select(["id", "into_id as into"])
    .where("shopify_customer_id", "=", customer.shopifyId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const { name, email, phone, totalOrders, totalSpent, lastOrderAt, updatedAt } = customer;
  await takeFiguresBack(tx, before.into, before.id);
  await tx
    .updateTable("customer_joins")
    .set({ total_orders: totalOrders, total_spent: totalSpent, last_order_date: lastOrderAt })
    .set({ shopify_values: JSON.stringify({ name, email, phone }), shopify_updated_at: updatedAt })
    .where("id", "=", before.id)
    .where((eb) => eb.or([eb("shopify_updated_at", "is", null), eb("shopify_updated_at", "<=", updatedAt)]))
    .execute();
  await tx
    .updateTable("customers as c")
    .from("customer_joins as j")
    .set({
      total_orders: sql<number>`c.total_orders + j.total_orders`,
      total_spent: sql<Money>`c.total_spent + j.total_spent`,
    })
    .where("c.id", "=", before.into)
    .where("j.id", "=", before.id)
    .execute();
}

/** Which of these store ids belong to joined customers. */
export async function selectJoinedIds(tx: TenantTx, shopifyIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("customer_joins")
    .select("shopify_customer_id")
    .where("shopify_customer_id", "=", sql<string>`any(${shopifyIds}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.shopify_customer_id ?? []));
}
