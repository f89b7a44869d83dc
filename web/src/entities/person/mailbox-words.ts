import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Mailbox, Recipients } from "@deskhand/contract/recipients";

/** Somebody's name, else the address. */
export function mailboxName({ name, email }: Mailbox): string {
  return name?.trim() || shownAddress(email);
}

/** Somebody with name and address, as a mail names them. */
export function mailboxText(mailbox: Mailbox): string {
  return namedAddress(mailbox, shownAddress);
}

/** So many are named, before the others are counted. */
const NAMED = 3;

/** Whether somebody's name is enough, by their address. */
export type IsKnown = (email: string) => boolean;
const everybody: IsKnown = () => true;

/** "Ana Example and Bo", "Ana, Bo and Cy", "Ana, Bo and 3 more"; who is not known, or whose name is another's too, with the address. */
export const namesOf = (all: readonly Mailbox[], isKnown = everybody): string =>
  wordsOf(all.map((one) => (sharesName(one, all) || !isKnown(one.email) ? mailboxText(one) : mailboxName(one))));

/** Those whom a mail goes to, those in Cc and Bcc as such: "Ana and Bo, Cc Cy, Bcc Di". */
export function namesByKind({ to, cc, bcc }: Recipients, isKnown: IsKnown): string {
  const part = (label: string, people: readonly Mailbox[]) =>
    people.length === 0 ? "" : label + namesOf(people, isKnown);
  return part("", to) + part(", Cc ", cc) + part(", Bcc ", bcc);
}

/** Whether somebody of these is called the same and has another address. */
function sharesName(one: Mailbox, all: readonly Mailbox[]): boolean {
  const folded = (mailbox: Mailbox) => mailboxName(mailbox).normalize("NFKC").toLowerCase();
  return all.some((other) => other.email !== one.email && folded(other) === folded(one));
}

/** The same of words of any kind. */
export function wordsOf(names: readonly string[]): string {
  const shown = names.length > NAMED ? names.slice(0, NAMED - 1) : names.slice(0, -1);
  const last = names.length > NAMED ? `${names.length - shown.length} more` : (names.at(-1) ?? "nobody");
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}
