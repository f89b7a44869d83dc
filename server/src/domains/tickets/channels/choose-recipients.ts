import { everybodyIn, type IsOwn, usualAnswer, whoHad } from "@deskhand/contract/desk/whom";
import type { Recipients } from "@deskhand/contract/recipients";
import type { MessageAudience } from "@deskhand/contract/vocabulary";
import {
  isArrowed,
  isForwardMarker,
  isMailTitle,
  isOriginalMarker,
  readHeaderLine,
} from "@deskhand/email/quote-markers";
import { fail } from "../../../platform/fail.ts";
import type { AnsweredMessage, Conversation, NamedMail } from "../rows/conversation.queries.ts";
import type { Addressing, ChannelServices } from "./channel.ts";

/**
 * Decides who gets a reply: the chosen recipients, none of whom may be the store itself, else the recipients of a usual answer to the
 * answered message, else the ticket's customer (docs/product.md#whom-an-answer-goes-to). That message is quoted only if all recipients
 * had it.
 */
export function chooseRecipients(
  { settings }: Pick<ChannelServices, "settings">,
  conversation: Conversation,
  chosen?: Recipients,
): Addressing {
  const { customer, customerAddresses, answered, ownAddresses } = conversation;
  const isOwn = ownAddressTest(settings, ownAddresses);
  const recipients = chosen
    ? refuseOwn(chosen, isOwn, "recipients.")
    : usualAnswer(answered, conversation, { isOwn, isAsked: conversation.isAsked, prefers: conversation.prefers });
  if (recipients.to.length === 0 && customer.email !== null) throw fail("recipients_are_own");
  const everybody = everybodyIn(recipients);
  const isKnownToAll =
    answered !== null && mayBeQuotedTo(answered, everybody, authorsOfOldMessage(answered, conversation));
  return {
    recipients,
    answered: answered && { id: answered.id, mailMessageId: answered.mailMessageId, isKnownToAll },
    mailIds: conversation.mails.map(({ id }) => id),
    maySee: mailVisibility(conversation),
    ...subjectOf(answered, audienceOf(everybody, customerAddresses)),
  };
}

/** Returns the recipients of a ticket's first mail; refuses the store's own addresses. */
export function addressFirst(
  { settings }: Pick<ChannelServices, "settings">,
  wanted: Recipients,
  ownAddresses: readonly string[],
) {
  return refuseOwn(wanted, ownAddressTest(settings, ownAddresses), "");
}

/** Refuses the store's own addresses and names them by field, so that no recipient is dropped silently. */
function refuseOwn(chosen: Recipients, isOwn: IsOwn, path: string): Recipients {
  if (chosen.to.every(({ email }) => isOwn(email))) throw fail("recipients_are_own");
  const faults = (["to", "cc", "bcc"] as const).flatMap((kind) => {
    const own = chosen[kind].filter(({ email }) => isOwn(email));
    return own.length === 0 ? [] : [[path + kind, own.map(({ email }) => `${email} is an address of this store`)]];
  });
  if (faults.length > 0) throw fail("input_invalid", { fields: Object.fromEntries(faults) });
  return chosen;
}

function ownAddressTest({ mailDomain }: ChannelServices["settings"], ownAddresses: readonly string[]): IsOwn {
  return (email) => ownAddresses.includes(email) || email.endsWith(`@${mailDomain.toLowerCase()}`);
}

/** Mail to the ticket's customer has the ticket's subject; a side conversation keeps its own. */
function subjectOf(answered: AnsweredMessage | null, audience: MessageAudience) {
  return {
    audience,
    ownSubject: audience === "side" ? (answered?.ownSubject ?? null) : null,
    ownNumber: audience === "side" ? (answered?.cameByNumber ?? null) : null,
  };
}

type People = readonly { email: string }[];

/** Whether all recipients may see the message quoted: each of them wrote it, got it, or is named by its writer to be answered. */
function mayBeQuotedTo(message: AnsweredMessage, everybody: People, writers: readonly string[]): boolean {
  if (!message.isFromCustomer && message.authorEmail === null) return false;
  // A colleague's forward may begin with a comment that is meant for the store alone.
  if (message.passedOn === "forward") return false;
  // The author of a mail that a colleague forwarded has that mail, but not the comment above it.
  const readers = whoHad({ ...message, ...(message.isByStaff && { answersTo: null }) }, message.authorEmail);
  for (const email of writers) readers.add(email);
  if (!everybody.every(({ email }) => readers.has(email))) return false;
  // Somebody who is only named in Reply-To may see the writer's own words, but not the history that these quote.
  const named = new Set(message.recipients.flatMap(({ kind, email }) => (kind === "reply-to" ? [email] : [])));
  if (message.authorEmail !== null && message.answersTo && message.passedOn !== "form")
    named.add(message.answersTo.email);
  const isOnlyNamed = (email: string) => named.has(email) && !isParticipant(message, email);
  return (
    !everybody.some(({ email }) => isOnlyNamed(email)) || !(message.isHistoryKept || holdsOlderWords(message.words))
  );
}

/** Returns the customer's addresses for an old message without an author, unless the ticket was given to this customer later. */
function authorsOfOldMessage(
  message: AnsweredMessage,
  { customerAddresses, customerChangedAt }: Conversation,
): readonly string[] {
  const isOfCustomer = message.isFromCustomer && message.authorEmail === null && message.audience === "customer";
  return isOfCustomer && (customerChangedAt === null || customerChangedAt < message.addedAt) ? customerAddresses : [];
}

/** Whether this address wrote or got the message. */
function isParticipant({ authorEmail, recipients }: AnsweredMessage, email: string): boolean {
  return (
    email === authorEmail || recipients.some((recipient) => recipient.email === email && recipient.kind !== "reply-to")
  );
}

/** Returns "customer" if one of the recipients is the ticket's customer, or it has none; else "side". */
function audienceOf(everybody: People, ofCustomer: readonly string[]): MessageAudience {
  return ofCustomer.length === 0 || everybody.some(({ email }) => ofCustomer.includes(email)) ? "customer" : "side";
}

/** Whether a person may see the Message-ID of a mail. */
export type MaySeeMail = (email: string, mailId: string) => boolean;

/**
 * Returns who may see which Message-IDs of a conversation: only those of mails that they wrote or got. All addresses of the customer
 * count as one person. A mail without addresses is the customer's, unless the ticket was given to them later. A person without an address
 * is the customer.
 */
function mailVisibility({ answered, mails, customerAddresses, customerChangedAt }: Conversation): MaySeeMail {
  const byId = new Map<string, Omit<NamedMail, "id">>();
  if (answered?.mailMessageId)
    byId.set(answered.mailMessageId, {
      had: [...whoHad({ ...answered, ...(answered.isNamedByForward && { answersTo: null }) }, answered.authorEmail)],
      isUnaddressed: answered.isFromCustomer && answered.authorEmail === null && answered.answersTo === null,
      addedAt: answered.addedAt,
    });
  for (const { id, ...mail } of mails) byId.set(id, mail);
  return (email, mailId) => {
    const mail = byId.get(mailId);
    if (mail === undefined || email === "") return mail !== undefined;
    const isCustomer = customerAddresses.includes(email);
    if (mail.isUnaddressed || mail.had.length === 0)
      return isCustomer && (customerChangedAt === null || customerChangedAt < mail.addedAt);
    return mail.had.some((address) => address === email || (isCustomer && customerAddresses.includes(address)));
  };
}

/** The lines in which a quoted mail's header names author and date. */
const headerLines = 4;

/** Whether a text has marks of another mail's words: quoted, forwarded or enclosed. */
export function holdsOlderWords(text: string): boolean {
  const lines = text.split("\n");
  return lines.some(
    (line, at) => /^[ \t]*>/.test(line) || isTitle(line) || isHeader(lines.slice(at, at + headerLines)),
  );
}

function isTitle(line: string): boolean {
  return isForwardMarker(line) || isOriginalMarker(line) || isMailTitle(line) || isArrowed(line);
}

// A contact form also writes "From" and "Subject"; only a mail's header has a date.
function isHeader([first = "", ...following]: string[]): boolean {
  if (readHeaderLine(first)?.kind !== "from") return false;
  return following.some((line) => ["date", "sent"].includes(readHeaderLine(line)?.kind ?? ""));
}
