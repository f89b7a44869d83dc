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
 * Whom a reply goes to: those who were chosen, none of whom may be the store itself, else those whom the message that it answers asks
 * for, else the ticket's customer (docs/product.md#whom-an-answer-goes-to). That message is quoted only where all of them had it.
 */
export function chooseRecipients(
  { settings }: Pick<ChannelServices, "settings">,
  conversation: Conversation,
  chosen?: Recipients,
): Addressing {
  const { customer, customerAddresses, answered, ownAddresses } = conversation;
  const isOwn = ownIn(settings, ownAddresses);
  const recipients = chosen
    ? refuseOwn(chosen, isOwn, "recipients.")
    : usualAnswer(answered, conversation, { isOwn, isAsked: conversation.isAsked, prefers: conversation.prefers });
  if (recipients.to.length === 0 && customer.email !== null) throw fail("recipients_are_own");
  const everybody = everybodyIn(recipients);
  const isHadByAll = answered !== null && isQuotedTo(answered, everybody, writersOfUnknown(answered, conversation));
  return {
    recipients,
    answered: answered && { id: answered.id, mailMessageId: answered.mailMessageId, isHadByAll },
    mailIds: conversation.mails.map(({ id }) => id),
    knows: whoKnows(conversation),
    ...subjectOf(answered, audienceOf(everybody, customerAddresses)),
  };
}

/** Those of a first mail of ours, none of whom may be the store itself. */
export function addressFirst(
  { settings }: Pick<ChannelServices, "settings">,
  wanted: Recipients,
  ownAddresses: readonly string[],
) {
  return refuseOwn(wanted, ownIn(settings, ownAddresses), "");
}

/** Fails where chosen people are the store itself, and names which, by their field: nobody is left out without a word. */
function refuseOwn(chosen: Recipients, isOwn: IsOwn, path: string): Recipients {
  if (chosen.to.every(({ email }) => isOwn(email))) throw fail("recipients_are_own");
  const faults = (["to", "cc", "bcc"] as const).flatMap((kind) => {
    const own = chosen[kind].filter(({ email }) => isOwn(email));
    return own.length === 0 ? [] : [[path + kind, own.map(({ email }) => `${email} is an address of this store`)]];
  });
  if (faults.length > 0) throw fail("input_invalid", { fields: Object.fromEntries(faults) });
  return chosen;
}

function ownIn({ mailDomain }: ChannelServices["settings"], ownAddresses: readonly string[]): IsOwn {
  return (email) => ownAddresses.includes(email) || email.endsWith(`@${mailDomain.toLowerCase()}`);
}

/** What goes to the ticket's customer bears the subject that stands on the ticket: that of a side conversation is for those on it. */
function subjectOf(answered: AnsweredMessage | null, audience: MessageAudience) {
  return {
    audience,
    ownSubject: audience === "side" ? (answered?.ownSubject ?? null) : null,
    ownNumber: audience === "side" ? (answered?.cameByNumber ?? null) : null,
  };
}

type People = readonly { email: string }[];

/** Whether these may all be shown a message that came by mail: they wrote or got it, or its writer names them to be answered. */
function isQuotedTo(message: AnsweredMessage, everybody: People, writers: readonly string[]): boolean {
  if (!message.isFromCustomer && message.authorEmail === null) return false;
  // There may be words of a colleague's above what it passes on, for the store alone.
  if (message.passedOn === "forward") return false;
  // Whose mail a colleague passes on has it, but not the words above it.
  const had = whoHad({ ...message, ...(message.isByStaff && { answersTo: null }) }, message.authorEmail);
  for (const email of writers) had.add(email);
  if (!everybody.every(({ email }) => had.has(email))) return false;
  // Who is named only to be answered has the writer's own words, and nothing of what these quote.
  const named = new Set(message.recipients.flatMap(({ kind, email }) => (kind === "reply-to" ? [email] : [])));
  if (message.authorEmail !== null && message.answersTo) named.add(message.answersTo.email);
  const isOnlyNamed = (email: string) => named.has(email) && !isOn(message, email);
  return (
    !everybody.some(({ email }) => isOnlyNamed(email)) || !(message.isHistoryKept || holdsOlderWords(message.words))
  );
}

/** Whose a message is that does not say who wrote it, as old ones do not: its ticket's customer's, unless the ticket was made theirs since. */
function writersOfUnknown(
  message: AnsweredMessage,
  { customerAddresses, customerChangedAt }: Conversation,
): readonly string[] {
  const isOfCustomer = message.isFromCustomer && message.authorEmail === null && message.audience === "customer";
  return isOfCustomer && (customerChangedAt === null || customerChangedAt < message.addedAt) ? customerAddresses : [];
}

/** Whether somebody wrote a message or got it. */
function isOn({ authorEmail, recipients }: AnsweredMessage, email: string): boolean {
  return email === authorEmail || recipients.some((one) => one.email === email && one.kind !== "reply-to");
}

/** Whether a ticket's customer is among those that a message goes to, by any of their addresses. */
function audienceOf(everybody: People, ofCustomer: readonly string[]): MessageAudience {
  return ofCustomer.length === 0 || everybody.some(({ email }) => ofCustomer.includes(email)) ? "customer" : "side";
}

/** Whether somebody has or may know a mail, by its Message-ID. */
export type Knows = (email: string, mailId: string) => boolean;

/**
 * Tells which mails of a conversation somebody may be told of: those that they wrote or got. All addresses of its customer are one
 * person's; what does not say who wrote it is theirs, unless the ticket was made theirs since. Who has no address yet is the customer.
 */
function whoKnows({ answered, mails, customerAddresses, customerChangedAt }: Conversation): Knows {
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
    return mail.had.some((one) => one === email || (isCustomer && customerAddresses.includes(one)));
  };
}

/** A head names who wrote and when within so many lines. */
const headLines = 4;

/** Whether a text holds, as far as its marks tell, words of another mail than its own: quoted, forwarded or enclosed ones. */
export function holdsOlderWords(text: string): boolean {
  const lines = text.split("\n");
  return lines.some((line, at) => /^[ \t]*>/.test(line) || isTitle(line) || isHead(lines.slice(at, at + headLines)));
}

function isTitle(line: string): boolean {
  return isForwardMarker(line) || isOriginalMarker(line) || isMailTitle(line) || isArrowed(line);
}

// A form's "From" and "Subject" are of what stands below them: only a mail says when it was written.
function isHead([first = "", ...others]: string[]): boolean {
  if (readHeaderLine(first)?.kind !== "from") return false;
  return others.some((line) => ["date", "sent"].includes(readHeaderLine(line)?.kind ?? ""));
}
