import { isForwardSubject } from "@deskhand/contract/desk/subjects";
import { isForwardMarker, isOriginalMarker, readHeaderLine } from "@deskhand/email/quote-markers";
import { domainOf } from "../authenticate/domains.ts";
import { findAddress } from "../parse/find-address.ts";
import { firstHeader, type MailAddress, type ParsedMail } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import { findHeaderBlock } from "../text/find-header-block.ts";
import { listAddresses } from "./list-addresses.ts";
import { localOf, namedAs } from "./named-as.ts";
import { readReportField } from "./read-report-field.ts";

/** Everybody who may have written a message, as far as the message alone says. Plain data. */
export type AuthorCandidates = {
  from: MailAddress | null;
  /** Reply-To without the list that the message came by, which wrote nothing. */
  replyTo: MailAddress[];
  /** The mailing list that it came by, where it is named. */
  lists: string[];
  /** Whom a mailing group took the message from (X-Original-From, X-Original-Sender). */
  originalSender: MailAddress | null;
  /** Who wrote the message that this one forwards, and those that are forwarded within it, from the outside in. */
  forwarded: MailAddress[];
  /** The visitor that a contact form's mail names. */
  visitor: MailAddress | null;
};

/** Who wrote a message, and by which rule; null where only the store itself is named. */
export type Author = {
  address: MailAddress;
  via: "reply_to" | "original_sender" | "forward" | "contact_form" | "from";
};

/** Collects who may have written a message, without knowing whose desk it is for. */
export function findAuthorCandidates(mail: ParsedMail<unknown>): AuthorCandidates {
  const original =
    readAddresses(mail.headers["x-original-from"])[0] ?? readAddresses(mail.headers["x-original-sender"])[0];
  const lists = listAddresses(mail);
  return {
    from: mail.from ?? mail.sender ?? readAddresses([firstHeader(mail.headers, "return-path") ?? ""])[0] ?? null,
    replyTo: mail.replyTo.filter(({ email }) => !lists.includes(email.toLowerCase())),
    lists,
    originalSender: original ?? null,
    forwarded: readForwards(mail),
    visitor: readContactForm(mail),
  };
}

// A shop platform's or a site's contact form, by the address that it writes as.
const formSender = namedAs("noReply", "mailer", "notices", "form", "site", "system");

/**
 * Chooses who wrote a message; `isOwn` knows the store's own addresses, which are never the customer. Reply-To counts
 * before From; a group's original sender, a forward and a contact form count when the store (or a form) is the sender.
 */
export function chooseAuthor(candidates: AuthorCandidates, isOwn: (email: string) => boolean): Author | null {
  const { from, originalSender, visitor } = candidates;
  const isForeign = (address: MailAddress | null): address is MailAddress => address !== null && !isOwn(address.email);
  const replyTo = candidates.replyTo.find(isForeign);
  if (replyTo && !isSame(replyTo, from)) return { address: named(replyTo, candidates), via: "reply_to" };
  if (from !== null && isOwn(from.email)) {
    if (isForeign(originalSender)) return { address: named(originalSender, candidates), via: "original_sender" };
    const forwarded = candidates.forwarded.find(isForeign);
    if (forwarded) return { address: forwarded, via: "forward" };
    return isForeign(visitor) ? { address: visitor, via: "contact_form" } : null;
  }
  if (from !== null && formSender.test(localOf(from.email)) && isForeign(visitor) && !isColleague(visitor, from))
    return { address: visitor, via: "contact_form" };
  if (from !== null) return { address: from, via: "from" };
  return isForeign(originalSender) ? { address: originalSender, via: "original_sender" } : null;
}

// A bare Reply-To borrows the name from the sender it stands for; groups write that as "'Ann' via Support".
function named(address: MailAddress, { from, visitor, originalSender }: AuthorCandidates): MailAddress {
  if (address.name) return address;
  const same = [visitor, originalSender, from].find((other) => isSame(address, other) && other?.name);
  const via = /^['"]?(.{1,150}?)['"]?\s+(?:via|über|par|por|tramite)\s+\S/i.exec(from?.name ?? "")?.[1];
  return { ...address, name: same?.name ?? via ?? "" };
}

// A firm's letter from contact@ has an address of the firm below it, too.
function isColleague(one: MailAddress, other: MailAddress): boolean {
  return domainOf(one.email) === domainOf(other.email);
}

function isSame(one: MailAddress, other: MailAddress | null): boolean {
  return one.email.toLowerCase() === other?.email.toLowerCase();
}

const emailLabel =
  /^(?:(?:your |customer |contact )?e-?mail(?: address| adresse|-adresse)?|adresse e-?mail|correo(?: electrónico)?|courriel|indirizzo e-?mail|メールアドレス|邮箱)$/i;
const nameLabel =
  /^(?:(?:your |full |customer |contact |first )?name|nom(?: complet)?|nombre|nome|naam|namn|navn|nimi|imię|имя|お名前|名前|姓名)$/i;

/** The visitor named by the "Name:" and "Email:" lines of a contact form's mail, or null. */
function readContactForm(mail: ParsedMail<unknown>): MailAddress | null {
  const fields = readFields(mail.text.slice(0, 20_000));
  const email = fields.find(({ label }) => emailLabel.test(label))?.value ?? "";
  const address = findAddress(email);
  if (!address) return null;
  const name = fields.find(({ label }) => nameLabel.test(label))?.value ?? "";
  return { name: name.replace(/\s+/g, " ").slice(0, 200), email: address.email };
}

// Shopify puts the value on the line below its label, others behind it.
function readFields(text: string): { label: string; value: string }[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const match = /^\**([\p{L}][\p{L} -]{1,30}?)\**\s*[:：]\**\s*(.*)$/u.exec(line.slice(0, 500));
    if (!match) return [];
    const next = lines.slice(index + 1, index + 3).find((below) => below !== "") ?? "";
    return [{ label: match[1] ?? "", value: match[2] || next.slice(0, 300) }];
  });
}

const mostForwards = 10;

/** Who wrote the messages that this one forwards: from their header blocks in the text, and from the enclosed message. */
function readForwards(mail: ParsedMail<unknown>): MailAddress[] {
  // What is quoted within a forward has its marks behind ">".
  const lines = mail.text
    .slice(0, 50_000)
    .split("\n")
    .map((line) => ({ text: line.replace(/^(?:[ \t]?>)+[ \t]?/, ""), isQuoted: false, mark: null }));
  const isForward = isForwardSubject(mail.subject);
  const isMarked = (line: string) => isForwardMarker(line) || (isForward && isOriginalMarker(line));
  const inText: (MailAddress | null)[] = [];
  for (let at = 0; at < lines.length && inText.length < mostForwards; at += 1) {
    if (isMarked(lines[at]?.text ?? "")) inText.push(readBlock(lines, at + 1));
    // Outlook marks a forward by its subject only.
    const length = isForward ? findHeaderBlock(lines, at) : 0;
    if (length === 0) continue;
    inText.push(readBlock(lines, at));
    at += length - 1;
  }
  return [...inText, readEnclosed(mail)].filter((address) => address !== null);
}

function readBlock(lines: readonly { text: string }[], start: number): MailAddress | null {
  for (let index = start; index < Math.min(start + 12, lines.length); index++) {
    const header = readHeaderLine(lines[index]?.text ?? "");
    if (header?.kind !== "from") continue;
    // An address may stand on the next line, when the program wrapped it.
    return parseShown(header.value) ?? parseShown(`${header.value} ${lines[index + 1]?.text ?? ""}`);
  }
  return null;
}

function parseShown(value: string): MailAddress | null {
  const found = findAddress(value.slice(0, 1_000));
  if (!found) return null;
  const name = value
    .slice(0, found.index)
    .replace(/mailto:/gi, "")
    .replace(/[<([*]+\s*$/g, "");
  return readAddresses([`${JSON.stringify(name.replace(/["\\]/g, "").trim())} <${found.written}>`])[0] ?? null;
}

function readEnclosed(mail: ParsedMail<unknown>): MailAddress | null {
  const enclosed = mail.reports.find((report) => report.contentType === "message/rfc822");
  const from = enclosed && readReportField(enclosed.text, "from");
  return from ? (readAddresses([from])[0] ?? null) : null;
}
