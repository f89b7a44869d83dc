import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Mailbox, Recipients } from "@deskhand/contract/recipients";

/** Returns a person's name, or else the address. */
export function mailboxName({ name, email, written = email }: Mailbox): string {
  return name?.trim() || shownAddress(written);
}

/** Returns a person's name and address, as a mail writes them. */
export function mailboxText(mailbox: Mailbox): string {
  const { name, email, written = email } = mailbox;
  return namedAddress({ name, email: written }, shownAddress);
}

/** How many people are named before the others are counted. */
const NAMED = 3;

/** Whether the name is enough for the person with this address. */
export type IsKnown = (email: string) => boolean;
const knowsEverybody: IsKnown = () => true;

/** "Ana Example and Bo", "Ana, Bo and Cy", "Ana, Bo and 3 more"; unknown people and those who share a name also get the address. */
export const namesOf = (all: readonly Mailbox[], isKnown = knowsEverybody): string =>
  wordsOf(all.map((each) => (sharesName(each, all) || !isKnown(each.email) ? mailboxText(each) : mailboxName(each))));

/** Names a mail's recipients by field: "Ana and Bo, Cc Cy, Bcc Di". */
export function namesByKind({ to, cc, bcc }: Recipients, isKnown: IsKnown): string {
  const part = (label: string, people: readonly Mailbox[]) =>
    people.length === 0 ? "" : label + namesOf(people, isKnown);
  return part("", to) + part(", Cc ", cc) + part(", Bcc ", bcc);
}

/** Whether one of the others has the same name and another address. */
function sharesName(one: Mailbox, all: readonly Mailbox[]): boolean {
  const folded = (mailbox: Mailbox) => mailboxName(mailbox).normalize("NFKC").toLowerCase();
  return all.some((other) => other.email !== one.email && folded(other) === folded(one));
}

/** Joins and counts words of any kind in the same way. */
export function wordsOf(names: readonly string[]): string {
  const named = names.length > NAMED ? names.slice(0, NAMED - 1) : names.slice(0, -1);
  const last = names.length > NAMED ? `${names.length - named.length} more` : (names.at(-1) ?? "nobody");
  return named.length === 0 ? last : `${named.join(", ")} and ${last}`;
}
