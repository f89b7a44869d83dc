import { shownAddress } from "@deskhand/contract/addresses/shown-address";

interface Ordered {
  customer: { name: string | null; email: string | null } | null;
  /** The order's own address. */
  email: string | null;
}

/** Returns the buyer's name: the customer's, else the order's address, else "Unknown Customer". */
export function buyerName({ customer, email }: Ordered): string {
  return customer?.name?.trim() || shownAddress(email?.trim() || customer?.email?.trim() || "Unknown Customer");
}

/** Returns the buyer's address: the customer's, else the order's, else null. */
export function buyerEmail({ customer, email }: Ordered): string | null {
  return customer?.email?.trim() || email?.trim() || null;
}

/** Formats a platform's identifier: "in_transit" becomes "In Transit"; other text stays as it is. */
export function spoken(word: string): string {
  if (!/^[a-z]{1,30}(?:_[a-z]{1,30}){0,5}$/.test(word)) return word;
  return word
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}
