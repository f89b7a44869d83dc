import type { CustomerCard, CustomerDetail, CustomerStats } from "@deskhand/contract/customers";
import { defaultCurrency, limits } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import { type CompiledQuery, sql } from "kysely";
import { compose } from "../../platform/db/statement.ts";
import { ofOrders, ticketsOf } from "./asked.queries.ts";

/** The time and id of a page's last customer. */
export type CustomerCursor = { createdAt: string; id: string };
/** A filter: `isLinked` selects those the store's platform has, the others, or all where null. */
type Found = { search: string; isLinked: boolean | null };

/** The store's currency is that of its newest order. */
const currency = () => sql<string>`coalesce(${ofOrders.answer.currency()}, ${sql.lit(defaultCurrency)})`;

const columns = () =>
  [
    ...(["c.id", "c.name", "c.email", "c.phone", "c.shopify_customer_id as shopifyCustomerId"] as const),
    ...(["c.total_orders as totalOrders", "c.last_order_date as lastOrderAt", "c.created_at as createdAt"] as const),
    ...[sql<Money>`c.total_spent::text`.as("totalSpent"), currency().as("currency")],
  ] as const;

const isOfKind = (isLinked: boolean | null) => (isLinked ? "is not" : "is");

/** Up to `limit` customers, newest first, after a cursor or from the beginning, each with the store's currency. */
export function customerPageQuery({
  search,
  isLinked,
  createdAt,
  id,
  limit,
}: Found & { limit: number } & Partial<CustomerCursor>): CompiledQuery<CustomerCard & { currency: string }> {
  // As an array the function runs once, and not once per customer when the plan lacks statistics.
  const found = sql<{ id: string }>`list_customers(
    ${search}, ${isLinked}, ${createdAt ?? null}, ${id ?? null}, ${limit})`;
  return compose
    .selectFrom("customers as c")
    .select(columns())
    .$if(search === "" && isLinked !== null, (query) => query.where("c.shopify_customer_id", isOfKind(isLinked), null))
    .$if(search === "" && id !== undefined, (query) =>
      query.where(sql<boolean>`(c.created_at, c.id) < (${createdAt}::timestamptz, ${id}::uuid)`),
    )
    .$if(search !== "", (query) => query.where(sql<boolean>`c.id = any (array(select ${found}))`))
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .compile();
}

/** Counts the customers found, up to one more than the cap. */
export function customerCountQuery({ search, isLinked }: Found): CompiledQuery<{ count: number }> {
  const cap = limits.searchCountCap + 1;
  const all = compose
    .selectFrom("customers as c")
    .select("c.id")
    .$if(isLinked !== null, (query) => query.where("c.shopify_customer_id", isOfKind(isLinked), null))
    .limit(cap);
  return search === ""
    ? compose
        .selectFrom(all.as("counted"))
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .compile()
    : compose.selectNoFrom(sql<number>`count_customers(${search}, ${isLinked}, ${cap})`.as("count")).compile();
}

/** One customer, with counts of tickets and orders. */
export function customerDetailQuery(id: string): CompiledQuery<CustomerDetail> {
  return compose
    .selectFrom("customers as c")
    .select(columns())
    .select([
      sql<
        string[]
      >`array(select a.email from customer_addresses a where a.client_id = c.client_id and a.customer_id = c.id
        order by a.email is distinct from c.email, a.added_at, a.email)`.as("addresses"),
      sql<
        CustomerDetail["joined"]
      >`coalesce((select json_agg(json_build_object('id', j.id, 'name', j.name, 'email', j.email,
        'joinedAt', iso(j.joined_at)) order by j.joined_at desc, j.id) from customer_joins j
        where j.client_id = c.client_id and j.into_id = c.id), '[]')`.as("joined"),
      sql<number>`(select count(*) from ${ticketsOf.answer(sql.ref("c.id"))} as theirs)`.as("ticketCount"),
      sql<number>`(select count(*) from ${ofOrders.answer.idsOf(sql.ref("c.id"))} as theirs)`.as("orderCount"),
    ])
    .where("c.id", "=", id)
    .compile();
}

/** The figures about all customers. */
export function customerStatsQuery(): CompiledQuery<CustomerStats> {
  const figures = sql<{ customers: number; linked: number }>`customer_figures()`;
  return compose
    .selectFrom(figures.as("f"))
    .select(["f.customers as totalCustomers", "f.linked as storeCustomers", currency().as("currency")])
    .select([
      sql<Money>`round(f.spent, 2)::text`.as("totalSpent"),
      sql<Money>`round(f.spent / greatest(f.customers, 1), 2)::text`.as("averageSpent"),
    ])
    .compile();
}
