import type { TenantTx } from "../../../platform/db/tenant.ts";
import { keyOf, withoutZeros } from "../mentions/habits.ts";
import { plainText } from "../mentions/plain-text.ts";
import { type NamedOrder, namedOrdersQuery } from "./finding.queries.ts";

/**
 * The id of the order that a typed number means, as the store writes it or without what the store adds; of several that of the
 * customer, then the newest; null where there is none.
 */
export async function findOrderByNumber(
  tx: TenantTx,
  typed: string,
  customerId: string | null,
): Promise<string | null> {
  const plain = plainText(typed);
  const key = keyOf(plain);
  const digits = plain.match(/\d+/g)?.sort((one, other) => other.length - one.length)[0];
  if (digits === undefined) return null;
  const number = withoutZeros(digits);
  const wanted = { keys: [...new Set([key, digits])], numbers: [number], parcels: [] };
  const { rows: orders } = await tx.executeQuery(namedOrdersQuery(wanted));
  const called = orders.filter(({ name }) => keyOf(name) === key);
  const fitting = called.length > 0 ? called : orders;
  const literal = fitting.filter(({ name }) => sameButHash(name, plain));
  const meant = literal.length > 0 ? literal : fitting;
  const isTheirs = (order: NamedOrder) => customerId !== null && order.customerId === customerId;
  return (meant.find(isTheirs) ?? meant[0])?.id ?? null;
}

function sameButHash(name: string, typed: string): boolean {
  const bare = (text: string) => text.trim().replace(/^#/, "").toLowerCase();
  return bare(name) === bare(typed);
}
