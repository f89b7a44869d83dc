/** Whether an address is at this installation's own domain, where nobody has a mailbox: desks alone receive there. */
export function isAtMailDomain(mailDomain: string, email: string): boolean {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase() === mailDomain.toLowerCase();
}
