import { bareAddress } from "@deskhand/contract/addresses/address";
import { defaultAgentName, limits } from "@deskhand/contract/limits";
import type { WrittenFrom } from "@deskhand/contract/messages";
import type { PassedOnBy } from "@deskhand/contract/vocabulary";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { NamedRecipient } from "../../tickets/index.ts";
import { type AuthorCandidates, answerable, chooseAuthor, type Forwarded } from "../classify/find-author.ts";
import type { MailAddress } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { selectStore } from "./decide.queries.ts";
import { bareMessageId } from "./own-marks.ts";

/** A person as a mail names one; the address is in lower case. */
export type NamedPerson = { name: string | null; email: string };

/** Who wrote a mail (docs/product.md#who-wrote-it). */
export type MailAuthor = {
  /** Whom an answer goes to: the customer of a ticket that it begins; null where only the store is named. */
  customer: NamedPerson | null;
  /** Who else it goes to: the others whom Reply-To names beside them. */
  alsoAnswered: NamedRecipient[];
  /** Who else wrote it, by its From; each is answered where From is, and Reply-To names nobody. */
  coWriters: NamedRecipient[];
  /** Who got a copy of the customer's mail that staff passes on. */
  copies: NamedRecipient[];
  /** Who is shown: whoever stands in From, or in the fields that take its place; where that is the store, whom its group names, or the customer. */
  sender: NamedPerson | null;
  /** Whom an answer goes to where only From counts: who is shown, or the list that stands there in their name. */
  answeredFrom: NamedPerson | null;
  /** Those of whom an answer goes to who are not in From, though From can be answered: Reply-To, a list or a forward names them. */
  askedElsewhere: string[];
  /** The address in From, or what takes its place. */
  fromEmail: string | null;
  /** The one address that is proof of who wrote: that of a single From, which is neither the store's nor a list's; else null. */
  proven: string | null;
  /** Whether that address speaks for itself, and not for the visitor of a form, a group's member or a Reply-To. */
  isOwnWord: boolean;
  /** The addresses that may have written it, the one that is shown first; `isOwn`: it is the store's, or its staff's, and in From. */
  writers: { email: string; isOwn: boolean }[];
  /** Whether the store's staff passes the customer's mail on. */
  isForwarded: boolean;
  /** The Message-ID of that mail, where it is known. */
  originalMailId: string | null;
  /** What passes it on to others than its writer addressed: the store's staff, or a mailing list that is not the store's. */
  passedOn: PassedOnBy | null;
  /** The mailing list, where that is what passed it on. */
  list: NamedPerson | null;
  /**
   * Who of the store wrote to somebody outside, with the desk in copy, so that the mail is the store's own word; without an id where
   * it came from an address of the store's.
   */
  colleague: { id: string | null; name: string } | null;
  /** Whether it comes in the name of one of the store's people, whoever it is for; not where they are named for somebody else, as by a form. */
  isByStaff: boolean;
};

/**
 * What else tells who wrote: whom the mail names, whether its sender was found to be forged, who is no colleague then, and whether one of the
 * store's people answers a mail of a ticket by it, so that what it quotes is history and passes nothing on.
 */
type Addressed = {
  envelopeFrom: string;
  recipients: readonly NamedRecipient[];
  isForged?: boolean;
  isAnswer?: boolean;
};

/**
 * Finds who wrote a mail: the customer is never the store itself, and its staff only when nobody else is named, as when a
 * staff member forwards a customer's mail or tries the support address out. Whom staff writes to, with the store in copy, is the
 * customer (`recipients` are those of the mail). A mail whose header names nobody is of its envelope's sender, so that there is
 * somebody to answer.
 */
export async function findMailAuthor(
  tx: TenantTx,
  { parsed, authors: named }: Pick<ReadMail, "parsed" | "authors">,
  { envelopeFrom, recipients, isForged = false, isAnswer = false }: Addressed,
  isStoreAddress: (email: string) => boolean,
): Promise<MailAuthor> {
  const { staff } = await storeOf(tx);
  const isOwn = (email: string) => isStoreAddress(email) || staff.has(email.toLowerCase());
  const authors = isAnswer ? { ...named, forwarded: [], visitor: null } : named;
  const { from, replyTo, originalSender } = authors;
  const outside = firstOutside(recipients, (email) => staff.has(email));
  const chosen = chooseAuthor(authors, isOwn, outside === null) ?? chooseAuthor(authors, isStoreAddress);
  const isNobody = from === null && replyTo.length === 0 && originalSender === null;
  const address = chosen?.address ?? (isNobody ? envelopeSender(envelopeFrom, isStoreAddress) : null);
  const isByProxy = chosen?.via === "reply_to" || chosen?.via === "original_sender";
  const colleague =
    isForged || isByProxy || !parsed.soleFrom ? null : ofStore(personOf(parsed.soleFrom), staff, isStoreAddress);
  const writtenTo = colleague && outside;
  const isByStaff = !isByProxy && from !== null && staff.has(personOf(from).email);
  const isForward = chosen?.via === "forward";
  const customer = (!isForward && writtenTo) || (address && personOf(address));
  const original = originalSender && !isStoreAddress(originalSender.email) ? personOf(originalSender) : null;
  const isStoreFrom = from !== null && customer !== null && colleague === null && isStoreAddress(from.email);
  const sender = from && !isStoreFrom ? personOf(from) : senderIn(original, customer);
  const ours = new Set(recipients.flatMap(({ email, isOurs }) => (isOurs ? [email] : [])));
  const list = isForward ? undefined : authors.lists.find(({ email }) => !ours.has(email) && !isStoreAddress(email));
  const sole = parsed.soleFrom && personOf(parsed.soleFrom).email;
  const { listInFrom: inFrom } = authors;
  const listInFrom = inFrom && !isStoreAddress(inFrom.email) ? personOf(inFrom) : null;
  const proven = sole !== null && !isStoreAddress(sole) && listInFrom === null ? sole : null;
  const alsoAnswered = writtenTo && !isForward ? [] : othersBeside(customer, chosen?.forwarded ?? authors, isOwn);
  const isFromUnread = from === null || answerable([from], null).length === 0;
  return {
    customer,
    alsoAnswered,
    coWriters: coWritersOf(authors, sender, { isOwn, isStoreAddress }),
    copies: isForward ? copiesOf(chosen.forwarded, customer, isOwn) : [],
    sender,
    answeredFrom: listInFrom && sender?.email === listInFrom.email ? listInFrom : sender,
    askedElsewhere: isFromUnread
      ? []
      : [...(customer ? [customer] : []), ...alsoAnswered].flatMap(({ email }) =>
          isSameMailbox(email, from.email) ? [] : [email],
        ),
    fromEmail: from ? personOf(from).email : (customer?.email ?? null),
    proven,
    isOwnWord: proven !== null && proven === customer?.email,
    isForwarded: isForward,
    originalMailId: isForward && chosen.forwarded?.messageId ? bareMessageId(chosen.forwarded.messageId) : null,
    passedOn: isForward ? "forward" : list ? "list" : null,
    list: list ? personOf(list) : null,
    colleague: writtenTo && !isForward ? colleague : null,
    isByStaff,
    writers: [...(sender ? [sender] : []), ...(from ? [personOf(from)] : [])].map(({ email }) => ({
      email,
      isOwn: email === from?.email.trim().toLowerCase() && isOwn(email),
    })),
  };
}

type Head = Pick<Forwarded, "replyTo"> & { from: MailAddress | null };

/** Those whom Reply-To names beside `customer`; nobody where it does not name them. */
function othersBeside(
  customer: NamedPerson | null,
  { replyTo, from }: Head,
  isOwn: (email: string) => boolean,
): NamedRecipient[] {
  const named = answerable(replyTo, from).map(personOf);
  if (!named.some(({ email }) => email === customer?.email)) return [];
  const others = named.filter(({ email }) => email !== customer?.email && !isOwn(email));
  return others.map((one) => ({ ...one, kind: "reply-to", isOurs: false }));
}

type Ours = Record<"isOwn" | "isStoreAddress", (email: string) => boolean>;

/** Who stands in From beside the one that is shown. Robots and the store's own people are not answered, nor anybody where Reply-To names others. */
function coWritersOf(
  { from, coWriters, replyTo }: Pick<AuthorCandidates, "from" | "coWriters" | "replyTo">,
  sender: NamedPerson | null,
  { isOwn, isStoreAddress }: Ours,
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

/** Who is in copy of what staff passes on, beside the store and whom the answer goes to. */
function copiesOf(
  forwarded: Forwarded | undefined,
  customer: NamedPerson | null,
  isOwn: (email: string) => boolean,
): NamedRecipient[] {
  const people = (forwarded?.cc ?? []).map(personOf);
  const others = people.filter(({ email }) => email !== customer?.email && !isOwn(email));
  return others.map((one) => ({ ...one, kind: "cc", isOurs: false }));
}

function ofStore(
  { name, email }: NamedPerson,
  staff: ReadonlyMap<string, Colleague>,
  isStoreAddress: (email: string) => boolean,
): MailAuthor["colleague"] {
  return staff.get(email) ?? (isStoreAddress(email) ? { id: null, name: name ?? defaultAgentName } : null);
}

/** The first of those whom a mail names who is neither the store nor of its staff. */
function firstOutside(recipients: readonly NamedRecipient[], isStaff: (email: string) => boolean): NamedPerson | null {
  const found = recipients.find(({ email, isOurs }) => !isOurs && !isStaff(email));
  return found ? { name: found.name, email: found.email } : null;
}

/** Who is shown where the store itself is in From: a group of the store's passes mail on so, and says from whom. */
function senderIn(original: NamedPerson | null, customer: NamedPerson | null): NamedPerson | null {
  return original && !(customer && isSameMailbox(original.email, customer.email)) ? original : customer;
}

/**
 * Where a mail came from that is kept on a ticket whose answers go to another mailbox; null where they go there. `isProven`: that the address
 * in From wrote it.
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

/** An address of a mail as a person is known by it. */
export function personOf({ name, email }: MailAddress): NamedPerson {
  const address = storableText(email.trim().toLowerCase(), limits.emailAddressLength);
  const shown = storableText(name, limits.customerNameLength).trim();
  // A name that is somebody's address shows the mail as theirs.
  return { name: /\S@\S/.test(shown) ? null : shown || null, email: address };
}

// The null path of bounces and a door that does not know its sender hold no address.
function envelopeSender(envelopeFrom: string, isStoreAddress: (email: string) => boolean): MailAddress | null {
  const email = readAddresses([envelopeFrom])[0]?.email ?? "";
  if (!email || email.length > limits.emailAddressLength || isStoreAddress(email)) return null;
  return { name: "", email };
}

/** Nobody writes a mail with more. */
const mostWriters = 20;

/**
 * Who counts as having written a mail where it is about holding it back (docs/product.md#blocked-senders): all of From or what takes
 * its place, and whom an answer would go to, unless a colleague passes their mail on.
 */
export function writersOf({ parsed }: ReadMail, { fromEmail, sender, customer, isForwarded }: MailAuthor): string[] {
  const named = [fromEmail, sender?.email, isForwarded ? null : customer?.email];
  const all = [...readAddresses(parsed.headers.from).map(({ email }) => email), ...named];
  return [...new Set(all.flatMap((email) => (email ? [email.toLowerCase()] : [])))].slice(0, mostWriters);
}

/** One of the store's staff, as messages have them for their author. */
export type Colleague = { id: string; name: string; email: string };

/** What tells a store's own mail from its customers': addresses in lower case. */
export type Store = {
  clientCode: string;
  addresses: ReadonlySet<string>;
  /** Those, and the ones that it says are its own and has not shown to be. */
  claimed: ReadonlySet<string>;
  /** By their addresses. */
  staff: ReadonlyMap<string, Colleague>;
  /** Whether it wants new tickets acknowledged. */
  acknowledges: boolean;
};

const known = new WeakMap<TenantTx, Promise<Store>>();

/** The store of a transaction, asked for once in it. */
export function storeOf(tx: TenantTx): Promise<Store> {
  const store = known.get(tx) ?? readStore(tx);
  known.set(tx, store);
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
