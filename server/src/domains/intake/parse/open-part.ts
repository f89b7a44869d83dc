import type { CalendarEvent, Protection } from "@deskhand/contract/desk/enclosed";
import { beginsLikeCalendar, readCalendar } from "../containers/read-calendar.ts";
import { beginsLikeCms, readCms } from "../containers/read-cms.ts";
import { beginsLikeTnef, readTnef, type TnefMessage } from "../containers/read-tnef.ts";
import { decodeCharset } from "./decode-charset.ts";
import type { MimeNode } from "./mime-splitter.ts";
import { isHeaderLine, isKnownHeaderLine } from "./read-headers.ts";
import type { PartHead } from "./read-part-head.ts";

/** The content of a container. A `body` replaces the part by the message's own parts; a `mail` is an enclosed one. */
export type Contents =
  | { kind: "body"; bytes: Buffer; protection: Protection | null }
  | { kind: "mail" | "file"; bytes: Buffer }
  | { kind: "outlook"; message: TnefMessage }
  | { kind: "calendar"; events: CalendarEvent[] }
  | { kind: "encrypted"; by: Protection }
  | { kind: "signature"; by: Protection };

/** Limits the bytes read from enclosed content, and its depth; real mail does not reach them. */
export const openLimits = { bytes: 36 * 1024 * 1024, depth: 5 };

/** Calendars beyond this cover years, and are no invitations. */
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

/** Whether a part may be a container, by its type or first bytes, so that all of it must be kept. */
export function mayHold(node: MimeNode, start: Buffer): boolean {
  const { contentType } = node.head;
  if ([...cmsTypes, ...calendarTypes, pgpType].includes(contentType) || isEnclosedMail(node)) return true;
  if (/^(?:image|audio|video)\//.test(contentType)) return false;
  return beginsLikeTnef(start) || beginsLikeCms(start) || beginsLikeCalendar(start);
}

/** Opens a complete part, and unpacks up to `mostBytes`; null if it is an ordinary file. */
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

/** Whether a part is a forwarded mail and not one that a bounce or a receipt returns. */
function isEnclosedMail({ head, parent }: MimeNode): boolean {
  if (parent?.head.multipart === "report") return false;
  return (
    mailTypes.includes(head.contentType) ||
    (vagueTypes.includes(head.contentType) && /\.eml$/i.test(head.filename ?? ""))
  );
}

/** Recognizes a detached signature; one that belongs to another file stays a file. */
function signatureOf({ head, parent }: MimeNode): Protection | null {
  const name = (head.filename ?? "").toLowerCase();
  const known = signatureTypes[head.contentType];
  const isUsual = name === "" || /^smime\.p7s$|^(?:openpgp_)?(?:digital_)?signature(?:\.asc|\.pgp|\.sig)?$/.test(name);
  if (known) return isUsual || parent?.head.multipart === "signed" ? known : null;
  if (!vagueTypes.includes(head.contentType)) return null;
  if (name === "smime.p7s") return "smime";
  return /^openpgp_signature(?:\.asc)?$/.test(name) ? "pgp" : null;
}

/** Whether this is the version part of an encrypted mail (RFC 3156, section 4). */
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
  // Some programs sign plain text without a header.
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
