import type { CalendarEvent, Protection } from "@deskhand/contract/desk/enclosed";
import { beginsLikeCalendar, readCalendar } from "../containers/read-calendar.ts";
import { beginsLikeCms, readCms } from "../containers/read-cms.ts";
import { beginsLikeTnef, readTnef, type TnefMessage } from "../containers/read-tnef.ts";
import { decodeCharset } from "./decode-charset.ts";
import type { MimeNode } from "./mime-splitter.ts";
import { isHeaderLine, isKnownHeaderLine } from "./read-headers.ts";
import type { PartHead } from "./read-part-head.ts";

/** What a part turned out to hold. A body is a message by itself, whose parts take its place; a mail is one that is passed on. */
export type Contents =
  | { kind: "body"; bytes: Buffer; protection: Protection | null }
  | { kind: "mail" | "file"; bytes: Buffer }
  | { kind: "outlook"; message: TnefMessage }
  | { kind: "calendar"; events: CalendarEvent[] }
  | { kind: "encrypted"; by: Protection }
  | { kind: "signature"; by: Protection };

/** How much is read of all that a mail encloses, and how deep; nobody passes one on more often. */
export const openLimits = { bytes: 36 * 1024 * 1024, depth: 5 };

/** A calendar of more is somebody's year. */
const calendarBytes = 1_000_000;

const cmsTypes = ["application/pkcs7-mime", "application/x-pkcs7-mime"];
const pgpType = "application/pgp-encrypted";
const mailTypes = ["message/rfc822", "message/global"];
const calendarTypes = ["text/calendar", "application/ics", "text/x-vcalendar"];
const vagueTypes = ["application/octet-stream", "text/plain", "application/x-unknown", "application/binary"];
const signatureTypes: Readonly<Record<string, Protection>> = {
  "application/pkcs7-signature": "smime",
  "application/x-pkcs7-signature": "smime",
  "application/pgp-signature": "pgp",
};

/** Whether all of a part is kept to look into it, by what it says it is or by its first bytes, whatever it is called. */
export function mayHold(node: MimeNode, start: Buffer): boolean {
  const { contentType } = node.head;
  if ([...cmsTypes, ...calendarTypes, pgpType].includes(contentType) || isEnclosedMail(node)) return true;
  if (/^(?:image|audio|video)\//.test(contentType)) return false;
  return beginsLikeTnef(start) || beginsLikeCms(start) || beginsLikeCalendar(start);
}

/** What a part holds that is kept whole, unpacked up to `mostBytes`; null where it is a file like any other. */
export function openPart(node: MimeNode, bytes: Buffer, mostBytes: number): Contents | null {
  const { head } = node;
  const signature = signatureOf(node);
  if (signature !== null) return { kind: "signature", by: signature };
  if (isPgpEncrypted(head, bytes)) return { kind: "encrypted", by: "pgp" };
  if (isEnclosedMail(node)) return { kind: "mail", bytes };
  const message = readTnef(bytes, decodeCharset);
  if (message !== null) return { kind: "outlook", message };
  if (cmsTypes.includes(head.contentType) || beginsLikeCms(bytes)) return openCms(head, bytes, mostBytes);
  if (!calendarTypes.includes(head.contentType) && !beginsLikeCalendar(bytes)) return null;
  const events = readCalendar(decodeCharset(bytes.subarray(0, calendarBytes), head.charset));
  return events.length > 0 ? { kind: "calendar", events } : null;
}

/** A mail that is passed on; what a bounce or a receipt returns is not. */
function isEnclosedMail({ head, parent }: MimeNode): boolean {
  if (parent?.head.multipart === "report") return false;
  return (
    mailTypes.includes(head.contentType) ||
    (vagueTypes.includes(head.contentType) && /\.eml$/i.test(head.filename ?? ""))
  );
}

/** A signature apart from what it signs; one that somebody sends with a file of theirs is a file. */
function signatureOf({ head, parent }: MimeNode): Protection | null {
  const name = (head.filename ?? "").toLowerCase();
  const known = signatureTypes[head.contentType];
  const isUsual = name === "" || /^smime\.p7s$|^(?:openpgp_)?(?:digital_)?signature(?:\.asc|\.pgp|\.sig)?$/.test(name);
  if (known) return isUsual || parent?.head.multipart === "signed" ? known : null;
  if (!vagueTypes.includes(head.contentType)) return null;
  if (name === "smime.p7s") return "smime";
  return /^openpgp_signature(?:\.asc)?$/.test(name) ? "pgp" : null;
}

/** The part of an encrypted mail that says so, and nothing else (RFC 3156, section 4). */
function isPgpEncrypted({ contentType }: PartHead, bytes: Buffer): boolean {
  return contentType === pgpType && /^\s{0,9}Version\s?:/i.test(bytes.toString("latin1", 0, 40));
}

function openCms(head: PartHead, file: Buffer, mostBytes: number): Contents | null {
  const message = readCms(file, mostBytes);
  if (message === null) return null;
  if (message.kind === "encrypted") return { kind: "encrypted", by: "smime" };
  const protection = message.kind === "signed" ? "smime" : null;
  if (beginsWithHeader(message.content)) return { kind: "body", bytes: message.content, protection };
  const isMessage = head.filename === null || /^smime(?:\.p7[mz])?$/i.test(head.filename);
  if (!isMessage || !isText(message.content)) return { kind: "file", bytes: message.content };
  // Some programs sign words as they are.
  const bytes = Buffer.concat([Buffer.from("Content-Type: text/plain\r\n\r\n"), message.content]);
  return { kind: "body", bytes, protection };
}

function beginsWithHeader(bytes: Buffer): boolean {
  const lines = bytes.toString("latin1", 0, 4_096).trimStart().split(/\r?\n/, 20);
  const head = lines.slice(0, Math.max(1, lines.indexOf("")));
  return isHeaderLine(head[0] ?? "") && head.some(isKnownHeaderLine);
}

function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4_096);
  return start.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}
