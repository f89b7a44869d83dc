import type { ParsedMail } from "../parse/parsed-mail.ts";
import {
  findAutomaticAnswer,
  findReceipt,
  findSelfDeclared,
  readAutoSubmitted,
  tellsAbsence,
} from "./automatic-signs.ts";
import { findBounceReason } from "./find-bounce-reason.ts";
import { OwnWords } from "./own-words.ts";
import { type BounceDetails, readBounce } from "./read-bounce.ts";
import { readSender, type Sender } from "./senders.ts";

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
  const sender = readSender(mail, arrival);
  const words = new OwnWords(mail);
  const received = findReceipt(mail, words);
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
  // A form's program says that it generated the mail, and yet a visitor wrote it.
  const isVisitors = sender.standsForAnother && !isAnswer(mail) && !cameToReturnPath;
  if (submitted && !(isVisitors && /^auto-generated\b/i.test(submitted))) {
    return `It says so itself (Auto-Submitted: ${submitted}).`;
  }
  const declared = findSelfDeclared(mail);
  if (declared) return declared;
  const isSystemRole = sender.isRole && !sender.standsForAnother;
  const automatic = findAutomaticAnswer(mail, words, isSystemRole);
  if (automatic) return automatic;
  if (isListRobot(mail)) return "A mailing list's program sent it.";
  if (sender.isSystem && !isLetterWithoutPath(mail, sender, words, isVisitors)) return "It has no return path.";
  if (cameToReturnPath && (tellsAbsence(words.head.slice(0, 3_000)) || (sender.isRole && words.personality < 2))) {
    return "It came to the return path of a mail, with an automatic reply's words.";
  }
  return null;
}

// Programs of forms and of small sites leave the return path empty, too. A letter that asks for something, answers nothing
// and speaks of no absence is a person's.
function isLetterWithoutPath(
  mail: ParsedMail<unknown>,
  { hasNullPath, standsForAnother }: Sender,
  words: OwnWords,
  isVisitors: boolean,
): boolean {
  if (!hasNullPath || isAnswer(mail) || tellsAbsence(words.head.slice(0, 3_000))) return false;
  return isVisitors || words.personality >= 3 || (standsForAnother && words.personality > 0);
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
