import type { FoundCustomer } from "@deskhand/contract/customers";
import type { Read } from "../../platform/db/tenant.ts";
import { foundCustomersQuery } from "./customers.queries.ts";

/** Customers by a part of their name or address, whoever ordered last first. */
export function searchCustomers(
  read: Read,
  { q: typed, limit }: { q: string; limit: number },
): Promise<FoundCustomer[]> {
  return read(foundCustomersQuery({ typed, limit }));
}
