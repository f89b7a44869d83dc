import type { CustomerCard, CustomerDetail, CustomerStats } from "@deskhand/contract/customers";
import { defaultCurrency, limits } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../platform/db/compose.ts";

/** The cursor of the list: after the customer with this time and id. */
export type CustomerCursor = { createdAt: string; id: string };
/** Whom of the customers: those whom the store's platform has too, the others, or everybody where it is null. */
type Found = { search: string; isLinked: boolean | null };

/** The store's currency is that of its newest order. */
const currency = sql<string>`coalesce(
  (select currency from shopify_orders order by shopify_created_at desc, id desc limit 1), ${sql.lit(defaultCurrency)})`;

const columns = [
  ...(["c.id", "c.name", "c.email", "c.phone", "c.shopify_customer_id as shopifyCustomerId"] as const),
  ...(["c.total_orders as totalOrders", "c.last_order_date as lastOrderAt", "c.created_at as createdAt"] as const),
  ...[sql<Money>`c.total_spent::text`.as("totalSpent"), currency.as("currency")],
] as const;

const isOfKind = (isLinked: boolean | null) => (isLinked ? "is not" : "is");

/** Up to `limit` customers, the newest first, after a cursor or from the beginning; each with the store's currency. */
export function customerPageQuery({
  search,
  isLinked,
  createdAt,
  id,
  limit,
}: Found & { limit: number } & Partial<CustomerCursor>): CompiledQuery<CustomerCard & { currency: string }> {
  const found = sql<{ id: string }>`list_customers(
    ${search}, ${isLinked}, ${createdAt ?? null}, ${id ?? null}, ${limit})`;
  return compose
    .selectFrom("customers as c")
    .select(columns)
    .$if(search === "" && isLinked !== null, (query) => query.where("c.shopify_customer_id", isOfKind(isLinked), null))
    .$if(search === "" && id !== undefined, (query) =>
      query.where(sql<boolean>`(c.created_at, c.id) < (${createdAt}::timestamptz, ${id}::uuid)`),
    )
    .$if(search !== "", (query) => query.where(sql<boolean>`c.id in (select ${found})`))
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .compile();
}

/** How many customers are found, counted to one more than the cap. */
export function customerCountQuery({ search, isLinked }: Found): CompiledQuery<{ count: number }> {
  const cap = limits.searchCountCap + 1;
  const found = sql<{ id: string }>`list_customers(${search}, ${isLinked}, null, null, ${cap})`;
  const all = compose
    .selectFrom("customers as c")
    .select("c.id")
    .$if(isLinked !== null, (query) => query.where("c.shopify_customer_id", isOfKind(isLinked), null))
    .limit(cap);
  const counted = search === "" ? sql<{ id: string }>`(${all})` : found;
  return compose
    .selectFrom(counted.as("counted"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .compile();
}

/** One customer, with how many tickets and orders of theirs are here. */
export function customerDetailQuery(id: string): CompiledQuery<CustomerDetail> {
  return compose
    .selectFrom("customers as c")
    .select(columns)
    .select([
      sql<number>`(select count(*) from support_tickets where customer_id = c.id)`.as("ticketCount"),
      sql<number>`(select count(*) from shopify_orders where customer_id = c.id)`.as("orderCount"),
    ])
    .where("c.id", "=", id)
    .compile();
}

/** What is said of all customers together. */
export function customerStatsQuery(): CompiledQuery<CustomerStats> {
  return compose
    .selectFrom("customers")
    .select([
      sql<number>`count(*)`.as("totalCustomers"),
      sql<Money>`coalesce(sum(total_spent), 0.00)::text`.as("totalSpent"),
      sql<Money>`round(coalesce(avg(total_spent), 0), 2)::text`.as("averageSpent"),
      sql<number>`count(shopify_customer_id)`.as("storeCustomers"),
      currency.as("currency"),
    ])
    .compile();
}
