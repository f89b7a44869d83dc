import { bareSubject, isAnswerSubject, isForwardSubject } from "@deskhand/contract/desk/subjects";
import { isForwardMarker, isOriginalMarker } from "@deskhand/email/quote-markers";
import { domainOf } from "../authenticate/domains.ts";
import { decodeWords } from "../parse/decode-charset.ts";
import { firstHeader, type MailAddress, type ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses, wholeWords } from "../parse/read-addresses.ts";
import { findHeaderBlock } from "../text/find-header-block.ts";
import { readReportField } from "./find-failed-recipient.ts";
import { holdsNameOf, listAddresses, localOf, namedAs } from "./named-addresses.ts";
import { readContactForm } from "./read-contact-form.ts";
import { readForwardedHead } from "./read-forwarded-head.ts";

/** Everybody who may have written a message, by the message alone. Plain data, as it crosses threads. */
export type AuthorCandidates = {
  from: MailAddress | null;
  /** The other addresses in From (RFC 5322, section 3.6.2). */
  coWriters: MailAddress[];
  /** Reply-To without the mailing list's own address. */
  replyTo: MailAddress[];
  /** The mailing list that the message came by, with its name, if it can be recognized. */
  lists: MailAddress[];
  /** The list that stands in From instead of the writer (RFC 7960, section 4.1.3.3). */
  listInFrom: MailAddress | null;
  /** The sender before a mailing group passed the message on, from a field of its own or from Cc. */
  originalSender: MailAddress | null;
  /** The heads of forwarded messages, from the outermost to the innermost. */
  forwarded: Forwarded[];
  /** The visitor named in a contact form's mail. */
  visitor: MailAddress | null;
};

/**
 * The addresses in a forwarded message's head. `isMarked` says that the subject or a line above the head declares the forward.
 * `messageId` has its angle brackets; null if unknown, as is the `subject`.
 */
export type Forwarded = Record<"replyTo" | "to" | "cc", MailAddress[]> & {
  from: MailAddress;
  isMarked: boolean;
  messageId: string | null;
  subject: string | null;
};

/** Who wrote a message, and by which rule. */
export type Author = {
  address: MailAddress;
  /** The forwarded message, whose Reply-To and Cc count. */
  forwarded?: Forwarded;
  via: "reply_to" | "original_sender" | "forward" | "contact_form" | "from";
};

/** Collects who may have written a message, without knowing whose desk it is for. */
export function findAuthorCandidates(mail: ParsedMail<unknown>): AuthorCandidates {
  const lists = listAddresses(mail);
  const listInFrom = lists.find((list) => isSame(list, mail.from)) ?? null;
  return {
    coWriters: mail.allFrom.filter((one) => !isSame(one, mail.from)),
    from: mail.from ?? mail.sender ?? readAddresses([firstHeader(mail.headers, "return-path") ?? ""])[0] ?? null,
    replyTo: mail.replyTo.filter((one) => !lists.some((list) => isSame(one, list))),
    lists,
    listInFrom,
    originalSender: findOriginal(mail, listInFrom),
    forwarded: readForwards(mail),
    visitor: readContactForm(mail.text, othersTest(mail)),
  };
}

/** Accepts addresses that a form's mail came from or went to, which are the shop's or the form's rather than its visitor's. */
function othersTest({ headers, from }: ParsedMail<unknown>): (email: string) => boolean {
  const to = new Set(
    ["to", "delivered-to", "x-original-to"]
      .flatMap((name) => readAddresses(headers[name]))
      .map(({ email }) => email.toLowerCase()),
  );
  const sender = from && domainOf(from.email);
  return (email) => to.has(email.toLowerCase()) || domainOf(email) === sender;
}

// Addresses that the contact forms of shop platforms and websites write as.
const formSender = namedAs("noReply", "mailer", "notices", "form", "site", "system");

/** Mailboxes that nobody reads. */
const unreadMailbox = holdsNameOf("daemon", "noReply", "bounces");
const robot = namedAs(
  ...([
    "daemon",
    "noReply",
    "bounces",
    "mailer",
    "notices",
    "site",
    "system",
    "bots",
    "campaigns",
    "listProgram",
  ] as const),
);

/** Returns the Reply-To addresses that are read. If none is, returns all if From is a robot or missing, since nobody else can be answered. */
export function answerable(replyTo: readonly MailAddress[], from: MailAddress | null): MailAddress[] {
  const reading = replyTo.filter(({ email }) => !unreadMailbox.test(localOf(email)));
  return reading.length === 0 && (from === null || robot.test(localOf(from.email))) ? [...replyTo] : reading;
}

/** Whose addresses a mail names, for the store that it came to. */
export type Ownership = {
  /** Accepts the store's own addresses, which are never the customer. */
  isOwn: (email: string) => boolean;
  /** Accepts those that got this very mail for the store, whoever else they may be: answering them would write to the store. */
  gotMail?: ((email: string) => boolean) | undefined;
  /** Accepts mailboxes that a shop's forms may write as. */
  isShopMailbox?: ((email: string) => boolean) | undefined;
  /** Whether the mail goes to nobody but the store. */
  isToStoreAlone?: boolean;
};

const nobody = () => false;

/**
 * Chooses who wrote a message. Reply-To counts before From. A group's original sender, a forward and a contact form count if the store (or
 * a form) is the sender. An unmarked forward counts only if the mail goes to nobody but the store. The visitor of a form counts before
 * a Reply-To that a program reads.
 */
export function chooseAuthor(
  candidates: AuthorCandidates,
  { isOwn, gotMail = nobody, isShopMailbox = nobody, isToStoreAlone = false }: Ownership,
): Author | null {
  const { from, originalSender, visitor } = candidates;
  const isForeign = (address: MailAddress | null): address is MailAddress =>
    address !== null && !isOwn(address.email) && !gotMail(address.email);
  const isForm =
    from !== null &&
    (formSender.test(localOf(from.email)) || isOwn(from.email) || gotMail(from.email) || isShopMailbox(from.email)) &&
    isForeign(visitor) &&
    !isColleague(visitor, from);
  const asked = answerable(candidates.replyTo.filter(isForeign), from)[0];
  const isUnread = asked && (unreadMailbox.test(localOf(asked.email)) || isShopMailbox(asked.email));
  const replyTo = isForm && isUnread ? undefined : asked;
  if (replyTo && !isSame(replyTo, from)) {
    const address = withName(replyTo, candidates);
    // Some programs ask to answer the writer of what a colleague forwards.
    const forwarded =
      from !== null && isOwn(from.email)
        ? candidates.forwarded.find((one) => one.isMarked && isSame(replyTo, one.from))
        : undefined;
    return forwarded ? { address, via: "forward", forwarded } : { address, via: "reply_to" };
  }
  if (from !== null && isOwn(from.email)) {
    const coWriter = candidates.coWriters.find(isForeign);
    if (coWriter) return { address: coWriter, via: "from" };
    if (isForeign(originalSender)) return { address: withName(originalSender, candidates), via: "original_sender" };
    const forwards = candidates.forwarded.filter(({ isMarked }) => isMarked || isToStoreAlone);
    const forwarded = chooseForwarded(forwards, isForeign, visitor);
    if (forwarded) return forwarded;
    return isForeign(visitor) ? { address: visitor, via: "contact_form" } : null;
  }
  const { listInFrom } = candidates;
  if (listInFrom && isForeign(originalSender))
    return { address: withName(originalSender, candidates), via: "original_sender" };
  if (listInFrom) return { address: listInFrom, via: "from" };
  if (isForm && isForeign(visitor)) return { address: visitor, via: "contact_form" };
  if (from !== null) return { address: from, via: "from" };
  return isForeign(originalSender) ? { address: originalSender, via: "original_sender" } : null;
}

/**
 * Chooses among forwarded messages: the first writer outside the store, else the recipient of the store's own message. In a contact
 * form's mail the visitor wrote.
 */
function chooseForwarded(
  all: readonly Forwarded[],
  isForeign: (address: MailAddress | null) => address is MailAddress,
  visitor: MailAddress | null,
): Author | null {
  const theirs = all.find(({ from }) => isForeign(from));
  if (theirs) {
    const wroteTo = (one: MailAddress) => theirs.to.some((to) => isSame(one, to));
    const asked = theirs.replyTo.filter((one) => isForeign(one) && !wroteTo(one));
    const replyTo = answerable(asked, theirs.from)[0];
    if (!replyTo && isForeign(visitor) && formSender.test(localOf(theirs.from.email)))
      return { address: visitor, via: "forward", forwarded: theirs };
    const address = replyTo && { ...replyTo, name: replyTo.name || theirs.from.name };
    return { address: address ?? theirs.from, via: "forward", forwarded: theirs };
  }
  const own = all.find(({ to }) => to.some(isForeign));
  const address = own?.to.find(isForeign);
  if (own && address) return { address, via: "forward", forwarded: own };
  const [outermost] = all;
  return outermost && isForeign(visitor) ? { address: visitor, via: "forward", forwarded: outermost } : null;
}

// A Reply-To without a name borrows it from the sender that it stands for; groups write that as "'Ann' via Support".
function withName(address: MailAddress, { from, visitor, originalSender }: AuthorCandidates): MailAddress {
  if (address.name) return address;
  const same = [visitor, originalSender, from].find((other) => isSame(address, other) && other?.name);
  return { ...address, name: same?.name ?? nameBefore(from) ?? "" };
}

/** The writer's name in a From such as "Ann via Support". */
function nameBefore(from: MailAddress | null): string | undefined {
  return /^['"]?(.{1,150}?)['"]?\s+(?:via|über|par|por|tramite)\s+\S/i.exec(from?.name ?? "")?.[1];
}

/** Drops the addresses to answer that anybody on the way may have added. */
export function withoutReplyRequests(candidates: AuthorCandidates): AuthorCandidates {
  return { ...candidates, replyTo: [], ...(candidates.listInFrom && { originalSender: null }) };
}

/** Fields that name the sender from whom a group took a mail (the last two: RFC 5703, section 5.2 and RFC 9057). */
const originalFields = ["x-original-from", "x-original-sender", "original-from", "author"] as const;

// A list that directs answers to itself puts the writer in Cc.
function findOriginal({ headers, from }: ParsedMail<unknown>, listInFrom: MailAddress | null): MailAddress | null {
  const originals = originalFields.flatMap((name) => readAddresses(headers[name]).slice(0, 1));
  const original = originals.find((one) => !isSame(one, listInFrom));
  if (original || listInFrom === null) return original ?? null;
  const name = nameBefore(from)?.toLowerCase();
  const copies = readAddresses(headers.cc).filter((one) => name !== undefined && one.name.toLowerCase() === name);
  return copies.length === 1 ? (copies[0] ?? null) : null;
}

// A firm's letter from contact@ often has an address of the same firm in its signature.
function isColleague(one: MailAddress, other: MailAddress): boolean {
  return domainOf(one.email) === domainOf(other.email);
}

function isSame(one: MailAddress, other: MailAddress | null): boolean {
  return one.email.toLowerCase() === other?.email.toLowerCase();
}

const mostForwards = 10;
/** Tags that a team or a gateway puts before a subject. */
const tags = /^(?:\s{0,20}\[[^\][]{1,60}\]){1,5}/;

/** Reads the heads of forwarded messages from header blocks in the text and from the enclosed message. */
function readForwards(mail: ParsedMail<unknown>): Forwarded[] {
  // Inside a forward the marks may be quoted with ">".
  const lines = wholeWords(mail.text, 50_000)
    .split("\n")
    .map((line) => ({ text: line.replace(/^(?:[ \t]?>)+[ \t]?/, ""), isQuoted: false, mark: null }));
  const isForward = isForwardSubject(mail.subject) || isForwardSubject(mail.subject.replace(tags, ""));
  const ownSubject = bareSubject(mail.subject.replace(tags, ""));
  const inText: (Forwarded | null)[] = [];
  for (let at = 0; at < lines.length && inText.length < mostForwards; at += 1) {
    const isMarker = isForwardMarker(lines[at]?.text ?? "");
    if (isMarker || isOriginalMarker(lines[at]?.text ?? ""))
      inText.push(readForwardedHead(lines, at + 1, { isMarked: isMarker || isForward, ownSubject }));
    // Outlook marks a forward only by its subject.
    const length = findHeaderBlock(lines, at);
    if (length === 0) continue;
    inText.push(readForwardedHead(lines, at, { isMarked: isForward, ownSubject }));
    at += length - 1;
  }
  const [first, ...inner] = inText;
  const outermost = first ? { ...first, messageId: forwardedId(mail, isForward) } : null;
  return [outermost, ...inner, readEnclosed(mail)].filter((one) => one !== null);
}

/** The Message-ID of a mail forwarded as text: Thunderbird's own field, else In-Reply-To, which Gmail and Outlook set. */
function forwardedId({ headers, inReplyTo, subject }: ParsedMail<unknown>, isForward: boolean): string | null {
  const declared = idIn(firstHeader(headers, "x-forwarded-message-id") ?? "");
  return declared ?? (isForward && !isAnswerSubject(subject) ? (inReplyTo[0] ?? null) : null);
}

function idIn(field: string): string | null {
  return /<[^<>\s]{1,998}>/.exec(field.slice(0, 5_000))?.[0] ?? null;
}

function readEnclosed(mail: ParsedMail<unknown>): Forwarded | null {
  const enclosed = mail.reports.find((report) => report.contentType === "message/rfc822");
  if (!enclosed) return null;
  // Below its header, the message may quote others.
  const [head = ""] = enclosed.text.split(/\n[ \t]*\n/, 1);
  const named = (name: string) => readAddresses([readReportField(head, name) ?? ""]);
  const [from] = named("from");
  const messageId = idIn(readReportField(head, "message-id") ?? "");
  const subject = decodeWords(readReportField(head, "subject") ?? "");
  return from
    ? { from, replyTo: named("reply-to"), to: named("to"), cc: named("cc"), isMarked: true, messageId, subject }
    : null;
}
