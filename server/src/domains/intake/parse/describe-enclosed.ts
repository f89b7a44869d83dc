import { namedAddress } from "@deskhand/contract/addresses/named-address";
import type { CalendarEvent, Enclosed, EnclosedMail, Protection } from "@deskhand/contract/desk/enclosed";
import type { TnefMessage } from "../containers/read-tnef.ts";
import { htmlToPlain } from "../text/html-to-lines.ts";
import { describeMessage, listParts } from "./describe-message.ts";
import { firstHeader } from "./parsed-mail.ts";
import { readAddresses } from "./read-addresses.ts";
import type { Part } from "./read-parts.ts";

/** What is shown of what a mail encloses: it comes with the thread, and its files have the rest. */
const most = { mails: 20, events: 10, text: 20_000, allText: 60_000, line: 500, addresses: 10 };

/** How a message is protected, and what is readable of what it encloses; null where nothing is to be said. */
export function describeEnclosed(root: Part<unknown>): Omit<Enclosed, "isInstead"> | null {
  const parts = listParts(root);
  const [mails, events]: [EnclosedMail[], CalendarEvent[]] = [[], []];
  collect(parts, 1, mails, events);
  const signed = find(parts, signatureOf);
  const encrypted = find(parts, encryptionOf);
  if (mails.length + events.length === 0 && signed === null && encrypted === null) return null;
  return { signed, encrypted, events: distinct(events).slice(0, most.events), mails: shortened(mails) };
}

function find(parts: Part<unknown>[], of: (part: Part<unknown>) => Protection | null): Protection | null {
  return parts.map(of).find((protection) => protection !== null) ?? null;
}

function signatureOf({ contents, armour }: Part<unknown>): Protection | null {
  if (contents?.kind === "signature") return contents.by;
  if (contents?.kind === "body") return contents.protection;
  return armour?.isSigned ? "pgp" : null;
}

function encryptionOf({ contents, armour, node, contentType, head }: Part<unknown>): Protection | null {
  if (contents?.kind === "encrypted") return contents.by;
  if (armour?.isEncrypted || node.head.multipart === "encrypted") return "pgp";
  const isBlock = contentType === "text/html" && head.bytes.includes("-----BEGIN PGP MESSAGE-----");
  return isBlock ? "pgp" : null;
}

function collect(parts: Part<unknown>[], depth: number, mails: EnclosedMail[], events: CalendarEvent[]): void {
  for (const { contents, inner } of parts) {
    if (mails.length >= most.mails) return;
    if (contents?.kind === "calendar") events.push(...contents.events);
    if (contents?.kind === "outlook") for (const one of contents.message.messages) addPacked(one, depth, mails);
    if (contents?.kind !== "mail" || inner === null) continue;
    mails.push(mailOf(inner, depth));
    collect(listParts(inner), depth + 1, mails, events);
  }
}

function mailOf(root: Part<unknown>, depth: number): EnclosedMail {
  const { from, headers, subject, text } = describeMessage(root);
  const to = readAddresses(headers.to)
    .slice(0, most.addresses)
    .map((one) => namedAddress(one))
    .join(", ");
  const sentAt = timeOf(firstHeader(headers, "date"));
  return { depth, from: from ? namedAddress(from) : "", to, sentAt, subject, text, isCut: false };
}

/** The messages that Outlook packed with another, and those in them; nothing of them is a file. */
function addPacked({ from, sentAt, subject, text, html, messages }: TnefMessage, depth: number, mails: EnclosedMail[]) {
  if (mails.length >= most.mails) return;
  const own = text?.trim() ? text.replace(/\r\n?/g, "\n") : htmlToPlain(html ?? "");
  const sent = sentAt?.toISOString() ?? null;
  mails.push({ depth, from: from ? namedAddress(from) : "", to: "", sentAt: sent, subject, text: own, isCut: false });
  for (const inner of messages) addPacked(inner, depth + 1, mails);
}

/** A date as a mail writes it (RFC 5322, section 3.3), comments left out; null where it is none. */
function timeOf(date: string | null): string | null {
  if (date === null) return null;
  const time = new Date(date.slice(0, 200).replace(/\([^()]{0,100}\)/g, ""));
  const year = time.getUTCFullYear();
  return year >= 1970 && year < 2200 ? time.toISOString() : null;
}

/** A calendar comes as an alternative and as a file, which say the same. */
function distinct(events: CalendarEvent[]): CalendarEvent[] {
  const seen = new Map(events.map((event) => [JSON.stringify(event), event]));
  return [...seen.values()];
}

function shortened(mails: EnclosedMail[]): EnclosedMail[] {
  let left = most.allText;
  return mails.slice(0, most.mails).map((mail) => {
    const text = mail.text.trim();
    const shown = text.slice(0, Math.min(most.text, left)).toWellFormed();
    left -= shown.length;
    const line = (value: string) => value.slice(0, most.line).toWellFormed();
    const heads = { from: line(mail.from), to: line(mail.to), subject: mail.subject.slice(0, 998) };
    return { ...mail, ...heads, text: shown, isCut: mail.isCut || shown.length < text.length };
  });
}
