import { isAnswerSubject } from "@deskhand/contract/desk/subjects";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { readAutoSubmitted } from "./automatic-signs.ts";
import { findNotice, hasFailureSubject, hasRefusalReason, hasServerReply, returnsMessage } from "./failure-signs.ts";
import { foldText, type OwnWords } from "./own-words.ts";
import type { Sender } from "./senders.ts";

/**
 * Why a message is a mail system's report on another mail (docs/product.md#bounces), as a sentence; null where it is none. A
 * person's own words above a report that is handed on make it a person's, but for what comes to our return path as a
 * report.
 */
export function findBounceReason(
  mail: ParsedMail<unknown>,
  sender: Sender,
  words: OwnWords,
  cameToReturnPath: boolean,
): string | null {
  const reason = findReport(mail) ?? findTold(mail, sender, words, cameToReturnPath) ?? findRelayedReport(mail, words);
  const isFromPerson = () => !sender.isSystem && isPersons(mail, sender, words, cameToReturnPath);
  return reason !== null && isFromPerson() ? null : reason;
}

/** Whether a message has any sign of undelivered mail: a report, a returned message, a notice, a server's reply, a reason. */
export function tellsOfFailure(mail: ParsedMail<unknown>): boolean {
  const text = foldText(mail.text);
  const isTold = hasFailureSubject(mail.subject) || findNotice(text) !== null || hasServerReply(text);
  return isTold || hasRefusalReason(text) || returnsMessage(mail) || findReport(mail) !== null;
}

function isPersons(
  mail: ParsedMail<unknown>,
  { hasMailProgram, isRole, standsForAnother }: Sender,
  words: OwnWords,
  cameToReturnPath: boolean,
): boolean {
  const isReport = mail.contentType === "multipart/report" || mail.headers["x-failed-recipients"] !== undefined;
  if (cameToReturnPath && (isReport || isRole)) return false;
  if (readAutoSubmitted(mail) !== null) return false;
  const isToldAsFailure = hasFailureSubject(mail.subject);
  const isLetter = words.personality >= 2 && (words.speaksOfSelf || words.asksSomething);
  if (isLetter) return !(cameToReturnPath && isToldAsFailure);
  if (isReport) return false;
  const count = countWords(words.own);
  if (cameToReturnPath) return hasMailProgram && count > 3 && !isToldAsFailure;
  if (standsForAnother && words.head !== "" && findNotice(words.head) !== 0) return true;
  if (isRole) return false;
  if (words.speaksOfSelf || words.begs || words.asksSomething) return true;
  // Somebody who hands a report on, or writes under a subject of his own, may write little.
  return count > 1 && (words.isPassedOn || hasMailProgram || !isToldAsFailure);
}

// Words that only announce a forward say nothing of one's own.
const announcement =
  /\b(?:(?:begin )?forward(?:ed|ing)?|fwd|weitergeleitet\p{L}*|transféré|reenviado|inoltrato|encaminhad[ao]|doorgestuurd)(?: (?:the|this))?(?: (?:e-?mail|message|mail))?\b/giu;

function countWords(own: string): number {
  return own
    .replace(announcement, " ")
    .split(/[\s\d\p{P}\p{S}]+/u)
    .filter((word) => /\p{L}/u.test(word)).length;
}

// By its parts and header fields (RFC 3464, RFC 5965).
function findReport(mail: ParsedMail<unknown>): string | null {
  const types = mail.reports.map((report) => report.contentType);
  if (types.some((type) => /^message\/(?:.*delivery-status)$/.test(type))) return "It is a delivery report.";
  if (types.includes("message/feedback-report") || mail.reportType === "feedback-report")
    return "It is a feedback report.";
  if (mail.contentType === "multipart/report") return "It is a report of a mail system.";
  if (mail.headers["x-failed-recipients"]) return "It names recipients that failed.";
  return null;
}

// A subject that may be about mail; a parcel has such ones, too.
const deliverySubject =
  /deliver|fail|return|error|bounce|reject|zustell|remise|entreg|consegn|recapit|bezorg|lever|toimit|dostarcz|doręcz|doruč|kézbes|достав|teslim|配信|送信|退|投递|전송|배달/i;

const parcels =
  /(?<!\p{L})(?:parcels?|packages?|pakete?|päckchen|colis|paquetes?|pacc(?:o|hi)|pacotes?|encomendas?|pakket(?:je)?|paket(?:et|in)?|pakken?|paketti\p{L}{0,3}|paczk\p{L}{1,3}|balík\p{L}{0,3}|csomag\p{L}{0,4}|colet\p{L}{0,4}|посылк\p{L}{1,2}|посилк\p{L}{1,2}|пратк\p{L}{1,2}|δέμα|kargo\p{L}{0,3})(?!\p{L})|חבילה|الطرد|พัสดุ|荷物|小包|包裹|快递|快遞|택배|소포/iu;

// By its words: the less a sender is a mail system's, the more has to speak for it.
function findTold(
  mail: ParsedMail<unknown>,
  { isSystem, isNamedSystem, isRole, isPostmaster }: Sender,
  words: OwnWords,
  cameToReturnPath: boolean,
): string | null {
  if (isNamedSystem) return "A mail system sent it.";
  const hasSubject = hasFailureSubject(mail.subject);
  const isReturned = returnsMessage(mail);
  const isNotable = isSystem || isRole || isPostmaster || hasSubject || isReturned || cameToReturnPath;
  if (!isNotable) return null;
  // What an answer quotes is not what it tells.
  const isAnswer = isAnswerSubject(mail.subject) && !isSystem && !isRole;
  const text = isAnswer ? words.head : foldText(mail.text);
  const hasNotice = findNotice(text) !== null;
  const hasReply = hasServerReply(text);
  const hasReason = hasRefusalReason(words.head === "" || (hasSubject && isReturned) ? text : words.head);
  const tells = hasSubject || hasNotice || hasReply;
  if (isSystem && (tells || hasReason)) return "It has no return path and tells of mail not delivered.";
  if (cameToReturnPath && (tells || isReturned))
    return "It came to the return path of a mail and tells that it failed.";
  // A subject alone may be of a parcel.
  const speaks = words.speaksOfSelf || words.begs || words.asksSomething;
  if (isRole && speaks && !hasNotice && !hasReply && !isReturned) return null;
  if (isPostmaster && (tells || isReturned)) return "A postmaster tells of mail not delivered.";
  if (isPostmaster && hasReason && deliverySubject.test(mail.subject))
    return "A postmaster tells why mail was refused.";
  // Contact forms write as no-reply too, and their visitors may speak of failed mail: one sign is not enough there.
  const signs = [hasSubject, hasNotice, hasReply || hasReason, isReturned].filter(Boolean).length;
  if (isRole && signs >= 2) return "A mail system's address sent it, and it tells of mail not delivered.";
  const isOfParcel = parcels.test(`${mail.subject.slice(0, 1_000)} ${words.head}`);
  if (signs >= 3 || (hasNotice && (isReturned || (hasSubject && !isOfParcel)))) {
    return "It tells of mail not delivered and returns it.";
  }
  return null;
}

// Reports that come in the clothes of ordinary mail.
function findRelayedReport(mail: ParsedMail<unknown>, words: OwnWords): string | null {
  const text = mail.text.slice(0, 50_000);
  if (/^\s*\{/.test(text) && /\\?"notificationType\\?"\s*:\s*\\?"(?:Bounce|Complaint|Delivery)\\?"/i.test(text)) {
    return "It is a sending service's notification.";
  }
  if (/^complaint about message from [\da-fx.:]+$/i.test(mail.subject) && returnsMessage(mail) && words.own === "") {
    return "It is a complaint in the old form of a feedback loop.";
  }
  // Somebody's mail program passed a report on; with words of their own it is a person's mail and stays one.
  const holdsReport = /^[> \t]{0,40}final-recipient:/im.test(text) && /^[> \t]{0,40}from:.*mailer-daemon/im.test(text);
  return holdsReport && words.isPassedOn ? "It passes on a delivery report without a word." : null;
}
