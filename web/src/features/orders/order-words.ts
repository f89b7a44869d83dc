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

/** A word of the platform's as people say it: "in_transit" is "In Transit"; what is no such word stays as it is. */
export function spoken(word: string): string {
  if (!/^[a-z]{1,30}(?:_[a-z]{1,30}){0,5}$/.test(word)) return word;
  return word
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}
