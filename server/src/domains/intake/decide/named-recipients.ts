import { limits } from "@deskhand/contract/limits";
import { recipientKinds } from "@deskhand/contract/vocabulary";
import { isWebmailDomain } from "../../tenants/index.ts";
import type { NamedRecipient } from "../../tickets/index.ts";
import { domainOf, organisationOf } from "../authenticate/domains.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { peopleFields, readAddresses, unreadAddresses } from "../parse/read-addresses.ts";
import { personOf } from "./find-mail-author.ts";

/** Headers that name the mailbox a mail was passed on from. */
const traces = ["delivered-to", "x-original-to", "x-forwarded-for", "x-forwarded-to", "x-envelope-to"];

/** Names of mailboxes that a firm's team reads (RFC 2142 and common usage). */
const teamMailbox =
  /^(?:support|help(?:desk)?|info(?:rmation)?|service|sales|shop|store|orders?|contact|hello|hi|hallo|care|team|office|mail|kundenservice|kundendienst|kontakt|ayuda|soporte|contacto|aide|assistance|bonjour|klantenservice|assistenza|suporte|atendimento)\d{0,3}\b/;

/**
 * Returns whom a mail names in To, Cc and Bcc (RFC 5322, section 3.6.3), each once, with the store's own marked: those that `isStore`
 * accepts. If it accepts none, the mail was forwarded from another mailbox of the store, or is a blind copy; then the mailbox that a
 * server's trace names is marked, else one whose name says that a team reads it. `own` are addresses whose domains are the store's:
 * its staff's, and those that it claims.
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
    traces.flatMap((name) => readAddresses(headers[name]?.map(commaSeparated)).map((one) => personOf(one).email)),
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

/** Returns whether an address is of a team in a domain of the store's, given addresses of such domains; anybody may have one at a webmail. */
export function teamMailboxTest(own: readonly string[]): (email: string) => boolean {
  const isHome = homeTest(own);
  return (email) => teamMailbox.test(email.toLowerCase()) && isHome(email);
}

function homeTest(own: readonly string[]): (email: string) => boolean {
  const homes = new Set(own.filter((email) => !isWebmailDomain(domainOf(email))).map(organisationOf));
  return (email) => homes.has(organisationOf(email));
}

type Own = { isStore: (email: string) => boolean; own: readonly string[] };

/**
 * Finds the recipient that is probably the store's, by its name. Every firm may have an office@. Outside the store's domains it must be the
 * only such firm and belong to nobody else on the mail. If the store's domains are known there must be no other recipient either, as the
 * store may be a blind copy.
 */
function likelyOwn(recipients: readonly string[], senders: readonly string[], { isStore, own }: Own): string | null {
  const isHome = homeTest(own);
  const shared = recipients.filter((email) => teamMailbox.test(email));
  const atHome = shared.find(isHome);
  if (atHome !== undefined) return atHome;
  // A form's program writes from the store's mailbox to itself.
  const [sole = ""] = recipients;
  if (recipients.length === 1 && senders[0] === sole && (isHome(sole) || shared.length === 1)) return sole;
  const people = [...senders, ...recipients.filter((email) => !teamMailbox.test(email))];
  const theirs = new Set(people.map(organisationOf));
  const free = shared.filter((email) => !theirs.has(organisationOf(email)));
  if (new Set(free.map(organisationOf)).size !== 1) return null;
  // A mail without other recipients was written to the store, possibly by its own people; what they send to several goes to others.
  const isByStore = senders.some((email) => isStore(email) || own.includes(email) || isHome(email));
  const isAlone = free.length === recipients.length;
  return isAlone || (own.every((email) => isWebmailDomain(domainOf(email))) && !isByStore) ? (free[0] ?? null) : null;
}

/** A limit that mail written by hand does not reach. */
const mostUnread = 50;

/** Returns the text in address fields that is no address, at most 50 entries, and how many more the fields contain than are kept. */
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

// Gmail separates the addresses in X-Forwarded-For with spaces.
function commaSeparated(value: string): string {
  return value.trim().split(/\s+/).join(", ");
}
