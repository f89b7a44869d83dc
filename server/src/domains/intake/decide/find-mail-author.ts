import { bareAddress } from "@deskhand/contract/addresses/address";
import { cleanSubject } from "@deskhand/contract/desk/subjects";
import { defaultAgentName, limits } from "@deskhand/contract/limits";
import type { WrittenFrom } from "@deskhand/contract/messages";
import type { PassedOnBy } from "@deskhand/contract/vocabulary";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { NamedRecipient } from "../../tickets/index.ts";
import {
  type Author,
  type AuthorCandidates,
  answerable,
  chooseAuthor,
  type Forwarded,
} from "../classify/find-author.ts";
import type { MailAddress } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { selectStore } from "./decide.queries.ts";
import { bareMessageId } from "./own-marks.ts";

/** A person as named in a mail, with the address in lower case, and as it is `written` if that differs. */
export type NamedPerson = { name: string | null; email: string; written?: string };

/** The author of a mail and everybody to answer (docs/product.md#who-wrote-it). */
export type MailAuthor = {
  /** Who is answered: the customer of a ticket that the mail begins. Null if only the store is named. */
  customer: NamedPerson | null;
  /** The others in Reply-To, who are answered as well. */
  alsoAnswered: NamedRecipient[];
  /** The other addresses in From. They are answered together with From, unless Reply-To names somebody. */
  coWriters: NamedRecipient[];
  /** Who got a copy of the customer's mail that staff forwards. */
  copies: NamedRecipient[];
  /** Who is shown: the address in From or its substitute. If that is the store's own, the original sender, else the customer. */
  sender: NamedPerson | null;
  /** Who is answered if only From counts: the sender, or the list that stands in From for them. */
  answeredFrom: NamedPerson | null;
  /** Addresses to answer that are not in From, although From can be answered; they come from Reply-To, a list or a forward. */
  askedElsewhere: string[];
  /** The address in From or its substitute. */
  fromEmail: string | null;
  /** The address that proves the author: the only one in From, unless it is the store's or a list's. */
  proven: string | null;
  /** Whether that address speaks for itself, not for a form's visitor, a group's member or a Reply-To. */
  isOwnWord: boolean;
  /** Addresses that may have written it, the shown one first; `isOwn` marks an address in From that is the store's or its staff's. */
  writers: { email: string; isOwn: boolean }[];
  /** Whether staff forwards the customer's mail. */
  isForwarded: boolean;
  /** The Message-ID of the forwarded mail, if known. */
  originalMailId: string | null;
  /** The subject of the forwarded mail, which its writer knows; null if unknown, or if nothing is forwarded. */
  originalSubject: string | null;
  /** What passed the mail on to others than its writer addressed: staff, a form, or a mailing list that is not the store's. */
  passedOn: PassedOnBy | null;
  /** The mailing list that passed it on, if any. */
  list: NamedPerson | null;
  /**
   * The colleague who wrote to somebody outside with the desk in copy, which makes the mail the store's own word. Its id is null for
   * an address of the store.
   */
  colleague: { id: string | null; name: string } | null;
  /** Whether From is one of the store's people, unless they are only named on behalf of somebody else, as by a form. */
  isByStaff: boolean;
};

/**
 * More evidence of the author: the recipients; whether the sender is forged, and so no colleague; and whether staff answers a mail of a
 * ticket, so that quoted mails are history and not forwards.
 */
type AuthorEvidence = {
  envelopeFrom: string;
  recipients: readonly NamedRecipient[];
  isForged?: boolean;
  isAnswer?: boolean;
  /** Accepts mailboxes that a team of the store's reads, which its forms may write as. */
  isShopMailbox?: ((email: string) => boolean) | undefined;
};

/**
 * Finds who wrote a mail. The customer is never the store itself, and its staff only if nobody else is named, as when a colleague
 * tries the support address out. If staff writes to somebody with the store in copy, the first outside recipient is the customer. If the
 * header names nobody, the envelope's sender is the author, so that somebody can be answered.
 */
export async function findMailAuthor(
  tx: TenantTx,
  { parsed, authors: named }: Pick<ReadMail, "parsed" | "authors">,
  { envelopeFrom, recipients, isForged = false, isAnswer = false, isShopMailbox }: AuthorEvidence,
  isStoreAddress: (email: string) => boolean,
): Promise<MailAuthor> {
  const { staff } = await storeOf(tx);
  const isOwn = (email: string) => isStoreAddress(email) || staff.has(email.toLowerCase());
  const authors = isAnswer ? { ...named, forwarded: [], visitor: null } : named;
  const { from, replyTo, originalSender } = authors;
  const outside = firstOutside(recipients, (email) => staff.has(email));
  const ours = new Set(recipients.flatMap(({ email, isOurs }) => (isOurs ? [email] : [])));
  const gotMail = (email: string) => ours.has(email.trim().toLowerCase());
  const isUs = (email: string) => isOwn(email) || gotMail(email);
  const chosen =
    chooseAuthor(authors, { isOwn, gotMail, isShopMailbox, isToStoreAlone: outside === null }) ??
    chooseAuthor(authors, { isOwn: isStoreAddress, gotMail, isShopMailbox });
  const isNobody = from === null && replyTo.length === 0 && originalSender === null;
  const address = chosen?.address ?? (isNobody ? envelopeSender(envelopeFrom, isStoreAddress) : null);
  const isByProxy = chosen?.via === "reply_to" || chosen?.via === "original_sender";
  const colleague =
    isForged || isByProxy || !parsed.soleFrom ? null : colleagueOf(personOf(parsed.soleFrom), staff, isStoreAddress);
  const writtenTo = colleague && outside;
  const isByStaff = !isByProxy && from !== null && staff.has(personOf(from).email);
  const isForward = chosen?.via === "forward";
  const customer = (!isForward && writtenTo) || (address && personOf(address));
  const original = originalSender && !isStoreAddress(originalSender.email) ? personOf(originalSender) : null;
  const isStoreFrom = from !== null && customer !== null && colleague === null && isStoreAddress(from.email);
  const sender = from && !isStoreFrom ? personOf(from) : shownSender(original, customer);
  const list = isForward ? undefined : authors.lists.find(({ email }) => !ours.has(email) && !isStoreAddress(email));
  const sole = parsed.soleFrom && personOf(parsed.soleFrom).email;
  const { listInFrom: inFrom } = authors;
  const listInFrom = inFrom && !isStoreAddress(inFrom.email) ? personOf(inFrom) : null;
  const proven = sole !== null && !isStoreAddress(sole) && listInFrom === null ? sole : null;
  const alsoAnswered = writtenTo && !isForward ? [] : otherReplyTo(customer, chosen?.forwarded ?? authors, isUs);
  const isFromUnread = from === null || answerable([from], null).length === 0;
  return {
    customer,
    alsoAnswered,
    coWriters: coWritersOf(authors, sender, { isOwn: isUs, isStoreAddress }),
    copies: isForward ? copiesOf(chosen.forwarded, customer, isUs) : [],
    sender,
    answeredFrom: listInFrom && sender?.email === listInFrom.email ? listInFrom : sender,
    askedElsewhere: isFromUnread
      ? []
      : [...(customer ? [customer] : []), ...alsoAnswered].flatMap(({ email }) =>
          isSameMailbox(email, from.email) ? [] : [email],
        ),
    fromEmail: from ? personOf(from).email : (customer?.email ?? null),
    proven,
    isOwnWord: proven !== null && proven === customer?.email && !gotMail(proven),
    isForwarded: isForward,
    originalMailId: isForward && chosen.forwarded?.messageId ? bareMessageId(chosen.forwarded.messageId) : null,
    originalSubject: isForward && chosen.forwarded?.subject ? cleanSubject(chosen.forwarded.subject) : null,
    passedOn: isForward ? "forward" : isFormOf(customer, chosen) ? "form" : list ? "list" : null,
    list: list ? personOf(list) : null,
    colleague: writtenTo && !isForward ? colleague : null,
    isByStaff,
    writers: [...(sender ? [sender] : []), ...(from ? [personOf(from)] : [])].map(({ email }) => ({
      email,
      isOwn: email === from?.email.trim().toLowerCase() && isOwn(email),
    })),
  };
}

/** Whether a form's own mail names the customer in its text alone. */
function isFormOf(customer: NamedPerson | null, chosen: Author | null): boolean {
  return chosen?.via === "contact_form" && customer?.email === personOf(chosen.address).email;
}

type Head = Pick<Forwarded, "replyTo"> & { from: MailAddress | null };

/** Returns the others in Reply-To, if it names `customer`. */
function otherReplyTo(
  customer: NamedPerson | null,
  { replyTo, from }: Head,
  isOwn: (email: string) => boolean,
): NamedRecipient[] {
  const named = answerable(replyTo, from).map(personOf);
  if (!named.some(({ email }) => email === customer?.email)) return [];
  const others = named.filter(({ email }) => email !== customer?.email && !isOwn(email));
  return others.map((one) => ({ ...one, kind: "reply-to", isOurs: false }));
}

type OwnAddresses = Record<"isOwn" | "isStoreAddress", (email: string) => boolean>;

/** Returns those in From besides the shown sender. Robots and the store's people are not answered, nor anybody if Reply-To names others. */
function coWritersOf(
  { from, coWriters, replyTo }: Pick<AuthorCandidates, "from" | "coWriters" | "replyTo">,
  sender: NamedPerson | null,
  { isOwn, isStoreAddress }: OwnAddresses,
): NamedRecipient[] {
  if (coWriters.length === 0) return [];
  const all = [...(from ? [from] : []), ...coWriters];
  const isAskedElsewhere =
    answerable(
      replyTo.filter(({ email }) => !isOwn(email)),
      from,
    ).length > 0;
  const answered = isAskedElsewhere ? [] : answerable(all, null);
  return all.flatMap((one) => {
    const person = personOf(one);
    if (person.email === sender?.email) return [];
    const isAnswered = answered.includes(one) && !isOwn(person.email);
    return [{ ...person, kind: isAnswered ? "from" : "from-only", isOurs: isStoreAddress(person.email) } as const];
  });
}

/** Returns those in copy of a forwarded mail, without the store and the customer. */
function copiesOf(
  forwarded: Forwarded | undefined,
  customer: NamedPerson | null,
  isOwn: (email: string) => boolean,
): NamedRecipient[] {
  const people = (forwarded?.cc ?? []).map(personOf);
  const others = people.filter(({ email }) => email !== customer?.email && !isOwn(email));
  return others.map((one) => ({ ...one, kind: "cc", isOurs: false }));
}

function colleagueOf(
  { name, email }: NamedPerson,
  staff: ReadonlyMap<string, Colleague>,
  isStoreAddress: (email: string) => boolean,
): MailAuthor["colleague"] {
  return staff.get(email) ?? (isStoreAddress(email) ? { id: null, name: name ?? defaultAgentName } : null);
}

/** The first recipient who is neither the store nor staff. */
function firstOutside(recipients: readonly NamedRecipient[], isStaff: (email: string) => boolean): NamedPerson | null {
  const found = recipients.find(({ email, isOurs }) => !isOurs && !isStaff(email));
  return found ? { name: found.name, email: found.email } : null;
}

/** The sender to show if the store is in From: a group address of the store passes mail on this way and names the original sender. */
function shownSender(original: NamedPerson | null, customer: NamedPerson | null): NamedPerson | null {
  return original && !(customer && isSameMailbox(original.email, customer.email)) ? original : customer;
}

/**
 * Returns where a mail was written from, if its ticket's answers go to another mailbox, else null. `isProven` says that the address in
 * From is proven.
 */
export function findWrittenFrom(
  { writers }: Pick<MailAuthor, "writers">,
  answersTo: string | null,
  isProven: boolean,
): WrittenFrom | null {
  const other = answersTo === null ? undefined : writers.find(({ email }) => !isSameMailbox(email, answersTo));
  return other ? { email: other.email, isStores: other.isOwn && isProven } : null;
}

function isSameMailbox(one: string, other: string): boolean {
  return bareAddress(one) === bareAddress(other);
}

/** Normalizes an address of a mail to a person. */
export function personOf({ name, email }: MailAddress): NamedPerson {
  const written = storableText(email.trim(), limits.emailAddressLength);
  const address = storableText(written.toLowerCase(), limits.emailAddressLength);
  const shown = storableText(name, limits.customerNameLength).trim();
  // An address as name would make the mail look like that address's.
  const person = { name: /\S@\S/.test(shown) ? null : shown || null, email: address };
  return written === address ? person : { ...person, written };
}

// The null path of bounces and an unknown sender contain no address.
function envelopeSender(envelopeFrom: string, isStoreAddress: (email: string) => boolean): MailAddress | null {
  const email = readAddresses([envelopeFrom])[0]?.email ?? "";
  if (!email || email.length > limits.emailAddressLength || isStoreAddress(email)) return null;
  return { name: "", email };
}

/** A limit that real mail does not reach. */
const mostWriters = 20;

/**
 * Returns the addresses that count as writers for blocked senders (docs/product.md#blocked-senders): all in From or its substitute,
 * and the customer, unless a colleague forwards their mail.
 */
export function writersOf({ parsed }: ReadMail, { fromEmail, sender, customer, isForwarded }: MailAuthor): string[] {
  const named = [fromEmail, sender?.email, isForwarded ? null : customer?.email];
  const all = [...readAddresses(parsed.headers.from).map(({ email }) => email), ...named];
  return [...new Set(all.flatMap((email) => (email ? [email.toLowerCase()] : [])))].slice(0, mostWriters);
}

/** One of the store's staff, as the author of messages. */
export type Colleague = { id: string; name: string; email: string };

/** What distinguishes a store's own mail from its customers'; addresses are in lower case. */
export type Store = {
  clientCode: string;
  addresses: ReadonlySet<string>;
  /** All addresses that the store says are its own, verified or not. */
  claimed: ReadonlySet<string>;
  /** By address. */
  staff: ReadonlyMap<string, Colleague>;
  /** Whether new tickets are acknowledged. */
  acknowledges: boolean;
};

const stores = new WeakMap<TenantTx, Promise<Store>>();

/** Returns the transaction's store, and reads it only once per transaction. */
export function storeOf(tx: TenantTx): Promise<Store> {
  const store = stores.get(tx) ?? readStore(tx);
  stores.set(tx, store);
  return store;
}

async function readStore(tx: TenantTx): Promise<Store> {
  const { clientCode, addresses, claimed, staff, acknowledges } = await selectStore(tx);
  return {
    clientCode,
    acknowledges,
    addresses: new Set(addresses),
    claimed: new Set(claimed),
    staff: new Map(staff.map((one) => [one.email.toLowerCase(), one])),
  };
}
