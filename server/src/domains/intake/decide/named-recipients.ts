import { limits } from "@deskhand/contract/limits";
import { recipientKinds } from "@deskhand/contract/vocabulary";
import { isWebmailDomain } from "../../tenants/index.ts";
import type { NamedRecipient } from "../../tickets/index.ts";
import { domainOf, organisationOf } from "../authenticate/domains.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { peopleFields, readAddresses, unreadAddresses } from "../parse/read-addresses.ts";
import { personOf } from "./find-mail-author.ts";

/** What servers add that pass a mail on: it names the mailbox that they pass on from. */
const traces = ["delivered-to", "x-original-to", "x-forwarded-for", "x-forwarded-to", "x-envelope-to"];

/** What firms call a mailbox that many read (RFC 2142 and their own words). */
const ofMany =
  /^(?:support|help(?:desk)?|info(?:rmation)?|service|sales|shop|store|orders?|contact|hello|hi|hallo|care|team|office|mail|kundenservice|kundendienst|kontakt|ayuda|soporte|contacto|aide|assistance|bonjour|klantenservice|assistenza|suporte|atendimento)\b/;

/**
 * Whom a mail names in To, Cc and Bcc (RFC 5322, section 3.6.3), each once and the store's own marked: those that `isStore` knows. Where
 * none of these stands there, the mail was passed on from another of the store's mailboxes, or is a blind copy: then also the mailbox
 * that a server says to have passed it on from, and else one whose name says that many read it. `own` are the addresses of the store's
 * that tell which domains are its own: those of its staff, and those that it says are its.
 */
export function namedRecipients(
  { headers }: Pick<ParsedMail<unknown>, "headers">,
  isStore: (email: string) => boolean,
  own: readonly string[],
): NamedRecipient[] {
  const named = new Map<string, NamedRecipient>();
  for (const kind of recipientKinds) {
    for (const address of readAddresses(headers[kind])) {
      const person = personOf(address);
      if (named.has(person.email) || address.email.length > limits.emailAddressLength) continue;
      named.set(person.email, { ...person, kind, isOurs: isStore(person.email) });
    }
  }
  const all = [...named.values()];
  if (all.some(({ isOurs }) => isOurs)) return all;
  const passedOn = new Set(
    traces.flatMap((name) => readAddresses(headers[name]?.map(spaced)).map((one) => personOf(one).email)),
  );
  if (all.some(({ email }) => passedOn.has(email))) {
    return all.map((one) => ({ ...one, isOurs: passedOn.has(one.email) }));
  }
  const senders = ["from", "reply-to"].flatMap((name) =>
    readAddresses(headers[name]).map((one) => personOf(one).email),
  );
  const likely = likelyOwn(
    all.map(({ email }) => email),
    senders,
    { isStore, own },
  );
  return all.map((one) => ({ ...one, isOurs: one.email === likely }));
}

type Own = { isStore: (email: string) => boolean; own: readonly string[] };

/**
 * The one of a mail's recipients that is the store's by its name. Every firm has an office@: outside the store's domains it is one that
 * belongs to nobody on the mail, of one firm alone, and nobody else stands there where the store's domains are known, as the store may
 * be a blind copy then.
 */
function likelyOwn(recipients: readonly string[], senders: readonly string[], { isStore, own }: Own): string | null {
  const homes = new Set(own.filter((email) => !isWebmailDomain(domainOf(email))).map(organisationOf));
  const isHome = (email: string) => homes.has(organisationOf(email));
  const shared = recipients.filter((email) => ofMany.test(email));
  const atHome = shared.find(isHome);
  if (atHome !== undefined) return atHome;
  const people = [...senders, ...recipients.filter((email) => !ofMany.test(email))];
  const theirs = new Set(people.map(organisationOf));
  const free = shared.filter((email) => !theirs.has(organisationOf(email)));
  if (new Set(free.map(organisationOf)).size !== 1) return null;
  // Where nobody else stands there, it was written to the store, also by its own people; what they write to several goes to others.
  const isByStore = senders.some((email) => isStore(email) || own.includes(email) || isHome(email));
  const isAlone = free.length === recipients.length;
  return isAlone || (homes.size === 0 && !isByStore) ? (free[0] ?? null) : null;
}

/** Nobody names more by hand. */
const mostUnread = 50;

/** What the fields that name people say beside what is an address, each once, 50 at most; and how many more they name than are kept. */
export function unreadRecipients({
  headers,
  leftOutAddresses,
}: Pick<ParsedMail<unknown>, "headers" | "leftOutAddresses">) {
  const all = [...new Set(peopleFields.flatMap((name) => unreadAddresses(headers[name])))];
  return {
    unreadAddresses: all.slice(0, mostUnread),
    leftOutAddresses: leftOutAddresses + Math.max(0, all.length - mostUnread),
  };
}

// Gmail parts the addresses of X-Forwarded-For by spaces.
function spaced(value: string): string {
  return value.trim().split(/\s+/).join(", ");
}
