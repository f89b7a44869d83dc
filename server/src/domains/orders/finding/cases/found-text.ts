import type { FoundOrders } from "@deskhand/contract/tracking";

/** What was found, as the set writes it: each order with its certainty, then what was looked for and is not there. */
export function foundText({ orders, notFound }: FoundOrders): string {
  const found = orders.map(({ certainty, name }) => `${certainty} ${name}`);
  return [...found, ...notFound.map((written) => `no ${written}`)].join(", ");
}

/** The same whatever the order. */
export function inAnyOrder(found: string): string {
  return found.split(", ").sort().join(", ");
}
