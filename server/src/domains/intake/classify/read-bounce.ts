import type { ParsedMail } from "../parse/parsed-mail.ts";
import { readMessageIds } from "../parse/read-headers.ts";
import { findFailedRecipient, readReportField, splitNotice } from "./find-failed-recipient.ts";
import { foldText } from "./own-words.ts";

/** The content of a delivery report: for whom, why, and about which message (Message-IDs with brackets). Null if it does not say. */
export type BounceDetails = {
  recipient: string | null;
  /** The enhanced status code (RFC 3463) such as 5.1.1, else the SMTP reply code. */
  status: string | null;
  diagnostic: string | null;
  action: "failed" | "delayed" | "delivered" | "complaint";
  originalMessageIds: string[];
};

/** Reads a bounce from its delivery report (RFC 3464, RFC 5965), else from its text. */
export function readBounce(mail: ParsedMail<unknown>): BounceDetails {
  const report = mail.reports
    .filter(({ contentType }) =>
      /^message\/(?:.*delivery-status|feedback-report|disposition-notification)$/.test(contentType),
    )
    .map(({ text }) => text)
    .join("\n\n");
  const text = mail.text.slice(0, 50_000);
  const group = chooseGroup(report || pastedReport(text) || enclosedReport(mail));
  const recipient = findFailedRecipient(mail, group);
  const reply = readReportField(group, "diagnostic-code") ?? findServerReply(text);
  const diagnostic = reply ?? (recipient === null ? null : findNoticeReason(text, recipient));
  return {
    recipient,
    status: findStatus(group, reply ?? text.slice(0, 10_000)),
    diagnostic: diagnostic?.slice(0, 1_000) ?? null,
    action: findAction(mail, group, text),
    originalMessageIds: findOriginalIds(mail, text),
  };
}

// Some mailers paste the fields of their report into the text.
function pastedReport(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^[> \t]{0,40}/, ""));
  return lines.some((line) => /^(?:final|original)-recipient\s?:/i.test(line)) ? lines.join("\n") : "";
}

// Some gateways enclose the report that they received as a message.
function enclosedReport(mail: ParsedMail<unknown>): string {
  const enclosed = mail.reports.find(({ text }) => /^content-type:\s{0,4}multipart\/report/im.test(text));
  return enclosed ? pastedReport(enclosed.text) : "";
}

// A report has a group of fields for each recipient; prefers a failed one to a delayed and a delivered one.
function chooseGroup(report: string): string {
  const groups = report
    .split(/\n[ \t]*\n/)
    .filter((group) =>
      /^[> \t]{0,8}(?:(?:final|original|x-actual)-recipient|action|original-rcpt-to)\s?:/im.test(group),
    );
  const rank = (group: string) => {
    const action = readReportField(group, "action")?.toLowerCase() ?? "";
    if (/^fail/.test(action)) return 0;
    return action === "" ? 1 : /^delay/.test(action) ? 2 : 3;
  };
  return groups.toSorted((one, other) => rank(one) - rank(other))[0] ?? report;
}

function findStatus(group: string, told: string): string | null {
  const stated = readReportField(group, "status")?.match(/\b[245]\.\d{1,3}\.\d{1,3}\b/)?.[0];
  const enhanced = told.match(/\b[45]\.\d{1,3}\.\d{1,3}\b(?!\.\d)/)?.[0];
  // "5.0.0" says only that it failed; the server's reply often has a better code.
  if (stated?.endsWith(".0.0") && enhanced?.startsWith(stated.charAt(0))) return enhanced;
  return stated ?? enhanced ?? told.match(/(?:^|[^\d.])([45][0-5]\d)(?=[ -])/m)?.[1] ?? null;
}

const delayedSubject =
  /\b(?:delay(?:ed)?|still being retried|warning)\b|verzögert|retardé|retrasad|ritardat|vertraagd|försenad|forsinket|задерж|затрим|遅延|延迟|延遲|지연/i;
const delayed =
  /\b(?:delayed|still being retried|has not (?:yet )?been delivered|will (?:keep|continue|be) (?:to )?(?:try|trying|retr|attempt)|(?:will|to) (?:retry|be retried)|delivery attempts will continue|you do not need to resend|postponed)\b|verzögert|retardé|retrasad|ritardat|vertraagd|försenad|forsinket|задерж|затрим|遅延|延迟|延遲|지연/i;
const gaveUp =
  /\b(?:permanent(?:ly)?|blocked|rejected|refused|giv(?:en|ing) up|gave up|no longer|expired|timeout exceeded|has failed|will not be retried)\b/i;

function findAction(mail: ParsedMail<unknown>, group: string, text: string): BounceDetails["action"] {
  const types = mail.reports.map(({ contentType }) => contentType);
  const isComplaint = mail.reportType === "feedback-report" || types.includes("message/feedback-report");
  if (
    isComplaint ||
    /^complaint about message from /i.test(mail.subject) ||
    /"notificationType\\?"\s*:\s*\\?"Complaint/i.test(text)
  )
    return "complaint";
  const action = readReportField(group, "action")?.toLowerCase() ?? "";
  if (/^fail/.test(action)) return "failed";
  if (/^delay/.test(action)) return "delayed";
  if (/^(?:delivered|relayed|expanded|deliverable)/.test(action)) return "delivered";
  if (/"notificationType\\?"\s*:\s*\\?"Delivery/i.test(text)) return "delivered";
  const status = readReportField(group, "status");
  if (status?.startsWith("2.")) return "delivered";
  const notice = foldText(text).slice(0, 1_500);
  return delayedSubject.test(mail.subject) || (delayed.test(notice) && !gaveUp.test(notice)) ? "delayed" : "failed";
}

// The returned message first, then what the bounce answers, then header lines pasted into its text.
function findOriginalIds(mail: ParsedMail<unknown>, text: string): string[] {
  const enclosed = mail.reports
    .filter(({ contentType }) => /rfc822|global/.test(contentType))
    .flatMap((report) => readMessageIds([readReportField(report.text, "message-id") ?? ""]));
  const pasted = [...text.matchAll(/^[> \t]{0,40}message-id:\s{0,4}(<[^<>\s]{1,998}>)/gim)].map(
    (match) => match[1] ?? "",
  );
  const ids = new Set([...enclosed, ...mail.inReplyTo, ...mail.references.slice(-5), ...pasted]);
  if (mail.messageId) ids.delete(mail.messageId);
  return [...ids].slice(0, 20);
}

/** Returns the line of a bounce's text with a server's reply, and the lines that continue it; null if there is none. */
export function findServerReply(text: string): string | null {
  const lines = text.slice(0, 20_000).split("\n");
  const start = lines.findIndex((line) =>
    /(?:^|[^\d.])[45][0-5]\d(?:[ -]\S|:\s{1,4}\S|\s*$)/.test(line.slice(0, 1_000)),
  );
  return start === -1 ? null : paragraphFrom(lines, start);
}

/**
 * Returns what a bounce's text says about its recipient without a server's reply: after the address, else in the lines below it
 * ("<ann@example.com>:", "Sorry, no mailbox here by that name."). Null if it says nothing.
 */
export function findNoticeReason(text: string, recipient: string): string | null {
  const { notice } = splitNotice(text);
  for (const [index, line] of notice.entries()) {
    const at = line.slice(0, 1_000).toLowerCase().lastIndexOf(recipient.toLowerCase());
    if (at === -1) continue;
    const behind = withoutMarks(line.slice(at + recipient.length));
    if (isReason(behind)) return behind;
    const below = withoutMarks(paragraphFrom(notice, index + 1));
    if (isReason(below) && !below.includes("@")) return below;
  }
  return null;
}

function paragraphFrom(lines: string[], start: number): string {
  const rest = lines.slice(start, start + 8);
  const end = rest.findIndex((line) => !/[\p{L}\p{N}]/u.test(line));
  return (end === -1 ? rest : rest.slice(0, end)).join(" ").replace(/\s+/g, " ").trim();
}

// The time of an attempt, a field of the returned message and a program's data are no reasons.
const noReason =
  /^action:|^on [\p{L}\d].{0,60}\d:\d|^(?:subject|sent|to|cc|from|date)\s*:|^\(?and other recipients|[{}]|","/iu;

function isReason(words: string): boolean {
  return /\p{L}{2}/u.test(words) && !noReason.test(words);
}

function withoutMarks(words: string): string {
  const plain = words.replace(/^[\s>)\]"':;,.|–—-]{1,40}/, "").trim();
  return /^(?:\([^()]{1,300}\)|\[[^[\]]{1,300}\])$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

/** Describes a refusal in one sentence: "ann@example.com refused the message: 550 5.1.1 No such user". */
export function refusalOf(
  recipient: string,
  { status, diagnostic }: { status: string | null; diagnostic: string | null },
): string {
  // A report prefixes its words with their type (RFC 3464, 2.3.6), and the words may contain the status code.
  const reply = diagnostic?.replace(/^\s*(?:smtp|x-[\w.-]{1,40})\s*;\s*/i, "").trim() ?? "";
  const isSaid =
    status !== null && new RegExp(`(?:^|[^\\d.])${status.replaceAll(".", "\\.")}(?![\\d.]*\\d)`).test(reply);
  const words = [isSaid ? null : status, reply].filter((part) => part).join(" ");
  return words === "" ? `${recipient} refused the message.` : `${recipient} refused the message: ${words}`;
}
