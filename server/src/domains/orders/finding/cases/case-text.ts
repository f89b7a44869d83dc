import type { FoundOrders } from "@deskhand/contract/tracking";

/** The stores of the set, by how they number their orders; `stores.ts` describes them. */
export type StoreName =
  | "plain"
  | "affixed"
  | "dense"
  | "yearly"
  | "lettered"
  | "long"
  | "series"
  | "small"
  | "suffixed";

/** The sender, to whose address an answer goes. "posing as jane" is an unverified mail from her address. */
export type Sender = "jane" | "posing as jane" | "bob" | "solo" | "guest" | "parted" | "fran" | "nobody";

/**
 * A mail and what must be found in it: each order with its certainty, in any order; "no" and the number for a missing
 * one; "" for nothing.
 */
export type Case = readonly [store: StoreName, from: Sender, subject: string, text: string, found: string];

/** Writes a result as the set does: each order with its certainty, then the missing numbers. */
export function foundText({ orders, notFound }: FoundOrders): string {
  const found = orders.map(({ certainty, name }) => `${certainty} ${name}`);
  return [...found, ...notFound.map((written) => `no ${written}`)].join(", ");
}

/** Sorts a result, to compare regardless of order. */
export function inAnyOrder(found: string): string {
  return found.split(", ").sort().join(", ");
}
