import { sql } from "kysely";

/**
 * When a message, of the rows with this name, came to stand on its ticket: what is new, and what was answered, goes by it, and by its
 * `created_at` where it stands in the thread (docs/product.md#the-order-of-a-thread).
 */
export function addedAt(rows: string) {
  return sql<string>`coalesce(${sql.ref(`${rows}.added_at`)}, ${sql.ref(`${rows}.created_at`)})`;
}
