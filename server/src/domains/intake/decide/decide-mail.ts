import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { findTenant, supportAddressesOf } from "../../tenants/index.ts";
import type { SenderVerdict } from "../authenticate/sender-verdict.ts";
import { readForwardingConfirmation } from "../classify/read-forwarding-confirmation.ts";
import { intakeLimits } from "../intake-limits.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import type { ReadMail } from "../read/read-mail.ts";
import {
  countFromSender,
  countOnTicket,
  findOriginal,
  hasOlderWaiting,
  type Outcome,
  type WaitingMail,
} from "./decide.queries.ts";
import { decideBounce, NotYet } from "./decide-bounce.ts";
import { findMailAuthor, type MailAuthor } from "./find-mail-author.ts";
import { findThread, type OwnMarks, readOwnMarks, type Thread } from "./find-thread.ts";
import { keepAsTicket, keepOnTicket } from "./keep-mail.ts";

export type Decision = { outcome: Outcome; fromEmail: string | null };

type Case = {
  tx: TenantTx;
  read: ReadMail;
  marks: OwnMarks;
  author: MailAuthor | null;
  entry: WaitingMail;
  verdict: SenderVerdict;
};

/**
 * Decides how a mail ends and does it, in the caller's transaction: first whether it is a copy, forged or in a loop, then
 * whether a machine wrote it, and else it becomes a reply or a ticket. An admin's release overrules all but the copy.
 * Throws `NotYet` when the mail it answers may still be on its way through the intake, or one that it returns is being sent.
 */
export async function decideMail(
  tx: TenantTx,
  settings: Pick<Settings, "secret" | "mailDomain">,
  entry: WaitingMail,
  read: ReadMail,
  verdict: SenderVerdict,
): Promise<Decision> {
  const { clientCode } = await findTenant(tx);
  const own = new Set(await supportAddressesOf(tx));
  const isOurDomain = (email: string) => email.toLowerCase().endsWith(`@${settings.mailDomain.toLowerCase()}`);
  const recipients = entry.envelopeTo.split(", ");
  const marks = readOwnMarks(settings, clientCode, recipients, namedIds(read));
  const isStore = (email: string) => own.has(email.toLowerCase()) || isOurDomain(email);
  const author = await findMailAuthor(tx, read.authors, entry.envelopeFrom, isStore);
  const isFromOurDomain = read.classification.kind !== "bounce" && isOurDomain(read.parsed.from?.email ?? "");
  const outcome = await decide({ tx, read, marks, author, entry, verdict }, isFromOurDomain);
  return { outcome, fromEmail: author?.email ?? read.parsed.from?.email.toLowerCase() ?? null };
}

async function decide(one: Case, isFromOurDomain: boolean): Promise<Outcome> {
  const { tx, read, marks } = one;
  const { isReleased } = one.entry;
  const original = await findOriginal(tx, read.fingerprint);
  if (original) {
    const reason = "The same message was already received.";
    return { state: "duplicate", reason, duplicateOf: original.id, ticketId: original.ticketId };
  }
  if (!isReleased) {
    if (read.classification.kind === "loop") return { state: "loop_stopped", reason: read.classification.reason };
    const hops = read.parsed.headers.received?.length ?? 0;
    if (hops > intakeLimits.maxHops) return { state: "loop_stopped", reason: `It passed ${hops} mail servers.` };
    const suspicion = findSuspicion(read.parsed, marks, isFromOurDomain);
    if (suspicion) return { state: "quarantined", reason: suspicion };
  }
  const confirmation = readForwardingConfirmation(read.parsed);
  if (confirmation) {
    const { ticketId, messageId } = await keepAsTicket(tx, read, null, "Gmail");
    const code = confirmation.code ? `Code: ${confirmation.code}. ` : "";
    const reason = `Gmail asks to confirm forwarding${confirmation.account ? ` from ${confirmation.account}` : ""}. ${code}Link: ${confirmation.link}`;
    return { state: "ticket_created", reason, ticketId, messageId };
  }
  if (!isReleased && read.classification.kind === "bounce") {
    return decideBounce(tx, read.classification, marks, one.entry.attempts > intakeLimits.waits);
  }
  if (!isReleased && read.classification.kind === "auto_reply") return keepAutomatic(one, read.classification.reason);
  return addToDesk(one);
}

async function keepAutomatic(one: Case, reason: string): Promise<Outcome> {
  const { tx, read, author } = one;
  const thread = await threadOf(one);
  if (!thread) return { state: "auto_reply", reason };
  const ticketId = thread.ticket.id;
  if ((await countOnTicket(tx, ticketId, intakeLimits.automaticMinutes, true)) >= intakeLimits.automaticPerTicket) {
    const told = `More than ${intakeLimits.automaticPerTicket} automatic replies came to this ticket within an hour.`;
    return { state: "loop_stopped", reason: told, ticketId };
  }
  const { messageId } = await keepOnTicket(tx, read, thread, author, true);
  return { state: "auto_reply", reason, ticketId, messageId };
}

async function addToDesk(one: Case): Promise<Outcome> {
  const { tx, read, author, entry } = one;
  const { isReleased } = entry;
  const sender = author?.email ?? read.parsed.from?.email.toLowerCase();
  if (
    !isReleased &&
    sender &&
    (await countFromSender(tx, sender, intakeLimits.senderMinutes)) >= intakeLimits.mailsPerSender
  ) {
    const reason = `More than ${intakeLimits.mailsPerSender} mails came from ${sender} within ${intakeLimits.senderMinutes} minutes.`;
    return { state: "loop_stopped", reason };
  }
  // Older mail is asked for before the thread: what was committed by then is found there.
  const mayWait = namedIds(read).length > 0 && !isReleased && entry.attempts <= intakeLimits.waits;
  const mayAnswerWaiting = mayWait && (await hasOlderWaiting(tx, entry.id, intakeLimits.waitSeconds));
  const thread = await threadOf(one);
  if (!thread && mayAnswerWaiting) throw new NotYet("Older mail comes first");
  if (!thread) {
    const { from } = read.parsed;
    const placed = await keepAsTicket(tx, read, author, from?.name || from?.email || author?.email || null);
    return { state: "ticket_created", reason: "It starts a new conversation.", ...placed };
  }
  const ticketId = thread.ticket.id;
  if (
    !isReleased &&
    (await countOnTicket(tx, ticketId, intakeLimits.ticketMinutes, false)) >= intakeLimits.mailsPerTicket
  ) {
    const reason = `More than ${intakeLimits.mailsPerTicket} mails came to this ticket within ${intakeLimits.ticketMinutes} minutes.`;
    return { state: "loop_stopped", reason, ticketId };
  }
  const placed = await keepOnTicket(tx, read, thread, author, false);
  return { state: "reply_added", reason: whyThreaded[thread.reason], ...placed };
}

const whyThreaded: Record<Thread["reason"], string> = {
  reply_address: "It was sent to the ticket's reply address.",
  references: "It answers a mail of this ticket.",
  subject_label: "Its subject names the ticket, and the sender takes part in it.",
  named_mail: "It and an earlier mail of the same author belong to one conversation.",
};

function threadOf({ tx, read, marks, author }: Case): Promise<Thread | undefined> {
  const references = namedIds(read).map((id) => id.slice(0, 998));
  return findThread(tx, { marks, references, subject: read.parsed.subject, author: author?.email ?? null });
}

// The nearest message first: In-Reply-To, then References from the newest back. A bounce also names what it returns.
function namedIds({ parsed, classification }: ReadMail): string[] {
  const returned = classification.kind === "bounce" ? classification.bounce.originalMessageIds : [];
  const ids = [...returned, ...parsed.inReplyTo, ...parsed.references.toReversed()];
  return [...new Set(ids.map((id) => id.replace(/^<|>$/g, "").replaceAll("\0", "").toWellFormed()))].slice(0, 100);
}

// A document's name with a program behind it, and programs that nobody sends to a store.
const disguisedProgram =
  /\.[a-z\d]{2,4}[\s_]*\.(?:exe|com|bat|cmd|vbs|vbe|js|jse|wsf|hta|cpl|lnk|msi|jar|ps1)$|\.(?:scr|pif)$/i;

/** Why a mail must not go further by itself; null when nothing is wrong with it. */
function findSuspicion(mail: ParsedMail<unknown>, marks: OwnMarks, isFromOurDomain: boolean): string | null {
  if (marks.forged) return `${marks.forged}.`;
  if (isFromOurDomain) return `It claims to come from ${mail.from?.email ?? "us"}, but we did not send it.`;
  const size = mail.attachments.reduce((sum, attachment) => sum + attachment.size, 0);
  if (size > limits.mailSizeBytes) return `Its attachments are larger than ${limits.mailSizeBytes / 1024 / 1024} MB.`;
  const disguised = mail.attachments.find(({ name }) => disguisedProgram.test(name));
  if (disguised) return `It holds a program that poses as a document: ${disguised.name}.`;
  return null;
}
