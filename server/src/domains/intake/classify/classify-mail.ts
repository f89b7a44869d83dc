import { isAnswerSubject } from "@deskhand/contract/desk/subjects";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import {
  findAutomaticAnswer,
  findDomainReport,
  findReceipt,
  findSelfDeclared,
  hasJunkPrecedence,
  isLetter,
  readAutoSubmitted,
  tellsAbsence,
} from "./automatic-signs.ts";
import { findAuthorCandidates } from "./find-author.ts";
import { findBounceReason, tellsOfFailure } from "./find-bounce-reason.ts";
import { localOf, namedAs, ofList } from "./named-addresses.ts";
import { OwnWords } from "./own-words.ts";
import { type BounceDetails, readBounce } from "./read-bounce.ts";
import { asPerson, readSender, type Sender } from "./senders.ts";

/** Who or what wrote a message. `reason` is one plain sentence for the mail log. */
export type MailClassification =
  | { kind: "person" | "auto_reply"; reason: string }
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
 * Distinguishes people's mail from machines' (docs/product.md#automatic-mail). List-Id, Precedence: list or bulk and
 * X-Auto-Response-Suppress alone leave a mail a person's, for a store's address is often a Google Group.
 */
export function classifyMail(mail: ParsedMail<unknown>, arrival: MailArrival = unknownArrival): MailClassification {
  const words = new OwnWords(mail);
  const named = readSender(mail, arrival);
  const isPersons = !arrival.cameToReturnPath && isLetterOfNamedSystem(mail, named, words);
  const sender = isPersons ? asPerson(named) : named;
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
  const mayBeVisitors = () => !cameToReturnPath && isVisitors(mail, sender);
  if (submitted && !(/^auto-generated\b/i.test(submitted) && mayBeVisitors())) {
    return `It says so itself (Auto-Submitted: ${submitted}).`;
  }
  const declared = findSelfDeclared(mail);
  if (declared) return declared;
  if (hasJunkPrecedence(mail) && (cameToReturnPath || !isLetter(words))) return "It says so itself (Precedence).";
  const isSystemRole = sender.isRole && !sender.standsForAnother;
  const automatic = findAutomaticAnswer(mail, words, { isSystemRole, cameToReturnPath });
  if (automatic) return automatic;
  if (isListRobot(mail)) return "A mailing list's program sent it.";
  if (sender.isSystem && !(mayBeVisitors() || isLetterWithoutPath(mail, sender, words))) {
    return "It has no return path.";
  }
  if (cameToReturnPath && (tellsAbsence(words.head.slice(0, 3_000)) || (sender.isRole && words.personality < 2))) {
    return "It came to the return path of a mail, with an automatic reply's words.";
  }
  return null;
}

const formSender = namedAs("site", "form", "shop", "mailer");

// A form's program says that it generated its mail, or leaves the return path empty, and yet a visitor wrote it.
function isVisitors(mail: ParsedMail<unknown>, { isRole, isNamedSystem, standsForAnother }: Sender): boolean {
  if (isAnswer(mail) || isNamedSystem) return false;
  const isForms = isRole || formSender.test(localOf(mail.from?.email ?? ""));
  return standsForAnother || (isForms && findAuthorCandidates(mail).visitor !== null);
}

// A letter that asks for something, answers nothing and speaks of no absence is a person's whatever its program left out.
function isLetterWithoutPath(mail: ParsedMail<unknown>, { isNamedSystem, isRole }: Sender, words: OwnWords): boolean {
  if (isNamedSystem || isRole || isAnswer(mail) || isAnswerSubject(mail.subject)) return false;
  return words.asksSomething && isLetter(words);
}

// A small firm's mail-system address that somebody writes from: a letter, sent with a path back, that tells of no failure.
function isLetterOfNamedSystem(mail: ParsedMail<unknown>, sender: Sender, words: OwnWords): boolean {
  if (!sender.isNamedSystem || sender.hasNullPath || readAutoSubmitted(mail) !== null) return false;
  const isLetter = words.personality >= 2 && (words.speaksOfSelf || words.asksSomething);
  return isLetter && !tellsOfFailure(mail);
}

function isAnswer(mail: ParsedMail<unknown>): boolean {
  return mail.inReplyTo.length > 0 || mail.references.length > 0;
}

const listProgram = namedAs("listProgram");

function isListRobot(mail: ParsedMail<unknown>): boolean {
  const local = localOf(mail.from?.email ?? "");
  const isRobot = ofList.test(local) || listProgram.test(local);
  const refuses = /\bnot (?:a )?member\b.{0,60}\b(?:mailing )?(?:list|ML)\b|\b(?:duplicated message-id|loop alert)\b/i;
  return isRobot && (refuses.test(mail.subject) || refuses.test(mail.text.slice(0, 2_000)));
}
