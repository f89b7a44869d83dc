import { isAnswerSubject } from "@deskhand/contract/desk/subjects";
import { domainOf } from "../authenticate/domains.ts";
import { firstHeader, type ParsedMail } from "../parse/parsed-mail.ts";
import {
  findAutomaticAnswer,
  findDomainReport,
  findReceipt,
  findSelfDeclared,
  hasJunkPrecedence,
  isLetter,
  readAutoSubmitted,
  saysAway,
} from "./automatic-signs.ts";
import { findNotice, hasFailureSubject, hasRefusalReason, hasServerReply, returnsMessage } from "./failure-signs.ts";
import { findAuthorCandidates } from "./find-author.ts";
import { listService, localOf, namedAs } from "./named-addresses.ts";
import { foldText, OwnWords } from "./own-words.ts";
import { type BounceDetails, readBounce } from "./read-bounce.ts";

/** Whether a person or a machine wrote a message. `reason` is one plain sentence for the mail log. */
export type MailClassification =
  | { kind: "person" | "auto_reply"; reason: string }
  | { kind: "bounce"; reason: string; bounce: BounceDetails };

/** How a message arrived. */
export type MailArrival = {
  /** The SMTP sender: an empty string for the null path; null if unknown, so that Return-Path counts. */
  envelopeFrom: string | null;
  /** Whether it was sent to the return path of one of our mails, where people do not write. */
  cameToReturnPath: boolean;
};

const unknownArrival: MailArrival = { envelopeFrom: null, cameToReturnPath: false };

/**
 * Distinguishes people's mail from machines' (docs/product.md#automatic-mail). List-Id, Precedence: list or bulk and
 * X-Auto-Response-Suppress do not make a mail automatic, as a store's address is often a Google Group.
 */
export function classifyMail(mail: ParsedMail<unknown>, arrival: MailArrival = unknownArrival): MailClassification {
  const words = new OwnWords(mail);
  const named = readSender(mail, arrival);
  const isLetter = !arrival.cameToReturnPath && isLetterOfNamedSystem(mail, named, words);
  const sender = isLetter ? asPerson(named) : named;
  const received = findReceipt(mail, words) ?? findDomainReport(mail);
  if (received) return { kind: "auto_reply", reason: received };
  const bounced = findBounceReason(mail, sender, words, arrival.cameToReturnPath);
  if (bounced) return { kind: "bounce", reason: bounced, bounce: readBounce(mail) };
  const answered = findAutomaticReason(mail, sender, words, arrival.cameToReturnPath);
  if (answered) return { kind: "auto_reply", reason: answered };
  return { kind: "person", reason: "Nothing says that a machine sent it." };
}

function findAutomaticReason(
  mail: ParsedMail<unknown>,
  sender: Sender,
  words: OwnWords,
  cameToReturnPath: boolean,
): string | null {
  const submitted = readAutoSubmitted(mail);
  const mayBeFromVisitor = () => !cameToReturnPath && isFromVisitor(mail, sender);
  if (submitted && !(/^auto-generated\b/i.test(submitted) && mayBeFromVisitor())) {
    return `It says so itself (Auto-Submitted: ${submitted}).`;
  }
  const declared = findSelfDeclared(mail);
  if (declared) return declared;
  if (hasJunkPrecedence(mail) && (cameToReturnPath || !isLetter(words))) return "It says so itself (Precedence).";
  const isSystemRole = sender.isRole && !sender.standsForAnother;
  const automatic = findAutomaticAnswer(mail, words, { isSystemRole, cameToReturnPath });
  if (automatic) return automatic;
  if (isListRobot(mail)) return "A mailing list's program sent it.";
  if (sender.isSystem && !(mayBeFromVisitor() || isLetterWithoutPath(mail, sender, words))) {
    return "It has no return path.";
  }
  if (cameToReturnPath && (saysAway(words.head.slice(0, 3_000)) || (sender.isRole && words.personScore < 2))) {
    return "It came to the return path of a mail, with an automatic reply's words.";
  }
  return null;
}

const formSender = namedAs("site", "form", "shop", "mailer");

// A form's program may declare its mail generated or leave the return path empty, although a visitor wrote it.
function isFromVisitor(mail: ParsedMail<unknown>, { isRole, isNamedSystem, standsForAnother }: Sender): boolean {
  if (isAnswer(mail) || isNamedSystem) return false;
  const isFromForm = isRole || formSender.test(localOf(mail.from?.email ?? ""));
  return standsForAnother || (isFromForm && findAuthorCandidates(mail).visitor !== null);
}

// A letter that asks for something, answers nothing and mentions no absence is a person's, even without a return path.
function isLetterWithoutPath(mail: ParsedMail<unknown>, { isNamedSystem, isRole }: Sender, words: OwnWords): boolean {
  if (isNamedSystem || isRole || isAnswer(mail) || isAnswerSubject(mail.subject)) return false;
  return words.asksSomething && isLetter(words);
}

// In a small firm a person may write from a mail system's address: a letter with a return path that reports no failure.
function isLetterOfNamedSystem(mail: ParsedMail<unknown>, sender: Sender, words: OwnWords): boolean {
  if (!sender.isNamedSystem || sender.hasNullPath || readAutoSubmitted(mail) !== null) return false;
  const isLetter = words.personScore >= 2 && (words.speaksOfSelf || words.asksSomething);
  return isLetter && !hasFailureSigns(mail);
}

function isAnswer(mail: ParsedMail<unknown>): boolean {
  return mail.inReplyTo.length > 0 || mail.references.length > 0;
}

const listProgram = namedAs("listProgram");

function isListRobot(mail: ParsedMail<unknown>): boolean {
  const local = localOf(mail.from?.email ?? "");
  const isRobot = listService.test(local) || listProgram.test(local);
  const refuses = /\bnot (?:a )?member\b.{0,60}\b(?:mailing )?(?:list|ML)\b|\b(?:duplicated message-id|loop alert)\b/i;
  return isRobot && (refuses.test(mail.subject) || refuses.test(mail.text.slice(0, 2_000)));
}

const systemLocal = namedAs("daemon");
const systemShown =
  /\b(?:mail(?:er)?[-_ ]?daemon|mail delivery (?:sub)?system|mail delivery service|internet mail delivery)\b/i;
const postmaster = namedAs("postmaster");
const roleLocal = namedAs(
  "postmaster",
  "bounces",
  "noReply",
  "server",
  "root",
  "system",
  "scanner",
  "listProgram",
  "mailer",
);

/** What envelope and header say about the sender. */
type Sender = {
  /** Whether it is a mail system by envelope or name: people do not write as Mailer-Daemon or without a return path. */
  isSystem: boolean;
  /** Whether its own name or address is a mail system's. */
  isNamedSystem: boolean;
  hasNullPath: boolean;
  /** Whether it is a role that systems, and sometimes people, write as: postmaster, no-reply, bounce. */
  isRole: boolean;
  isPostmaster: boolean;
  /** Whether a person's mail program wrote the message. */
  hasMailProgram: boolean;
  /** Whether Reply-To is somebody else's address, as in a contact form's mail for its visitor. */
  standsForAnother: boolean;
};

/** Reads the sender from a message's envelope and header. */
function readSender(mail: ParsedMail<unknown>, { envelopeFrom }: Pick<MailArrival, "envelopeFrom">): Sender {
  // Cuts first, because the pattern takes quadratic time on a long run of blanks.
  const senderPath = (envelopeFrom ?? firstHeader(mail.headers, "return-path"))?.trim().slice(0, 1_000);
  const path = senderPath?.replace(/^<\s*|\s*>$/g, "");
  const isDaemonPath = path !== undefined && systemLocal.test(localOf(path));
  const hasNullPath = path === "";
  const local = localOf(mail.from?.email ?? "");
  const shown = (mail.headers.from ?? []).join(" ").slice(0, 1_000);
  const isNamedSystem =
    systemLocal.test(local) ||
    systemLocal.test(localOf(mail.sender?.email ?? "")) ||
    systemShown.test(shown.replace(/@[\w.-]*/g, ""));
  const isPostmaster = postmaster.test(local) || /^"?post[-_ ]?master\b/i.test(shown);
  const answers = mail.replyTo.find(({ email }) => !isTagged(email, mail.from?.email ?? ""));
  const isForAnother = answers !== undefined && !roleLocal.test(localOf(answers.email));
  return {
    isSystem: isNamedSystem || isDaemonPath || hasNullPath,
    isNamedSystem,
    hasNullPath,
    isRole: roleLocal.test(local) || isPostmaster,
    isPostmaster,
    hasMailProgram: mailPrograms.test(
      `${firstHeader(mail.headers, "user-agent") ?? ""} ${firstHeader(mail.headers, "x-mailer") ?? ""}`,
    ),
    standsForAnother: isForAnother && !systemLocal.test(localOf(answers.email)),
  };
}

/** Whether two addresses are the same but for a tag in the first, as a help desk's Reply-To "support+id42@" has. */
function isTagged(address: string, other: string): boolean {
  const [one, own] = [address.toLowerCase(), other.toLowerCase()];
  return one === own || (domainOf(one) === domainOf(own) && one.startsWith(`${localOf(own)}+`));
}

/** The same sender without the signs of a mail system, for a person who writes under such a name. */
function asPerson(sender: Sender): Sender {
  return { ...sender, isSystem: false, isNamedSystem: false };
}

const mailPrograms =
  /thunderbird|apple mail|iphone mail|ipad mail|microsoft (?:office )?outlook(?! express macintosh)|outlook(?:mobile|-ios|-android)|\bmutt\b|k-?mail|evolution|roundcube|squirrelmail|horde|k-9|the bat!|claws|sylpheed|yahoomail|webmail|emclient|airmail|spark|foxmail|gnus|becky/i;

/**
 * Returns why a message is a mail system's report on another mail (docs/product.md#bounces), as a sentence; null if it is none. A
 * person's own words above a forwarded report make it a person's, unless it is a report that came to our return path.
 */
function findBounceReason(
  mail: ParsedMail<unknown>,
  sender: Sender,
  words: OwnWords,
  cameToReturnPath: boolean,
): string | null {
  const reason =
    findReport(mail) ?? findFailureWords(mail, sender, words, cameToReturnPath) ?? findRelayedReport(mail, words);
  const isFromPerson = () => !sender.isSystem && isByPerson(mail, sender, words, cameToReturnPath);
  return reason !== null && isFromPerson() ? null : reason;
}

/** Whether a message has any sign of undelivered mail: a report, a returned message, a notice, a server's reply, a reason. */
function hasFailureSigns(mail: ParsedMail<unknown>): boolean {
  const text = foldText(mail.text);
  const hasFailureText = hasFailureSubject(mail.subject) || findNotice(text) !== null || hasServerReply(text);
  return hasFailureText || hasRefusalReason(text) || returnsMessage(mail) || findReport(mail) !== null;
}

function isByPerson(
  mail: ParsedMail<unknown>,
  { hasMailProgram, isRole, standsForAnother }: Sender,
  words: OwnWords,
  cameToReturnPath: boolean,
): boolean {
  const isReport = mail.contentType === "multipart/report" || mail.headers["x-failed-recipients"] !== undefined;
  if (cameToReturnPath && (isReport || isRole)) return false;
  if (readAutoSubmitted(mail) !== null) return false;
  const isFailureSubject = hasFailureSubject(mail.subject);
  const isLetter = words.personScore >= 2 && (words.speaksOfSelf || words.asksSomething);
  if (isLetter) return !(cameToReturnPath && isFailureSubject);
  if (isReport) return false;
  const count = countWords(words.own);
  if (cameToReturnPath) return hasMailProgram && count > 3 && !isFailureSubject;
  if (standsForAnother && words.head !== "" && findNotice(words.head) !== 0) return true;
  if (isRole) return false;
  if (words.speaksOfSelf || words.asksOrThanks || words.asksSomething) return true;
  // A person who forwards a report, or writes under a subject of their own, may write little.
  return count > 1 && (words.isForward || hasMailProgram || !isFailureSubject);
}

// Words that only announce a forward do not count as the sender's own.
const announcement =
  /\b(?:(?:begin )?forward(?:ed|ing)?|fwd|weitergeleitet\p{L}*|transféré|reenviado|inoltrato|encaminhad[ao]|doorgestuurd)(?: (?:the|this))?(?: (?:e-?mail|message|mail))?\b/giu;

function countWords(own: string): number {
  return own
    .replace(announcement, " ")
    .split(/[\s\d\p{P}\p{S}]+/u)
    .filter((word) => /\p{L}/u.test(word)).length;
}

// Looks at parts and header fields (RFC 3464, RFC 5965).
function findReport(mail: ParsedMail<unknown>): string | null {
  const types = mail.reports.map((report) => report.contentType);
  if (types.some((type) => /^message\/(?:.*delivery-status)$/.test(type))) return "It is a delivery report.";
  if (types.includes("message/feedback-report") || mail.reportType === "feedback-report")
    return "It is a feedback report.";
  if (mail.contentType === "multipart/report") return "It is a report of a mail system.";
  if (mail.headers["x-failed-recipients"]) return "It names recipients that failed.";
  return null;
}

// A subject that may be about mail, or about a parcel.
const deliverySubject =
  /deliver|fail|return|error|bounce|reject|zustell|remise|entreg|consegn|recapit|bezorg|lever|toimit|dostarcz|doręcz|doruč|kézbes|достав|teslim|配信|送信|退|投递|전송|배달/i;

const parcels =
  /(?<!\p{L})(?:parcels?|packages?|pakete?|päckchen|colis|paquetes?|pacc(?:o|hi)|pacotes?|encomendas?|pakket(?:je)?|paket(?:et|in)?|pakken?|paketti\p{L}{0,3}|paczk\p{L}{1,3}|balík\p{L}{0,3}|csomag\p{L}{0,4}|colet\p{L}{0,4}|посылк\p{L}{1,2}|посилк\p{L}{1,2}|пратк\p{L}{1,2}|δέμα|kargo\p{L}{0,3})(?!\p{L})|חבילה|الطرد|พัสดุ|荷物|小包|包裹|快递|快遞|택배|소포/iu;

// Looks at the words. The less the sender looks like a mail system, the more signs are needed.
function findFailureWords(
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
  // In an answer, quoted text does not count.
  const isAnswer = isAnswerSubject(mail.subject) && !isSystem && !isRole;
  const text = isAnswer ? words.head : foldText(mail.text);
  const hasNotice = findNotice(text) !== null;
  const hasReply = hasServerReply(text);
  const hasReason = hasRefusalReason(words.head === "" || (hasSubject && isReturned) ? text : words.head);
  const tells = hasSubject || hasNotice || hasReply;
  if (isSystem && (tells || hasReason)) return "It has no return path and tells of mail not delivered.";
  if (cameToReturnPath && (tells || isReturned))
    return "It came to the return path of a mail and tells that it failed.";
  // The subject alone may be about a parcel.
  const speaks = words.speaksOfSelf || words.asksOrThanks || words.asksSomething;
  if (isRole && speaks && !hasNotice && !hasReply && !isReturned) return null;
  if (isPostmaster && (tells || isReturned)) return "A postmaster tells of mail not delivered.";
  if (isPostmaster && hasReason && deliverySubject.test(mail.subject))
    return "A postmaster tells why mail was refused.";
  // Contact forms also write as no-reply, and their visitors may mention failed mail, so one sign is not enough.
  const signs = [hasSubject, hasNotice, hasReply || hasReason, isReturned].filter(Boolean).length;
  if (isRole && signs >= 2) return "A mail system's address sent it, and it tells of mail not delivered.";
  const isOfParcel = parcels.test(`${mail.subject.slice(0, 1_000)} ${words.head}`);
  if (signs >= 3 || (hasNotice && (isReturned || (hasSubject && !isOfParcel)))) {
    return "It tells of mail not delivered and returns it.";
  }
  return null;
}

// Finds reports that look like ordinary mail.
function findRelayedReport(mail: ParsedMail<unknown>, words: OwnWords): string | null {
  const text = mail.text.slice(0, 50_000);
  if (/^\s*\{/.test(text) && /\\?"notificationType\\?"\s*:\s*\\?"(?:Bounce|Complaint|Delivery)\\?"/i.test(text)) {
    return "It is a sending service's notification.";
  }
  if (/^complaint about message from [\da-fx.:]+$/i.test(mail.subject) && returnsMessage(mail) && words.own === "") {
    return "It is a complaint in the old form of a feedback loop.";
  }
  // A person's mail program forwarded a report. With words of its own, it is a person's mail.
  const holdsReport = /^[> \t]{0,40}final-recipient:/im.test(text) && /^[> \t]{0,40}from:.*mailer-daemon/im.test(text);
  return holdsReport && words.isForward ? "It passes on a delivery report without a word." : null;
}

/** The mail that Gmail sends to an address before it forwards there. */
export type ForwardingConfirmation = { account: string | null; code: string | null; link: string };

const sender = "forwarding-noreply@google.com";
const confirmationLink =
  /https:\/\/(?:mail-settings|mail|isolated\.mail)\.google\.com\/(?:mail\/)?(?:[\w./]{0,40}\/)?vf-[^\s<>"]+/;

/** Reads the code and link of Gmail's forwarding confirmation; null for any other mail. */
export function readForwardingConfirmation(mail: ParsedMail<unknown>): ForwardingConfirmation | null {
  if (mail.from?.email.toLowerCase() !== sender) return null;
  const text = mail.text.slice(0, 20_000);
  const link = confirmationLink.exec(text)?.[0];
  if (!link) return null;
  const code = /\(#?(\d{6,12})\)/.exec(mail.subject)?.[1] ?? /\b(\d{8,10})\b/.exec(text)?.[1] ?? null;
  const account = /(?:from|von|de)\s+([^\s<>@]{1,64}@[\w.-]{3,190}\w)/i.exec(mail.subject)?.[1] ?? null;
  return { account, code, link };
}
