import type { EventPayloads } from "@deskhand/contract/events";
import { sql } from "kysely";
import { type GivenRow, givenRows } from "../../platform/db/given-rows.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";

const orderColumns = {
  id: "uuid",
  shopify_order_id: "text",
  order_number: "text",
  name: "text",
  email: "text",
  phone: "text",
  total_price: "numeric",
  total_refunded: "numeric",
  currency: "text",
  sums: "jsonb",
  financial_status: "text",
  fulfillment_status: "text",
  shipping_address: "jsonb",
  billing_address: "jsonb",
  shopify_created_at: "timestamptz",
  shopify_updated_at: "timestamptz",
  paid_at: "timestamptz",
  cancelled_at: "timestamptz",
  cancel_reason: "text",
  is_test: "boolean",
  shopify_digest: "text",
  shopify_asked_at: "timestamptz",
} as const;
const linkColumns = { shopify_order_id: "text", customer_shopify_id: "text", email: "text" } as const;
export type OrderRow = GivenRow<typeof orderColumns> & { customer_shopify_id: string | null; names_nobody: boolean };

// By the store's id where the order names one, else by its address.
const customerOf = sql<string | null>`case when given.customer_shopify_id is not null
    then coalesce((select c.id from customers c where c.shopify_customer_id = given.customer_shopify_id),
      (select j.into_id from customer_joins j where j.shopify_customer_id = given.customer_shopify_id))
    else customer_with(given.email) end`;

/**
 * A null customer may mean anything, so it does not replace the stored one; customers the store wants forgotten are
 * erased before.
 */
const keepExisting = (column: "customer_id" | "email") =>
  sql<string | null>`case when given.names_nobody then (select ${sql.ref(`k.${column}`)} from shopify_orders k
    where k.shopify_order_id = given.shopify_order_id) end`;

const columns = (Object.keys(orderColumns) as (keyof typeof orderColumns)[]).filter((name) => name !== "email");
const written = [...columns, "email", "customer_id"] as const;
const replaced = written.filter((name) => name !== "id" && name !== "shopify_order_id");

/**
 * Inserts new orders, and replaces those for which the data is newer, or equally new, different and requested no
 * earlier. Returns id and store id of the rows written.
 */
export function upsertOrders(
  tx: TenantTx,
  orders: readonly OrderRow[],
): Promise<{ id: string; shopify_order_id: string }[]> {
  return tx
    .insertInto("shopify_orders")
    .columns(written)
    .expression(
      tx
        .selectFrom(givenRows({ ...orderColumns, customer_shopify_id: "text", names_nobody: "boolean" }, orders))
        .select(columns)
        .select([
          sql<string | null>`coalesce(given.email, ${keepExisting("email")})`.as("email"),
          sql<string | null>`coalesce(${customerOf}, ${keepExisting("customer_id")})`.as("customer_id"),
        ])
        .orderBy("shopify_order_id"),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "shopify_order_id"])
        .doUpdateSet({
          ...Object.fromEntries(replaced.map((name) => [name, sql.ref(`excluded.${name}`)])),
          // A payment status may change, but never to null.
          financial_status: sql`coalesce(excluded.financial_status, shopify_orders.financial_status)`,
          updated_at: sql`clock_timestamp()`,
        })
        .where(sql<boolean>`shopify_orders.shopify_updated_at is null
          or shopify_orders.shopify_updated_at < excluded.shopify_updated_at
          or (shopify_orders.shopify_updated_at = excluded.shopify_updated_at
            and shopify_orders.shopify_digest is distinct from excluded.shopify_digest
            and coalesce(shopify_orders.shopify_asked_at <= excluded.shopify_asked_at, true))`),
    )
    .returning(["id", "shopify_order_id"])
    .execute();
}

const askedColumns = { shopify_order_id: "text", shopify_digest: "text", shopify_asked_at: "timestamptz" } as const;

/** Records that orders were unchanged when last requested. */
export async function confirmOrders(tx: TenantTx, orders: readonly GivenRow<typeof askedColumns>[]): Promise<void> {
  await tx
    .updateTable("shopify_orders as o")
    .from(givenRows(askedColumns, orders))
    .set({ shopify_asked_at: sql<string | null>`given.shopify_asked_at` })
    .where(sql<boolean>`o.shopify_order_id = given.shopify_order_id and o.shopify_digest = given.shopify_digest
      and o.shopify_asked_at < given.shopify_asked_at`)
    .execute();
}

/** Links orders without a customer to theirs, also where no other value is newer. */
export async function linkOrders(tx: TenantTx, orders: readonly GivenRow<typeof linkColumns>[]): Promise<string[]> {
  const linked = await tx
    .updateTable("shopify_orders as o")
    .from(
      tx
        .selectFrom(givenRows(linkColumns, orders))
        .select(["shopify_order_id", customerOf.as("customer_id")])
        .as("theirs"),
    )
    .set((eb) => ({ customer_id: eb.ref("theirs.customer_id") }))
    .where(sql<boolean>`o.shopify_order_id = theirs.shopify_order_id`)
    .where("o.customer_id", "is", null)
    .where("theirs.customer_id", "is not", null)
    .returning("o.id")
    .execute();
  return linked.map(({ id }) => id);
}

/** The columns of an order's parts, by table. */
const partColumns = {
  shopify_order_line_items: {
    id: "uuid",
    order_id: "uuid",
    position: "int",
    title: "text",
    variant_title: "text",
    sku: "text",
    quantity: "int",
    current_quantity: "int",
    price: "numeric",
    product_image_url: "text",
    shopify_product_id: "text",
  },
  shopify_order_fulfillments: {
    id: "uuid",
    order_id: "uuid",
    shopify_fulfillment_id: "text",
    status: "text",
    display_status: "text",
    parcels: "jsonb",
    tracking_number: "text",
    tracking_company: "text",
    tracking_url: "text",
    shopify_created_at: "timestamptz",
    shopify_updated_at: "timestamptz",
    estimated_delivery_at: "timestamptz",
    delivered_at: "timestamptz",
  },
  shopify_fulfillment_events: {
    id: "uuid",
    fulfillment_id: "uuid",
    status: "text",
    message: "text",
    city: "text",
    province: "text",
    country: "text",
    happened_at: "timestamptz",
  },
  shopify_order_refunds: { id: "uuid", order_id: "uuid", amount: "numeric", refunded_at: "timestamptz" },
} as const;
type PartTable = keyof typeof partColumns;
export type PartRow<T extends PartTable> = GivenRow<(typeof partColumns)[T]>;

/** Deletes the parts of these orders, to be inserted again. */
export async function deleteParts(tx: TenantTx, orderIds: readonly string[]): Promise<void> {
  for (const table of ["shopify_order_line_items", "shopify_order_fulfillments", "shopify_order_refunds"] as const) {
    await tx.deleteFrom(table).where(sql<boolean>`order_id = any (${orderIds}::uuid[])`).execute();
  }
}

/** Inserts parts of one kind for any number of orders. */
export async function insertParts<T extends PartTable>(
  tx: TenantTx,
  table: T,
  rows: readonly PartRow<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns: Record<string, string> = partColumns[table];
  const names = Object.keys(columns);
  await tx
    .insertInto<PartTable>(table)
    .columns(names as never[])
    .expression(tx.selectFrom(givenRows(columns, rows)).select(names))
    .execute();
}

/** Whether an order's sums are known, and its store id; undefined where it is not stored. */
export function selectSumsOf(tx: TenantTx, id: string): Promise<{ shopifyId: string; isKnown: boolean } | undefined> {
  return tx
    .selectFrom("shopify_orders")
    .select([
      "shopify_order_id as shopifyId",
      sql<boolean>`sums is not null or shopify_order_id !~ '^[0-9]+$'`.as("isKnown"),
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Orders without known sums, latest first, or those before one. */
export function selectWithoutSums(
  tx: TenantTx,
  before: string | null,
  limit: number,
): Promise<{ id: string; shopifyId: string }[]> {
  return tx
    .selectFrom("shopify_orders")
    .select(["id", "shopify_order_id as shopifyId"])
    .where("sums", "is", null)
    .where(sql<boolean>`shopify_order_id ~ '^[0-9]+$'`)
    .$if(before !== null, (query) => query.where("id", "<", before))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Moves all orders of a joined customer to the one they belong to, remembering their origin. */
export async function moveOrdersOf(
  tx: TenantTx,
  { customerId, into }: EventPayloads["customer.joined"],
): Promise<void> {
  await tx
    .updateTable("shopify_orders")
    .set({ customer_id: into, came_with: sql<string>`coalesce(came_with, ${customerId}::uuid)` })
    .where("customer_id", "=", customerId)
    .execute();
}

/** Returns orders to a parted customer: those that came with them, and later ones with one of their addresses. */
export async function takeOrdersBack(
  tx: TenantTx,
  { customerId, from, joinedAt }: EventPayloads["customer.parted"],
): Promise<void> {
  await tx
    .updateTable("shopify_orders")
    .set({ customer_id: customerId, came_with: null })
    .where("customer_id", "=", from)
    .where(
      sql<boolean>`(came_with = ${customerId} or (came_with is null and created_at >= ${joinedAt}::timestamptz
        and email = any (addresses_of(${customerId}::uuid))))`,
    )
    .execute();
}
