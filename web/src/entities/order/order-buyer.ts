import { shownAddress } from "@deskhand/contract/addresses/shown-address";

interface Ordered {
  customer: { name: string | null; email: string | null } | null;
  /** The order's own. */
  email: string | null;
}

/** Who ordered, by name: the customer's name, else the order's address, else "Unknown Customer". */
export function buyerName({ customer, email }: Ordered): string {
  return customer?.name?.trim() || shownAddress(email?.trim() || customer?.email?.trim() || "Unknown Customer");
}

/** The address of whoever ordered: the customer's, else the order's own; null where neither has one. */
export function buyerEmail({ customer, email }: Ordered): string | null {
  return customer?.email?.trim() || email?.trim() || null;
}
