import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { TicketCard } from "@deskhand/contract/tickets";

/** Names a ticket's customer: the name, else the e-mail, else "Customer #" and the end of the id (docs/product.md#the-customers-label). */
export function customerLabel({ customer, customerId }: Pick<TicketCard, "customer" | "customerId">): string {
  const label = customer?.name?.trim() || shownAddress(customer?.email?.trim() ?? "");
  if (label) return label;
  return customerNumber(customerId);
}

/** Returns "Customer #" and the end of the id: ids begin with their time, which many share. */
export function customerNumber(customerId: string | null): string {
  return customerId === null ? "No customer" : `Customer #${customerId.slice(-8)}`;
}
