import type { Read } from "../../../platform/db/tenant.ts";
import { meantQuery } from "./meant.queries.ts";
import { readCode } from "./read-code.ts";

/** What a search is to look for instead of a number that it does not find as it was typed, one after the other. */
export type Meant = { orders: string[]; customers: string[]; tickets: string[] };

/**
 * What is meant by the number of an order with a word before it, of a parcel, or of a phone (docs/product.md#what-every-search-does-alike):
 * the order, whose it is, and their tickets. Null for any other text.
 */
export async function findMeant(read: Read, typed: string): Promise<Meant | null> {
  const code = readCode(typed);
  if (code === null) return null;
  const [found] = await read(meantQuery(code));
  const named = code.isNamed ? [code.number] : [];
  const customers = found ? [found.email ?? found.customerName ?? []].flat() : [];
  return {
    orders: [...named, ...[found?.orderName ?? customers].flat()],
    customers,
    tickets: [
      ...named.flatMap((number) => [`order:${number}`, number]),
      ...(found?.email ? [`from:${found.email}`] : []),
    ],
  };
}
