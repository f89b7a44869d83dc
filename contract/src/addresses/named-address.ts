/** What RFC 5322 (3.2.3) takes for structure in a name; a dot is read as it stands everywhere. */
const special = /[()<>[\]:;@\\,"]/;

/**
 * Somebody with name and address in a text, as a mail's header names them: the name in quotes where it holds what would be read as
 * something else. Who has one of them alone is that. `write` is how the address stands there.
 */
export function namedAddress(
  { name, email }: { name: string | null; email: string },
  write: (email: string) => string = (kept) => kept,
): string {
  const [called, address] = [name?.trim() ?? "", write(email)];
  if (called === "" || called === email || called === address) return address;
  const quoted = special.test(called) ? `"${called.replace(/["\\]/g, "\\$&")}"` : called;
  return email === "" ? called : `${quoted} <${address}>`;
}
