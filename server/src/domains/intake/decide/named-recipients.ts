import { limits } from "@deskhand/contract/limits";
import { recipientKinds } from "@deskhand/contract/vocabulary";
import { isWebmailDomain } from "../../tenants/index.ts";
import type { NamedRecipient } from "../../tickets/index.ts";
import { domainOf, organisationOf } from "../authenticate/domains.ts";
import { peopleFields } from "../parse/count-left-out.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses, unreadAddresses } from "../parse/read-addresses.ts";
import { personOf } from "./find-mail-author.ts";

/** What servers add that pass a mail on: it names the mailbox that they pass on from. */
const traces = ["delivered-to", "x-original-to", "x-forwarded-for", "x-forwarded-to", "x-envelope-to"];

/** What firms call a mailbox that many read (RFC 2142 and their own words). */
const ofMany =
  /^(?:support|help(?:desk)?|info(?:rmation)?|service|sales|shop|store|orders?|contact|hello|hi|hallo|care|team|office|mail|kundenservice|kundendienst|kontakt|ayuda|soporte|contacto|aide|assistance|bonjour|klantenservice|assistenza|suporte|atendimento)\b/;

/**
 * Whom a mail names in To, Cc and Bcc (RFC 5322, section 3.6.3), each once and the store's own marked: those that `isStore` knows. Where
 * none of these stands there, the mail was passed on from another of the store's mailboxes, or is a blind copy: then also the mailbox
 * that a server says to have passed it on from, and else one in the store's domains whose name says that many read it, or the one there is where a
 * server passed it on to the store from a mailbox that nobody knows. `own` are the addresses
 * of the store's that tell which these are: those of its staff, and those that it says are its.
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
  const passedOn = new Set(traces.flatMap((name) => tracedIn(headers, name)));
  if (all.some(({ email }) => passedOn.has(email))) {
    return all.map((one) => ({ ...one, isOurs: passedOn.has(one.email) }));
  }
  const likely = all.length === 1 && isFromUnknown(headers, isStore) ? all.find(isOfMany) : likelyOwn(all, own);
  return all.map((one) => ({ ...one, isOurs: one === likely }));
}

/** The one of a mail's recipients that is the store's by its name, in one of the store's domains: every firm has an office@, and the store may be a blind copy. */
function likelyOwn(recipients: readonly NamedRecipient[], own: readonly string[]): NamedRecipient | undefined {
  const homes = new Set(own.filter((email) => !isWebmailDomain(domainOf(email))).map(organisationOf));
  return recipients.find((one) => isOfMany(one) && homes.has(organisationOf(one.email)));
}

function isOfMany({ email }: NamedRecipient): boolean {
  return ofMany.test(email);
}

/** Whether a server says to have passed a mail on to the store, and no mailbox of the store's is known to be the one that it came to before. */
function isFromUnknown(headers: ParsedMail<unknown>["headers"], isStore: (email: string) => boolean): boolean {
  const target = new Set(tracedIn(headers, "x-forwarded-to").filter(isStore));
  const known = traces.flatMap((name) => tracedIn(headers, name)).filter(isStore);
  return target.size > 0 && known.every((email) => target.has(email));
}

function tracedIn(headers: ParsedMail<unknown>["headers"], name: string): string[] {
  return readAddresses(headers[name]?.map(spaced)).map((one) => personOf(one).email);
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
