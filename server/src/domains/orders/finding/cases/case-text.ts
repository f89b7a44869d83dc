import type { FoundOrders } from "@deskhand/contract/tracking";

/** The stores of the set, by how they number their orders; `stores.ts` says what is in them. */
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

/** Who writes: to whom their mail's answer goes. "posing as jane" is a mail from her address that nobody could verify. */
export type Sender = "jane" | "posing as jane" | "bob" | "solo" | "guest" | "parted" | "fran" | "nobody";

/**
 * A mail and what must be found of it: each order with its certainty, in any order, "no" and the number for one that was looked
 * for and is not there, or "" for nothing.
 */
export type Case = readonly [store: StoreName, from: Sender, subject: string, text: string, found: string];

/** What was found, as the set writes it: each order with its certainty, then what was looked for and is not there. */
export function foundText({ orders, notFound }: FoundOrders): string {
  const found = orders.map(({ certainty, name }) => `${certainty} ${name}`);
  return [...found, ...notFound.map((written) => `no ${written}`)].join(", ");
}

/** The same whatever the order. */
export function inAnyOrder(found: string): string {
  return found.split(", ").sort().join(", ");
}
