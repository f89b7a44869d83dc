import { type Expression, sql } from "kysely";

/** The ids of a customer's orders, as a subquery. */
export function ordersOfCustomer(customerId: Expression<string>) {
  return sql<{ id: string }>`(select id from shopify_orders where customer_id = ${customerId})`;
}

/** The currency of the store's newest order, as a subquery; null where there is none. */
export function newestCurrency() {
  return sql<string | null>`(select currency from shopify_orders order by shopify_created_at desc, id desc limit 1)`;
}
