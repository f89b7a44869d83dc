import { firstHeader, type MailAddress, type ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import { readContactForm } from "./read-contact-form.ts";
import { readForward } from "./read-forward.ts";

/** Everybody who may have written a message, as far as the message alone tells. Plain data. */
export type AuthorCandidates = {
  from: MailAddress | null;
  replyTo: MailAddress[];
  /** Whom a mailing group took the message from (X-Original-From, X-Original-Sender). */
  originalSender: MailAddress | null;
  /** Who wrote the message that this one forwards. */
  forwarded: MailAddress | null;
  /** The visitor that a contact form's mail names. */
  visitor: MailAddress | null;
};

/** Who wrote a message, and by which rule; null where only the store itself is named. */
export type Author = {
  address: MailAddress;
  via: "reply_to" | "original_sender" | "forward" | "contact_form" | "from";
};

/** Collects who may have written a message, without knowing whose desk it is for. */
export function findAuthorCandidates(mail: ParsedMail<unknown>): AuthorCandidates {
  const original =
    readAddresses(mail.headers["x-original-from"])[0] ?? readAddresses(mail.headers["x-original-sender"])[0];
  return {
    from: mail.from ?? mail.sender ?? readAddresses([firstHeader(mail.headers, "return-path") ?? ""])[0] ?? null,
    replyTo: mail.replyTo,
    originalSender: original ?? null,
    forwarded: readForward(mail),
    visitor: readContactForm(mail),
  };
}

// Addresses that programs write as, a shop platform's or a site's contact form among them.
const formSender =
  /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer|notif(?:y|ications?)|(?:web|contact)?[-_.]?forms?|contact|wordpress|www-data|apache|nobody|system|website|webmaster)(?:[-+_.].*)?@/i;

/**
 * Chooses who wrote a message; `isOwn` tells the store's own addresses, which are never the customer. Reply-To counts
 * before From; a group's original sender, a forward and a contact form count when the store (or a form) is the sender.
 */
export function chooseAuthor(candidates: AuthorCandidates, isOwn: (email: string) => boolean): Author | null {
  const { from, originalSender, forwarded, visitor } = candidates;
  const isForeign = (address: MailAddress | null): address is MailAddress => address !== null && !isOwn(address.email);
  const replyTo = candidates.replyTo.find(isForeign);
  if (replyTo && !isSame(replyTo, from)) return { address: named(replyTo, candidates), via: "reply_to" };
  if (from !== null && isOwn(from.email)) {
    if (isForeign(originalSender)) return { address: named(originalSender, candidates), via: "original_sender" };
    if (isForeign(forwarded)) return { address: forwarded, via: "forward" };
    return isForeign(visitor) ? { address: visitor, via: "contact_form" } : null;
  }
  if (from !== null && formSender.test(from.email) && isForeign(visitor))
    return { address: visitor, via: "contact_form" };
  if (from !== null) return { address: from, via: "from" };
  return isForeign(originalSender) ? { address: originalSender, via: "original_sender" } : null;
}

// A bare Reply-To borrows the name from the sender it stands for; groups write that as "'Ann' via Support".
function named(address: MailAddress, { from, visitor, originalSender }: AuthorCandidates): MailAddress {
  if (address.name) return address;
  const same = [visitor, originalSender, from].find((other) => isSame(address, other) && other?.name);
  const via = /^['"]?(.{1,150}?)['"]?\s+(?:via|über|par|por|tramite)\s+\S/i.exec(from?.name ?? "")?.[1];
  return { ...address, name: same?.name ?? via ?? "" };
}

function isSame(one: MailAddress, other: MailAddress | null): boolean {
  return one.email.toLowerCase() === other?.email.toLowerCase();
}
