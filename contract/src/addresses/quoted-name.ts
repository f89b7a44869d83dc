/** What RFC 5322 (3.2.3) takes for structure in a name; a dot is read as it stands everywhere. */
const special = /[()<>[\]:;@\\,"]/;

/** A name as a header has it before an address: in quotes where it holds what would be read as something else. */
export function quotedName(name: string): string {
  return special.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
}
