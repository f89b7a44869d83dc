import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Queueing } from "../../outgoing/index.ts";
import { acknowledgeTicket } from "../../tickets/index.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { readForwardingConfirmation } from "../classify/read-forwarding-confirmation.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { bareMessageId } from "./bare-message-id.ts";
import { countOnTicket, type Outcome, type WaitingMail } from "./decide.queries.ts";
import { decideBounce, NotYet } from "./decide-bounce.ts";
import { decideProbe } from "./decide-probe.ts";
import { findMailAuthor, type MailAuthor } from "./find-mail-author.ts";
import { findSuspicion } from "./find-suspicion.ts";
import { findNamedTicket, findThread, type Thread, type ThreadEvidence } from "./find-thread.ts";
import { keepAsTicket, keepOnTicket } from "./keep-mail.ts";
import { anybody, insertNamedMails, type KnownOfMail, type NamedMail, selectKnown } from "./known.queries.ts";
import { mayAcknowledge } from "./may-acknowledge.ts";
import { foreignIds, isOurOwnMail, type OwnMarks, readOwnMarks } from "./own-marks.ts";
import { storeOf } from "./store-of.ts";

/** How a mail ends, and what is noted of its sender: the address in From, and whether it now takes part in the ticket. */
export type Decision = { outcome: Outcome; fromEmail: string | null; takesPart: boolean };

type Case = {
  tx: TenantTx;
  services: Queueing;
  entry: WaitingMail;
  read: ReadMail;
  verdict: SenderVerdict;
  author: MailAuthor;
  marks: OwnMarks;
  known: KnownOfMail;
  evidence: ThreadEvidence;
};

/**
 * Decides how a mail ends and does it, in the caller's transaction: first whether it is a copy, forged, in a loop or holds a link of ours, then
 * whether a machine wrote it, and else it becomes a reply or a ticket. An admin's release overrules all but the copy and
 * the verdict on its sender. Throws `NotYet` when the mail it answers may still be on its way through the intake, or one
 * that it returns is being sent.
 */
export async function decideMail(
  tx: TenantTx,
  services: Queueing,
  entry: WaitingMail,
  read: ReadMail,
  verdict: SenderVerdict,
): Promise<Decision> {
  const { settings } = services;
  const { clientCode, addresses } = await storeOf(tx);
  const isOurDomain = (email: string) => email.toLowerCase().endsWith(`@${settings.mailDomain.toLowerCase()}`);
  const isStore = (email: string) => addresses.has(email.toLowerCase()) || isOurDomain(email);
  const ids = namedIds(read);
  const marks = readOwnMarks(settings, clientCode, entry.envelopeTo.split(", "), ids);
  const author = await findMailAuthor(tx, believed(read, verdict), entry.envelopeFrom, isStore);
  const [references, numbers] = [foreignIds(settings, ids), labelledNumbers(read.parsed.subject)];
  const { messageId } = read.parsed;
  const clues = {
    ...{ id: entry.id, fingerprint: read.fingerprint, sender: author.fromEmail, check: verdict.check },
    ...{ author: author.proven, messages: marks.messages, references, numbers },
    ownId: messageId && bareMessageId(messageId),
  };
  const mayWait = ids.length > 0 && !entry.isReleased && entry.attempts <= intakeLimits.waits;
  const spans = { minutes: intakeLimits.senderMinutes, seconds: intakeLimits.waitSeconds, mayWait };
  const known = await selectKnown(tx, clues, spans);
  const evidence = { marks, known, references, answered: ids[0], numbers };
  const one: Case = { tx, services, entry, read, verdict, author, marks, known, evidence };
  const outcome = await decide(one, isOurOwnMail(settings, read.parsed), isOurDomain);
  const isKept = outcome.state === "ticket_created" || outcome.state === "reply_added";
  return { outcome, fromEmail: author.fromEmail, takesPart: isKept && author.isOwnWord && !isDoubted(one) };
}

// Whoever gets a signed mail may add a Reply-To and send it on: the answer would be theirs.
function believed(
  { parsed, authors }: ReadMail,
  { isReplyToOpen }: SenderVerdict,
): Pick<ReadMail, "parsed" | "authors"> {
  return { parsed, authors: isReplyToOpen ? { ...authors, replyTo: [] } : authors };
}

async function decide(one: Case, isOurs: boolean, isOurDomain: (email: string) => boolean): Promise<Outcome> {
  const { tx, read, marks, known, entry, services } = one;
  const probe = await decideProbe(tx, { settings: services.settings, entry, read, marks });
  if (probe) return probe;
  if (known.original) {
    const { id, ...place } = known.original;
    return { state: "duplicate", reason: "The same message was already received.", duplicateOf: id, ...place };
  }
  if (isOurs && !entry.isReleased) return { state: "loop_stopped", reason: "It carries our own loop header." };
  // A ticket would show it to all who read tickets. A bounce becomes none, unless an admin wants it.
  if (read.holdsOwnLink && (entry.isReleased || read.classification.kind !== "bounce")) {
    return { state: "loop_stopped", reason: "It holds a link of ours that works once and is for its recipient alone." };
  }
  if (!entry.isReleased) {
    const hops = read.parsed.headers.received?.length ?? 0;
    if (hops > intakeLimits.maxHops) return { state: "loop_stopped", reason: `It passed ${hops} mail servers.` };
    const suspicion = findSuspicion(read, marks, isOurDomain);
    if (suspicion) return { state: "quarantined", reason: suspicion };
  }
  const confirmation = isDoubted(one) ? null : readForwardingConfirmation(read.parsed);
  if (confirmation) {
    const gmail = { ...one.author, customer: null, sender: { name: "Gmail", email: one.author.sender?.email ?? "" } };
    const placed = await keepAsTicket(tx, services, read, gmail, { isUnverified: false, namedTicketId: null });
    const code = confirmation.code ? `Code: ${confirmation.code}. ` : "";
    const reason = `Gmail asks to confirm forwarding${confirmation.account ? ` from ${confirmation.account}` : ""}. ${code}Link: ${confirmation.link}`;
    await emit(tx, "forwarding.changed", {});
    return { state: "ticket_created", reason, ...placed, confirmation };
  }
  if (!entry.isReleased && read.classification.kind === "bounce") {
    return decideBounce(tx, read.classification, marks, entry.attempts > intakeLimits.waits);
  }
  if (!entry.isReleased && read.classification.kind === "auto_reply") {
    return keepAutomatic(one, read.classification.reason);
  }
  return addToDesk(one);
}

async function keepAutomatic(one: Case, reason: string): Promise<Outcome> {
  const { tx, services, read, author, verdict } = one;
  const thread = await findThread(tx, one.evidence, verdict.check === "fail");
  if (!thread) return { state: "auto_reply", reason };
  const ticketId = thread.ticket.id;
  if ((await countOnTicket(tx, ticketId, intakeLimits.automaticMinutes, true)) >= intakeLimits.automaticPerTicket) {
    const told = `More than ${intakeLimits.automaticPerTicket} automatic replies came to this ticket within an hour.`;
    return { state: "loop_stopped", reason: told, ticketId, cameBy: thread.cameBy };
  }
  const telling = { isAutomatic: true, isUnverified: isUnverifiedOn(one, thread) };
  const placed = await keepOnTicket(tx, services, read, thread, author, telling);
  return { state: "auto_reply", reason, ...placed };
}

async function addToDesk(one: Case): Promise<Outcome> {
  const { tx, services, read, author, known, evidence, entry, verdict } = one;
  const { isReleased } = entry;
  // A form, a group or a forwarder brings many people's mail.
  const { mailsPerSender, mailsPerRelay, senderMinutes } = intakeLimits;
  const most = author.isOwnWord ? mailsPerSender : mailsPerRelay;
  const thread = await findThread(tx, evidence, verdict.check === "fail");
  if (!isReleased && known.fromSender >= most) {
    const reason = `More than ${most} mails came from ${author.fromEmail} within ${senderMinutes} minutes.`;
    return { state: "loop_stopped", reason, ticketId: thread?.ticket.id ?? null, cameBy: thread?.cameBy ?? null };
  }
  if (!thread) {
    if (known.hasOlderWaiting) throw new NotYet("Older mail comes first");
    return beginTicket(one);
  }
  const ticketId = thread.ticket.id;
  if (
    !isReleased &&
    (await countOnTicket(tx, ticketId, intakeLimits.ticketMinutes, false)) >= intakeLimits.mailsPerTicket
  ) {
    const reason = `More than ${intakeLimits.mailsPerTicket} mails came to this ticket within ${intakeLimits.ticketMinutes} minutes.`;
    return { state: "loop_stopped", reason, ticketId, cameBy: thread.cameBy };
  }
  const telling = { isAutomatic: false, isUnverified: isUnverifiedOn(one, thread) };
  const placed = await keepOnTicket(tx, services, read, thread, author, telling);
  await keepNamedMails(one, thread.cameBy ?? ticketId);
  return { state: "reply_added", reason: whyThreaded[thread.reason], ...placed };
}

async function beginTicket(one: Case): Promise<Outcome> {
  const { tx, services, read, author, evidence, verdict } = one;
  const namedTicketId = verdict.check === "fail" ? (findNamedTicket(evidence) ?? null) : null;
  const placed = await keepAsTicket(tx, services, read, author, { isUnverified: isDoubted(one), namedTicketId });
  await keepNamedMails(one, placed.ticketId);
  await acknowledge(one, placed.ticketId);
  const reason = namedTicketId
    ? "Its sender could not be verified, so it starts a conversation of its own."
    : "It starts a new conversation.";
  return { state: "ticket_created", reason, ...placed };
}

async function acknowledge(one: Case, ticketId: string): Promise<void> {
  const { tx, services, read, entry, author } = one;
  const { acknowledges, staff } = await storeOf(tx);
  if (!acknowledges || isDoubted(one) || !mayAcknowledge(read, entry, author, staff)) return;
  await acknowledgeTicket(tx, services, ticketId);
}

/** Whether nobody can say who wrote: From failed, or does not name one sender. */
function isDoubted({ read, verdict }: Case): boolean {
  return verdict.check === "fail" || read.parsed.soleFrom === null;
}

function isUnverifiedOn(one: Case, { isPossession }: Thread): boolean {
  return isDoubted(one) || (one.verdict.check === "none" && !isPossession);
}

async function keepNamedMails(one: Case, ticketId: string): Promise<void> {
  const { messageId } = one.read.parsed;
  const isOwnKnown = messageId !== null && isWidelySent(one.read.parsed);
  const own = isOwnKnown ? [{ mailMessageId: bareMessageId(messageId), author: anybody }] : [];
  await insertNamedMails(one.tx, ticketId, [...own, ...namedElsewhere(one)]);
}

// Only what its author said, and not who poses as them or speaks for them, brings later mails of the author here.
function namedElsewhere(one: Case): NamedMail[] {
  const { proven: author, isOwnWord } = one.author;
  if (author === null || !isOwnWord || isDoubted(one)) return [];
  const stored = new Set(one.known.references.map(({ mailMessageId }) => mailMessageId));
  const unknown = one.evidence.references.filter((id) => !stored.has(id)).slice(0, intakeLimits.namedMails);
  return unknown.map((mailMessageId) => ({ mailMessageId, author }));
}

// A newsletter (RFC 2369): unlike a group's mail it can be left, but not be written to.
function isWidelySent({ headers }: ParsedMail<unknown>): boolean {
  const isPosted = headers["list-post"]?.some((value) => !/^no\b/i.test(value.trim())) ?? false;
  const isBulk = headers.precedence?.some((value) => /^(?:bulk|junk)$/i.test(value.trim())) ?? false;
  return isBulk || (headers["list-unsubscribe"] !== undefined && !isPosted);
}

const whyThreaded: Record<Thread["reason"], string> = {
  reply_address: "It was sent to the ticket's reply address.",
  references: "It answers a mail of this ticket.",
  subject_label: "Its subject names the ticket, and the sender takes part in it.",
  named_mail: "It and an earlier mail of the same author belong to one conversation.",
};

// The nearest message first: In-Reply-To, then References from the newest back. A bounce also names what it returns.
function namedIds({ parsed, classification }: ReadMail): string[] {
  const returned = classification.kind === "bounce" ? classification.bounce.originalMessageIds : [];
  const ids = [...returned, ...parsed.inReplyTo, ...parsed.references.toReversed()];
  return [...new Set(ids.map(bareMessageId))].slice(0, 100);
}

const label = /\[Ticket:\s{0,3}#?0{0,10}(\d{1,9})\]/gi;

function labelledNumbers(subject: string): number[] {
  return [...new Set([...subject.matchAll(label)].map(([, number]) => Number(number)))].slice(0, 5);
}
