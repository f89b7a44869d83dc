import { loopHeader } from "../../outgoing/index.ts";
import { firstHeader, type ParsedMail } from "../parse/parsed-mail.ts";
import {
  hasFailureSubject,
  hasFailureText,
  isMachineSender,
  isPostmaster,
  isRoleSender,
  returnsMessage,
} from "./failure-signs.ts";
import { type BounceDetails, readBounce } from "./read-bounce.ts";

/** Who or what wrote a message. `reason` is one plain sentence for the mail log. */
export type MailClassification =
  | { kind: "person" | "auto_reply" | "loop"; reason: string }
  | { kind: "bounce"; reason: string; bounce: BounceDetails };

/** How a message came. */
export type MailArrival = {
  /** The SMTP sender: an empty string for the null path, null where it is not known (then Return-Path counts). */
  envelopeFrom: string | null;
  /** Whether it was sent to the return path of one of our mails, where people do not write. */
  cameToReturnPath: boolean;
};

const unknownArrival: MailArrival = { envelopeFrom: null, cameToReturnPath: false };

/**
 * Distinguishes people's mail from machines'. List-Id, Precedence: list or bulk and X-Auto-Response-Suppress alone leave a mail a
 * person's, for a store's address is often a Google Group.
 */
export function classifyMail(
  mail: ParsedMail<unknown>,
  { envelopeFrom }: MailArrival = unknownArrival,
): MailClassification {
  if (mail.headers[loopHeader.toLowerCase()]) return { kind: "loop", reason: "It carries our own loop header." };
  const bounced = findBounceReason(mail, envelopeFrom);
  if (bounced) return { kind: "bounce", reason: bounced, bounce: readBounce(mail) };
  const answered = findAutoReplyReason(mail, envelopeFrom);
  if (answered) return { kind: "auto_reply", reason: answered };
  return { kind: "person", reason: "Nothing says that a machine sent it." };
}

function findBounceReason(mail: ParsedMail<unknown>, envelopeFrom: string | null): string | null {
  const types = mail.reports.map((report) => report.contentType);
  if (isReceipt(mail)) return null;
  if (types.some((type) => /^message\/(?:.*delivery-status)$/.test(type))) return "It is a delivery report.";
  if (types.includes("message/feedback-report") || mail.reportType === "feedback-report")
    return "It is a feedback report.";
  if (mail.contentType === "multipart/report") return "It is a report of a mail system.";
  if (mail.headers["x-failed-recipients"]) return "It names recipients that failed.";
  if (isMachineSender(mail)) return "A mail system sent it.";
  const hasSubject = hasFailureSubject(mail.subject);
  const hasText = hasFailureText(mail.text);
  if (hasNullPath(mail, envelopeFrom) && (hasSubject || hasText))
    return "It has no return path and tells of mail not delivered.";
  if (isPostmaster(mail) && (hasSubject || hasText)) return "A postmaster tells of mail not delivered.";
  // Contact forms write as no-reply too, and their visitors may speak of failed mail: one sign is not enough there.
  if (isRoleSender(mail) && [hasSubject, hasText, returnsMessage(mail)].filter(Boolean).length >= 2) {
    return "A mail system's address sent it, and it tells of mail not delivered.";
  }
  if (hasSubject && hasText && returnsMessage(mail)) {
    return "It tells of mail not delivered and returns it.";
  }
  return findRelayedReport(mail);
}

// Reports that come in the clothes of ordinary mail.
function findRelayedReport(mail: ParsedMail<unknown>): string | null {
  const text = mail.text.slice(0, 50_000);
  if (/^\s*\{/.test(text) && /\\?"notificationType\\?"\s*:\s*\\?"(?:Bounce|Complaint|Delivery)\\?"/i.test(text)) {
    return "It is a sending service's notification.";
  }
  if (
    /^complaint about message from [\da-f.:]+$/i.test(mail.subject) &&
    mail.text.trim() === "" &&
    returnsMessage(mail)
  ) {
    return "It is a complaint in the old form of a feedback loop.";
  }
  // Somebody's mail program passed a report on; with words of their own it is a person's mail and stays one.
  const isPassedOn = /^\s*(?:fwd?|wg|tr)\s*:/i.test(mail.subject) && /^[> \t]{0,40}final-recipient:/im.test(text);
  const ownWords = text.split(/^[- \t]{0,40}(?:begin )?forwarded message\b.*$/im)[0] ?? "";
  const isBare = ownWords.trim().split(/\s+/).length <= 3 && !ownWords.includes("?");
  if (isPassedOn && isBare && /^[> \t]{0,40}from:.*mailer-daemon/im.test(text))
    return "It passes on a delivery report without a word.";
  return null;
}

function findAutoReplyReason(mail: ParsedMail<unknown>, envelopeFrom: string | null): string | null {
  const { headers } = mail;
  if (isReceipt(mail)) return "It is a read receipt.";
  const submitted = headers["auto-submitted"]?.find((value) => !/^no\b/i.test(value.trim()) && value.trim() !== "");
  if (submitted) return `It says so itself (Auto-Submitted: ${submitted.slice(0, 40)}).`;
  const reply = ["x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder", "x-vacation"].find((name) => {
    const value = firstHeader(headers, name);
    return value !== null && !/^(?:no|false|0)$/i.test(value);
  });
  if (reply) return `It says so itself (${reply}).`;
  if (headers.precedence?.some((value) => /^auto[-_]?reply$/i.test(value.trim())))
    return "It says so itself (Precedence: auto_reply).";
  if (headers["x-apple-action"]?.some((value) => /^vacation$/i.test(value.trim()))) return "A vacation rule sent it.";
  if (hasNullPath(mail, envelopeFrom)) return "It has no return path.";
  if (isAnswer(mail) && absenceSubject.test(mail.subject))
    return "It answers a message with an automatic reply's subject.";
  if (isListRobot(mail)) return "A mailing list's program sent it.";
  return null;
}

// People's mail programs put "Re:" first when they answer; a subject that starts like this is a program's.
const absenceSubject =
  /^(?:auto(?:matic|mated)?[- ]?(?:reply|response|answer)|out[- ]of[- ](?:the[- ])?office|vacation (?:reply|response)|abwesenheit\S*|automatische antwort|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|autosvar|automaattinen vastaus|automatyczna odpowiedź|автоответ|自動返信|自动回复)\s*[:：-]/i;

// A disposition notification (RFC 8098): the message was displayed, or deleted unread.
function isReceipt(mail: ParsedMail<unknown>): boolean {
  const types = mail.reports.map((report) => report.contentType);
  return mail.reportType === "disposition-notification" || types.includes("message/disposition-notification");
}

function isAnswer(mail: ParsedMail<unknown>): boolean {
  return mail.inReplyTo.length > 0 || mail.references.length > 0;
}

function isListRobot(mail: ParsedMail<unknown>): boolean {
  const isRobot = /^(?:owner-.+|.+-(?:admin|request|owner|bounces)|listserv|majordomo|mailman)@/i.test(
    mail.from?.email ?? "",
  );
  const refuses = /\bnot (?:a )?member\b.{0,60}\b(?:mailing )?(?:list|ML)\b|\b(?:duplicated message-id|loop alert)\b/i;
  return isRobot && (refuses.test(mail.subject) || refuses.test(mail.text.slice(0, 2_000)));
}

function hasNullPath(mail: ParsedMail<unknown>, envelopeFrom: string | null): boolean {
  if (envelopeFrom !== null) return /^<?\s*>?$/.test(envelopeFrom);
  const path = firstHeader(mail.headers, "return-path");
  return path !== null && /^<\s*>$|^$|^<?mailer-daemon>?$/i.test(path.trim());
}
