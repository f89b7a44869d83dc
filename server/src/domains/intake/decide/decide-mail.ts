import { marksOf } from "@deskhand/contract/desk/subjects";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { findAddresses } from "../../customers/index.ts";
import type { Queueing } from "../../outgoing/index.ts";
import { acknowledgeTicket, type NamedRecipient } from "../../tickets/index.ts";
import { organisationOf } from "../authenticate/domains.ts";
import { isInDoubt, type SenderVerdict } from "../authenticate/judge-sender.ts";
import { countBlocked } from "../block/blocked.queries.ts";
import { matchingNames } from "../block/sender-names.ts";
import { readForwardingConfirmation } from "../classify/classify-mail.ts";
import { withoutReplyRequests } from "../classify/find-author.ts";
import { findSenderLimit, findTicketLimit, likenessOf } from "../hold/find-limit.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { anybody, insertNamedMails, type MailContext, type NamedMail, selectMailContext } from "./context.queries.ts";
import type { MailNotes, Outcome, WaitingMail } from "./decide.queries.ts";
import { decideBounce, MustWait } from "./decide-bounce.ts";
import { decideProbe } from "./decide-probe.ts";
import { findMailAuthor, findWrittenFrom, type MailAuthor, storeOf, writersOf } from "./find-mail-author.ts";
import { findNamedTicket, findThread, type Thread, type ThreadEvidence, threadingReasons } from "./find-thread.ts";
import { keepAsTicket, keepOnTicket } from "./keep-mail.ts";
import { keepOwnSpellings, ownSpellings } from "./keep-own-spellings.ts";
import { mayAcknowledge } from "./may-acknowledge.ts";
import { namedRecipients, teamMailboxTest, unreadRecipients } from "./named-recipients.ts";
import {
  bareMessageId,
  findSuspicion,
  foreignIds,
  isOurOwnMail,
  labelledNumbers,
  type OwnMarks,
  readOwnMarks,
} from "./own-marks.ts";

/** How a mail ends, the address in its From, whether that address now takes part in the ticket, and whether a program may answer it. */
export type Decision = { outcome: Outcome } & Pick<MailNotes, "fromEmail" | "takesPart" | "mayAnswer">;

type Case = {
  tx: TenantTx;
  services: Queueing;
  entry: WaitingMail;
  read: ReadMail;
  verdict: SenderVerdict;
  author: MailAuthor;
  recipients: NamedRecipient[];
  marks: OwnMarks;
  context: MailContext;
  /** The names under which its writers may be on the list of blocked senders. */
  writers: string[];
  evidence: ThreadEvidence;
};

/**
 * Decides how a mail ends and does it in the caller's transaction. Checks first for a copy, a loop, our own link and forgery, then for
 * a blocked sender and an automatic mail; any other becomes a reply or a ticket. An admin's release overrides all checks but those for
 * a copy and of the sender. Throws `MustWait` if the mail that it answers may still be in the intake, or if a mail that it returns
 * is being sent.
 */
export async function decideMail(
  tx: TenantTx,
  services: Queueing,
  entry: WaitingMail,
  read: ReadMail,
  verdict: SenderVerdict,
): Promise<Decision> {
  const { settings } = services;
  const { clientCode, addresses, claimed, staff } = await storeOf(tx);
  const isOurDomain = (email: string) => email.toLowerCase().endsWith(`@${settings.mailDomain.toLowerCase()}`);
  const isStore = (email: string) => addresses.has(email.toLowerCase()) || isOurDomain(email);
  // Counts only for recipients. Someone who writes from such an address may be trying the store out.
  const isStoreMailbox = (email: string) =>
    [email, withoutTag(email)].some((address) => isStore(address) || claimed.has(address));
  const ids = namedIds(read);
  const marks = readOwnMarks(settings, clientCode, entry.envelopeTo.split(", "), ids);
  const own = [...staff.keys(), ...claimed].filter((email) => !isOurDomain(email));
  const recipients = namedRecipients(read.parsed, isStoreMailbox, own);
  const isShopMailbox = teamMailboxTest(own);
  const addressed = { envelopeFrom: entry.envelopeFrom, recipients, isForged: isInDoubt(verdict), isShopMailbox };
  const authorOf = (isAnswer: boolean) =>
    findMailAuthor(tx, withTrustedAuthors(read, verdict), { ...addressed, isAnswer }, isStore);
  const named = await authorOf(false);
  const [references, numbers] = [foreignIds(settings, ids), labelledNumbers(read.parsed.subject)];
  const { messageId } = read.parsed;
  const writersIn = (author: MailAuthor) =>
    writersOf(read, author)
      .filter((email) => !isStore(email) && !staff.has(email))
      .flatMap(matchingNames);
  const spellings = ownSpellings(withTrustedAuthors(read, verdict).authors);
  const clues = {
    id: entry.id,
    fingerprint: read.fingerprint,
    sender: named.fromEmail,
    check: verdict.check,
    author: named.proven,
    messages: marks.messages,
    references,
    numbers,
    names: writersIn(named),
    ownId: messageId && bareMessageId(messageId),
    // A forged sender must not profit from a shared sender's higher limit.
    addresses: spellings.map(({ email }) => email),
    senderNames: named.fromEmail === null || isInDoubt(verdict) ? [] : matchingNames(named.fromEmail),
  };
  const mayWait = ids.length > 0 && !entry.isReleased;
  const mayYield = mayWait && entry.yields < intakeLimits.waits;
  const spans = { minutes: limits.mailMinutes, seconds: intakeLimits.waitSeconds, mayWait, mayYield };
  const context = await selectMailContext(tx, clues, spans);
  const evidence = { marks, context, references, answered: ids[0], numbers };
  // Only a mail of the store's own people can pass something on inside an answer, so only theirs is read again as an answer.
  const isOurWord = named.fromEmail !== null && (isStore(named.fromEmail) || staff.has(named.fromEmail));
  const author = isOurWord && isAnswerOnTicket(read, evidence) ? await authorOf(true) : named;
  const writers = writersIn(author);
  const mail: Case = { tx, services, entry, read, verdict, author, recipients, marks, context, writers, evidence };
  const outcome = await decide(mail, isOurOwnMail(settings, read.parsed), isOurDomain);
  const isKept = outcome.state === "ticket_created" || outcome.state === "reply_added";
  if (isKept && !isSenderInDoubt(mail)) await keepOwnSpellings(tx, spellings, context.isSpelled);
  const takesPart = isKept && author.isOwnWord && !isSenderInDoubt(mail);
  return { outcome, fromEmail: author.fromEmail, takesPart, mayAnswer: isKept ? await mayAnswer(mail) : "no" };
}

/**
 * Whether a mail answers one of the store's, by its subject, the Message-IDs that it names or its recipient, and is no forward. In an
 * answer, headers of other mails below its text and enclosed mails are history.
 */
function isAnswerOnTicket({ parsed }: ReadMail, { references, marks, context }: ThreadEvidence): boolean {
  const [mark] = marksOf(parsed.subject);
  if (mark === "forward") return false;
  const namesOne =
    context.signed.some(({ messageId }) => marks.messages.includes(messageId)) ||
    context.references.some(({ mailMessageId }) => references.includes(mailMessageId));
  if (mark === "answer") return namesOne || marks.tickets.length > 0 || context.labelled.length > 0;
  const isEnclosing = parsed.reports.some(({ contentType }) => contentType === "message/rfc822");
  return !isEnclosing && (marks.tickets.length > 0 || (parsed.inReplyTo.length > 0 && namesOne));
}

/** An address without its "+tag", which goes to the same mailbox (RFC 5233). */
function withoutTag(email: string): string {
  return email.replace(/\+[^@]*(?=@[^@]*$)/, "");
}

// Anybody who has a signed mail can add an unsigned Reply-To and send it on, to get the answer.
function withTrustedAuthors(
  { parsed, authors }: ReadMail,
  { isReplyToOpen }: SenderVerdict,
): Pick<ReadMail, "parsed" | "authors"> {
  return { parsed, authors: isReplyToOpen ? withoutReplyRequests(authors) : authors };
}

async function decide(mail: Case, isOurs: boolean, isOurDomain: (email: string) => boolean): Promise<Outcome> {
  const { tx, read, marks, context, entry, services } = mail;
  const probe = await decideProbe(tx, { settings: services.settings, entry, read, marks });
  if (probe) return probe;
  if (context.original) {
    const { id, ...place } = context.original;
    return { state: "duplicate", reason: "The same message was already received.", duplicateOf: id, ...place };
  }
  if (isOurs && !entry.isReleased) return { state: "loop_stopped", reason: "It carries our own loop header." };
  // Everybody who reads tickets could follow the link. A bounce makes a ticket only if an admin releases it.
  if (read.holdsOwnLink && (entry.isReleased || read.classification.kind !== "bounce")) {
    return { state: "loop_stopped", reason: "It holds a link of ours that works once and is for its recipient alone." };
  }
  if (!entry.isReleased) {
    const hops = read.parsed.headers.received?.length ?? 0;
    if (hops > intakeLimits.maxHops) return { state: "loop_stopped", reason: `It passed ${hops} mail servers.` };
    const suspicion = findSuspicion(read, marks, isOurDomain);
    if (suspicion) return { state: "quarantined", ...suspicion };
  }
  const confirmation = isSenderInDoubt(mail) ? null : readForwardingConfirmation(read.parsed);
  if (confirmation) {
    const gmail = { ...mail.author, customer: null, sender: { name: "Gmail", email: mail.author.sender?.email ?? "" } };
    const placed = await keepAsTicket(tx, services, read, gmail, {
      isUnverified: false,
      namedTicketId: null,
      writtenFrom: null,
      answersTo: null,
      id: entry.id,
      acceptedAt: entry.receivedAt,
      recipients: mail.recipients,
      unreadAddresses: [],
      leftOutAddresses: 0,
      audience: "customer",
      passedOn: null,
      list: null,
    });
    const code = confirmation.code ? `Code: ${confirmation.code}. ` : "";
    const reason = `Gmail asks to confirm forwarding${confirmation.account ? ` from ${confirmation.account}` : ""}. ${code}Link: ${confirmation.link}`;
    await emit(tx, "forwarding.changed", {});
    return { state: "ticket_created", reason, ...placed, confirmation };
  }
  if (!entry.isReleased && read.classification.kind === "bounce") {
    return decideBounce(tx, read.classification, marks, entry.yields >= intakeLimits.waits);
  }
  const blocked = entry.isReleased || !context.isBlocked ? undefined : await countBlocked(tx, mail.writers);
  if (blocked) return { state: "blocked", reason: `Its sender is blocked: ${blocked}.` };
  if (!entry.isReleased && read.classification.kind === "auto_reply") {
    return keepAutomatic(mail, read.classification.reason);
  }
  return addToDesk(mail);
}

async function keepAutomatic(mail: Case, reason: string): Promise<Outcome> {
  const { tx, services, read, author, verdict } = mail;
  const thread = await findThread(tx, mail.evidence, isInDoubt(verdict));
  if (!thread) return { state: "auto_reply", reason };
  const ticketId = thread.ticket.id;
  const placement = { isAutomatic: true, ...(await placementOn(mail, thread)) };
  const held = await findTicketLimit(tx, ticketId, placement);
  if (held) return { state: "loop_stopped", ...held, ticketId, cameBy: thread.cameBy };
  const placed = await keepOnTicket(tx, services, read, thread, author, placement);
  return { state: "auto_reply", reason, ...placed };
}

async function addToDesk(mail: Case): Promise<Outcome> {
  const { tx, services, read, author, context, evidence, entry, verdict } = mail;
  const { isReleased } = entry;
  const thread = await findThread(tx, evidence, isInDoubt(verdict));
  const likeness = likenessOf(read, author, thread !== undefined);
  if (!isReleased) {
    const from = { sender: author.fromEmail, check: verdict.check, likeness };
    const held = await findSenderLimit(tx, { ...from, before: context.fromSender, own: context.ofShared });
    if (held) {
      const ticketId = thread?.ticket.id ?? null;
      return { state: "loop_stopped", ...held, ticketId, cameBy: thread?.cameBy ?? null };
    }
  }
  if (!thread) {
    if (context.hasOlderWaiting) throw new MustWait("Older mail comes first");
    return { ...(await beginTicket(mail)), likeness };
  }
  const ticketId = thread.ticket.id;
  const placement = { isAutomatic: false, ...(await placementOn(mail, thread)) };
  const held = isReleased ? null : await findTicketLimit(tx, ticketId, placement);
  if (held) return { state: "loop_stopped", ...held, ticketId, cameBy: thread.cameBy };
  const placed = await keepOnTicket(tx, services, read, thread, author, placement);
  await saveNamedMails(mail, thread.cameBy ?? ticketId);
  return { state: "reply_added", reason: threadingReasons[thread.reason], ...placed, likeness };
}

async function beginTicket(mail: Case): Promise<Outcome> {
  const { tx, services, read, author, evidence, verdict } = mail;
  const namedTicketId = isInDoubt(verdict) ? (findNamedTicket(evidence) ?? null) : null;
  const placement = {
    isUnverified: isSenderInDoubt(mail) || isUnprovenOwnMail(mail),
    ...addressing(mail, author.customer),
    namedTicketId,
  };
  const placed = await keepAsTicket(tx, services, read, author, placement);
  await saveNamedMails(mail, placed.ticketId);
  await acknowledge(mail, placed.ticketId);
  const reason = namedTicketId
    ? "Its sender could not be verified, so it starts a conversation of its own."
    : "It starts a new conversation.";
  return { state: "ticket_created", reason, ...placed };
}

async function acknowledge(mail: Case, ticketId: string): Promise<void> {
  const { tx, services, author } = mail;
  const proof = (await storeOf(tx)).acknowledges ? await mayAnswer(mail) : "no";
  if (proof === "no") return;
  const organisation = organisationOf(author.proven ?? "");
  await acknowledgeTicket(tx, services, ticketId, { isProven: proof === "proven", organisation });
}

/** What is proven of a mail's sender if a program may answer it. */
async function mayAnswer(mail: Case): Promise<MailNotes["mayAnswer"]> {
  const { tx, read, entry, author, verdict } = mail;
  const { staff } = await storeOf(tx);
  if (isSenderInDoubt(mail) || !mayAcknowledge(read, entry, author, staff)) return "no";
  return verdict.check === "pass" ? "proven" : "unproven";
}

/** Whether the writer is unknown: From failed its checks, or does not name exactly one sender. */
function isSenderInDoubt({ read, verdict }: Case): boolean {
  return isInDoubt(verdict) || read.parsed.soleFrom === null;
}

function isProven(mail: Case): boolean {
  return mail.verdict.check === "pass" && !isSenderInDoubt(mail);
}

/** Whether a mail claims to come from the store or its people, without proof. */
function isUnprovenOwnMail(mail: Case): boolean {
  const { colleague, isByStaff } = mail.author;
  return (colleague !== null || isByStaff) && !isProven(mail);
}

/**
 * Returns how a mail joins a ticket. Only the address in From is answered if the sender is in doubt or only a name that anybody can write
 * led here: otherwise anybody who knows a customer's address could divert answers. The same holds if an unproven sender asks to
 * answer somebody new, because everybody who got a mail of the ticket has its reply address.
 */
async function placementOn(mail: Case, { ticket: { customerId }, isPossession }: Thread) {
  const own = customerId === null ? [] : await findAddresses(mail.tx, customerId);
  const isSide = own.length > 0 && !own.some((email) => isParticipant(mail, email));
  const isNamedOnly = mail.verdict.check === "none" && !isPossession;
  const isAskedForStranger = !isProven(mail) && mail.author.askedElsewhere.some((email) => !own.includes(email));
  const isAnsweredAtFrom = isSenderInDoubt(mail) || isNamedOnly || isAskedForStranger;
  return {
    isUnverified: isSenderInDoubt(mail) || isUnprovenOwnMail(mail) || isNamedOnly,
    ...addressing(mail, isAnsweredAtFrom ? mail.author.answeredFrom : mail.author.customer),
    audience: isSide ? ("side" as const) : ("customer" as const),
  };
}

/** Whether an address is among a mail's writers, recipients and those to answer. */
function isParticipant({ author: { sender, customer, coWriters }, recipients }: Case, email: string): boolean {
  return [sender, customer, ...coWriters, ...recipients].some((person) => person?.email === email);
}

/** Returns a mail's id, acceptance and recipients, who gets the answer, and where it was written from if that is another mailbox. */
function addressing(mail: Case, answered: MailAuthor["customer"]) {
  const { author, recipients, entry } = mail;
  const writtenFrom = author.colleague ? null : findWrittenFrom(author, answered?.email ?? null, isProven(mail));
  const isShown = answered?.email === author.sender?.email && author.sender === author.answeredFrom;
  const isElsewhere = author.colleague === null && (writtenFrom !== null || !isShown);
  return {
    id: entry.id,
    acceptedAt: entry.receivedAt,
    recipients: [
      ...(answered === author.customer ? author.alsoAnswered : []),
      ...author.coWriters,
      ...recipients,
      ...author.copies,
    ],
    ...unreadRecipients(mail.read.parsed),
    answersTo: isElsewhere ? answered : null,
    writtenFrom,
    audience: "customer" as const,
    passedOn: author.passedOn,
    list: author.list,
  };
}

async function saveNamedMails(mail: Case, ticketId: string): Promise<void> {
  const { messageId } = mail.read.parsed;
  const isOwnKnown = messageId !== null && isWidelySent(mail.read.parsed);
  const own = isOwnKnown ? [{ mailMessageId: bareMessageId(messageId), author: anybody }] : [];
  await insertNamedMails(mail.tx, ticketId, [...own, ...namedMailsOf(mail)]);
}

// Later mails of an author follow only what they said themselves, not what others said in their name.
function namedMailsOf(mail: Case): NamedMail[] {
  const { proven: author, isOwnWord } = mail.author;
  if (author === null || !isOwnWord || isSenderInDoubt(mail)) return [];
  const stored = new Set(mail.context.references.map(({ mailMessageId }) => mailMessageId));
  const unknown = mail.evidence.references.filter((id) => !stored.has(id)).slice(0, intakeLimits.namedMails);
  return unknown.map((mailMessageId) => ({ mailMessageId, author }));
}

// Recognizes newsletters (RFC 2369): unlike a group, a newsletter can be left but not written to.
function isWidelySent({ headers }: ParsedMail<unknown>): boolean {
  const isPosted = headers["list-post"]?.some((value) => !/^no\b/i.test(value.trim())) ?? false;
  const isBulk = headers.precedence?.some((value) => /^(?:bulk|junk)$/i.test(value.trim())) ?? false;
  return isBulk || (headers["list-unsubscribe"] !== undefined && !isPosted);
}

// Nearest message first: In-Reply-To, then References backwards. A bounce also names the mail that it returns.
function namedIds({ parsed, classification }: ReadMail): string[] {
  const returned = classification.kind === "bounce" ? classification.bounce.originalMessageIds : [];
  const ids = [...returned, ...parsed.inReplyTo, ...parsed.references.toReversed()];
  return [...new Set(ids.map(bareMessageId))].slice(0, 100);
}
