import type { ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses, readEmail } from "../parse/read-addresses.ts";
import { localOf, namedAs } from "./named-addresses.ts";

const shownAddress =
  /(?:"[^"\n]{1,64}"|[^\s<>()[\]"',;:@|\u3000-\u303F\uFF00-\uFF20]{1,64})@(?:[\p{L}\p{N}_-]{1,63}\.){1,10}[\p{L}\p{N}-]{1,63}/u;
const systemLocal = namedAs("postmaster", "daemon", "abuse");
const isMailSystem = (email: string) => systemLocal.test(localOf(email));

/**
 * Finds the address that a bounce reports as failed, or null. Looks, in this order, at the report's Original-Recipient,
 * X-Failed-Recipients, Final-Recipient (RFC 3464), the notice's words, and the returned message's recipients. Addresses of senders and
 * of mail systems, and Message-IDs, count only if the report itself names them.
 */
export function findFailedRecipient(mail: ParsedMail<unknown>, group: string): string | null {
  const failed = mail.headers["x-failed-recipients"]?.flatMap((value) => value.slice(0, 10_000).split(",")) ?? [];
  const reported = [
    readReportField(group, "original-recipient"),
    ...failed,
    readReportField(group, "final-recipient"),
    readReportField(group, "x-actual-recipient"),
    readReportField(group, "original-rcpt-to"),
    readReportField(group, "removal-recipient"),
  ].flatMap((value) => readReported(value) ?? []);
  const others = othersOf(mail);
  const mayBeRecipient = (email: string) => !others.has(email.toLowerCase()) && !isMailSystem(email);
  return reported.find(mayBeRecipient) ?? reported[0] ?? findInNotice(mail, mayBeRecipient);
}

// The sender and recipient of the bounce, and the sender of the message that it returns.
function othersOf(mail: ParsedMail<unknown>): Set<string> {
  const { headers } = mail;
  const own = ["to", "cc", "from", "sender", "reply-to", "return-path"];
  const addresses = own.flatMap((name) => readAddresses(headers[name]));
  const enclosed = returnedHeads(mail).flatMap((head) =>
    ["from", "sender", "reply-to", "return-path", "errors-to"].flatMap((name) =>
      readAddresses([readReportField(head, name) ?? ""]),
    ),
  );
  const returned = returnedHeads(mail).map((head) => readReportField(head, "message-id"));
  const ids = [mail.messageId, ...mail.inReplyTo, ...mail.references, ...returned];
  const names = ids.map((id) => id?.replace(/[<>]/g, "").toLowerCase() ?? "");
  return new Set([...[...addresses, ...enclosed].map(({ email }) => email.toLowerCase()), ...names]);
}

function returnedHeads(mail: ParsedMail<unknown>): string[] {
  const heads = mail.reports
    .filter(({ contentType }) => /rfc822|^message\/global(?:-headers)?$/.test(contentType))
    .map(({ text }) => text.trimStart().split(/\n[ \t]*\n/, 1)[0] ?? "");
  return [...heads, returnedHead(mail.text)];
}

// The line where the notice ends and the copy of the message begins.
const returnedStart =
  /^[\s>*=_-]{0,80}(?:original message (?:follows|headers?)|(?:below this line|this) is a copy of|(?:original|returned|undelivered|unsent) (?:mail|message)\b|unsent message below|the (?:header|text|body) of the original|the first \d{1,4} lines of|message (?:headers?|text|body) follows|headers of the original|copy of (?:the |your )?message|reporting-mta:|received:|return-path:|message-id:|mime-version:|dkim-signature:)/i;

/** Splits a bounce's text into the notice and the copy of the returned message. */
export function splitNotice(text: string): { notice: string[]; returned: string[] } {
  const lines = text.slice(0, 50_000).split("\n");
  const start = lines.findIndex((line, index) => index > 0 && returnedStart.test(line.slice(0, 200)));
  return start === -1
    ? { notice: lines, returned: [] }
    : { notice: lines.slice(0, start), returned: lines.slice(start) };
}

function returnedHead(text: string): string {
  const lines = splitNotice(text).returned.map((line) => line.replace(/^[> \t]{1,40}(?=[\w-]{1,60}:|$)/, ""));
  const start = lines.findIndex((line) => /^[\w-]{1,60}:/.test(line));
  const head = start === -1 ? [] : lines.slice(start);
  const end = head.indexOf("");
  return (end === -1 ? head : head.slice(0, end)).join("\n");
}

// Fields in the notice or the copy that name people other than the recipients.
const othersField =
  /^[\s>*"]{0,40}(?:from|sender|reply-to|return-path|message-id|in-reply-to|references|received|subject|date|x-(?!failed|actual|original-to|rcpt)[\w-]{1,60}|content-[\w-]{1,40}|list-[\w-]{1,40}|mail from|envelope-from|dkim-signature|id)\s*(?::|=)/i;
const recipientsField = /^[\s>*"]{0,40}(?:to|cc|x-(?:failed|actual|original-to|rcpt)[\w-]{0,40})\s*:/i;
const atStart = /^[\s>*"'\d.)•-]{0,20}<?$|[:;]smtp[:=]$/i;
const afterWord =
  /(?:\bto|\bfor|\brecipients?|\busers?|\b(?:user|mail|login)[ -]?id|\baddress(?:es)?|\bmailbox|\baccount|\binbox|\brcpt|\bbox|an|à|para|宛先?|收件人|кому|адрес\p{L}*)\W{0,12}$/iu;

// After these, what looks like an address is a Message-ID.
const afterId =
  /(?:(?:message|msg|mts|queue|content)[\s_-]{0,2}id|\bid|\breference)\W{0,6}$|\b(?:message|mail)\s{0,4}<$/i;

/** An address in a notice. Rank 0 stands at a line's start, 1 after a word such as "to" or at a line's end, 2 anywhere, 3 in a header. */
type NoticeAddress = { email: string; rank: number };

function readNoticeAddresses(notice: string[]): NoticeAddress[] {
  return notice.flatMap((raw) => {
    const line = raw.slice(0, 1_000);
    if (othersField.test(line)) return [];
    return [...line.matchAll(new RegExp(shownAddress, "gu"))].flatMap((found) => {
      const email = decodeRecipient(found[0]);
      const before = line.slice(0, found.index);
      if (!email || afterId.test(before)) return [];
      const isNamed = afterWord.test(before) || /:\s{0,4}<?$/.test(before);
      const isLast = /^>?\s*$/.test(line.slice(found.index + found[0].length));
      const rank = recipientsField.test(line) ? 3 : atStart.test(before) ? 0 : isNamed || isLast ? 1 : 2;
      return [{ email, rank }];
    });
  });
}

// Prefers the best rank. An address of a sender or a mail system counts only if no other is found and it begins a line.
function findInNotice(mail: ParsedMail<unknown>, mayBeRecipient: (email: string) => boolean): string | null {
  const json = /\\?"(?:emailAddress|recipients)\\?"\s*:\s*\[?\s*\\?"([^"\\\s]{3,254})/.exec(mail.text.slice(0, 20_000));
  const named = json?.[1] ? decodeRecipient(json[1]) : null;
  if (named) return named;
  const addresses = readNoticeAddresses(splitNotice(mail.text).notice);
  const foreign = addresses
    .filter(({ email }) => mayBeRecipient(email))
    .toSorted((one, other) => one.rank - other.rank);
  const first = foreign[0];
  if (first && first.rank < 2) return first.email;
  const written = findWrittenTo(mail, mayBeRecipient) ?? first?.email ?? findInReturnPath(mail);
  const alone = addresses.filter(({ rank }) => rank === 0).map(({ email }) => email);
  return written ?? alone.find((email) => !isMailSystem(email)) ?? alone[0] ?? null;
}

function findWrittenTo(mail: ParsedMail<unknown>, mayBeRecipient: (email: string) => boolean): string | undefined {
  const names = ["x-failed-recipients", "x-hmxmroriginalrecipient", "x-rcpt-to", "to", "x-original-to"];
  const written = returnedHeads(mail).flatMap((head) =>
    names.flatMap((name) => readAddresses([readReportField(head, name) ?? ""])),
  );
  return written.map(({ email }) => email).find(mayBeRecipient);
}

// A variable return path contains its recipient: "list+ann=example.com@lists.example".
function findInReturnPath(mail: ParsedMail<unknown>): string | undefined {
  for (const { email } of readAddresses(mail.headers.to)) {
    const found = /^[^@]{0,100}?[+-]([^@=+]{1,64})=([^@=]{1,190}\.[^@=]{2,63})@/.exec(email);
    if (found) return readEmail(`${found[1]}@${found[2]}`) ?? undefined;
  }
  return undefined;
}

// Reads a field such as "rfc822; ann@example.com" (RFC 3464) or "utf-8; \x{E4}nn@example.com" (RFC 6533).
function readReported(value: string | null): string | null {
  const [, type = "", rest = ""] = /^["\s]*(?:([\w.-]{1,20})\s*;)?\s*(.*)$/s.exec(value ?? "") ?? [];
  if (/^x-?400$/i.test(type)) return null;
  const plain = rest.replace(/\\x\{([\da-f]{1,6})\}/gi, (_, code: string) => fromCode(code));
  const found = shownAddress.exec(plain.slice(0, 1_000))?.[0] ?? /[^\s<>()"',;:@]{1,64}@[\w-]{1,63}/.exec(plain)?.[0];
  return found ? decodeRecipient(found) : null;
}

function fromCode(code: string): string {
  const point = Number.parseInt(code, 16);
  return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : "";
}

/** Restores an address that was rewritten on its way (xtext, BATV, SRS, Exchange). */
function decodeRecipient(address: string): string | null {
  const email = readEmail(
    address
      .replace(/\.$/, "")
      .replace(/^(?:smtp|mailto|(?:final|original|failed)?-?recipient|rcpt|to|addr(?:ess)?|user|mailbox)[:=]/i, ""),
  );
  if (!email || email.startsWith('"')) return email;
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const local = email.slice(0, at).replace(/\+(2B|3D)(?![\dA-F])/g, (_, code: string) => fromCode(code));
  const srs = /^srs[01][=+-](?:.{1,200}?=)?[^=]{1,20}=[^=]{1,4}=([^=]{1,190})=(.{1,64})$/i.exec(local);
  if (srs) return readEmail(`${srs[2]}@${srs[1]}`);
  const signed = /^(?:prvs=[\da-z]{4,12}=|btv1==[\da-z]{1,20}==|msprvs1=[\w-]{1,40}=)(.{1,64})$/i.exec(local);
  if (signed) return readEmail(`${signed[1]}@${domain}`);
  const exchange = /^imceasmtp-(.{3,200})$/i.exec(local)?.[1];
  if (exchange) return readEmail(exchange.replace(/\+([\dA-F]{2})/g, (_, code: string) => fromCode(code)));
  return `${local}@${domain}`;
}

/** Reads a field of a report or a returned header and unfolds it; the field may be quoted. Null if missing. */
export function readReportField(text: string, name: string): string | null {
  const match = new RegExp(`^[>\\t ]{0,8}${name}:[ \\t]*([^\\n]*(?:\\n[ \\t]+\\S[^\\n]*){0,20})`, "im").exec(text);
  return match?.[1]?.replace(/\s+/g, " ").trim() || null;
}
