import { domainOf } from "@deskhand/contract/addresses/address";

/** Whether an address is at this installation's own domain, where nobody has a mailbox: desks alone receive there. */
export function isAtMailDomain(mailDomain: string, email: string): boolean {
  return domainOf(email).toLowerCase() === mailDomain.toLowerCase();
}
