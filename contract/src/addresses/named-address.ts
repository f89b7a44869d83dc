/** The characters that RFC 5322 (3.2.3) reserves in a name, without the dot, which all programs read as it is. */
const special = /[()<>[\]:;@\\,"]/;

/**
 * Writes a name and address as a mail's header does: quotes the name if part of it could be read as something else. With only one
 * of the two it returns that. `write` formats the address.
 */
export function namedAddress(
  { name, email }: { name: string | null; email: string },
  write: (email: string) => string = (stored) => stored,
): string {
  const [called, address] = [name?.trim() ?? "", write(email)];
  if (called === "" || called === email || called === address) return address;
  const quoted = special.test(called) ? `"${called.replace(/["\\]/g, "\\$&")}"` : called;
  return email === "" ? called : `${quoted} <${address}>`;
}
