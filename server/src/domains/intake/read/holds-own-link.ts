import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { AttachmentSink } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { type ParsedMail, UnparsableMail } from "../parse/parsed-mail.ts";
import { enclosedAsText } from "./enclosed-as-text.ts";
import { isOwnLinkName } from "./own-links.ts";
import { type Unpacking, unpack } from "./unpack.ts";

type ContainsLink = (text: string) => boolean;
/** A file, or a file inside another. */
type Part = { name: string; contentType: string; bytes: Buffer };

/** Limits how deep mails in mails and archives in archives are opened; real mail does not reach it. */
const maxDepth = 5;
/** Limits what is unpacked to far more than a program needs to pack one of our mails. */
const mostUnpacked: Unpacking = { bytes: 32 * 1024 * 1024, parts: 2_000 };
/** A file is searched in pieces, which overlap by more than the length of a link. */
const pieceLength = 1024 * 1024;
const overlap = 8_192;

/**
 * Whether a mail contains a link that `containsLink` accepts: in its text, in a file or a file's name, or in what is packed or enclosed in
 * a file. If the files were not stored, only the mail's own text is searched.
 */
export async function holdsOwnLink(parsed: ParsedMail<string | null>, containsLink: ContainsLink): Promise<boolean> {
  if (isInTexts(parsed, containsLink)) return true;
  const left = { ...mostUnpacked };
  for (const { contentType, name, storedAs, isWithin } of parsed.attachments) {
    // Files inside an enclosed mail are found with that mail.
    if (storedAs === null || isWithin) continue;
    const part = { name: name ?? "", contentType, bytes: await readFile(storedAs) };
    if (await isInPart(part, containsLink, left, 1)) return true;
  }
  return false;
}

function isInTexts({ subject, text, html, enclosed }: ParsedMail<unknown>, containsLink: ContainsLink): boolean {
  return [subject, text, html ?? "", enclosed ? enclosedAsText(enclosed) : ""].some(containsLink);
}

async function isInPart(part: Part, containsLink: ContainsLink, left: Unpacking, depth: number): Promise<boolean> {
  if (isOwnLinkName(part.name) || containsLink(part.name)) return true;
  if (isMail(part)) return isInMail(part.bytes, containsLink, left, depth);
  if (isPixels(part.bytes)) return false;
  if (isInBytes(part.bytes, containsLink)) return true;
  if (depth >= maxDepth) return false;
  for await (const { name, bytes } of unpack(part.bytes, left)) {
    if (await isInPart({ name, contentType: "", bytes }, containsLink, left, depth + 1)) return true;
  }
  return false;
}

function isMail({ contentType, name }: Part): boolean {
  return contentType === "message/rfc822" || contentType === "message/global" || /\.eml$/i.test(name);
}

/** JPEG, PNG, GIF, WebP, and MPEG-4 videos and pictures: large, and without clickable links. */
const pixels = /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp)/;

function isPixels(bytes: Buffer): boolean {
  return pixels.test(bytes.toString("latin1", 0, 12));
}

/** Searches a file as text, also without zero bytes (as in UTF-16) and with broken lines and words joined. */
function isInBytes(bytes: Buffer, containsLink: ContainsLink): boolean {
  for (let at = 0; at < bytes.length; at += pieceLength) {
    const piece = bytes.toString("latin1", Math.max(0, at - overlap), at + pieceLength).replaceAll("\0", "");
    if (containsLink(piece) || containsLink(joined(piece))) return true;
  }
  return false;
}

/** Joins folded lines of calendars and contacts (RFC 5545, section 3.1) and the pieces of a word in a PDF. */
function joined(text: string): string {
  return text.replace(/\r?\n[ \t]/g, "").replace(/\)[\s\d.-]{0,12}\(/g, "");
}

async function isInMail(bytes: Buffer, containsLink: ContainsLink, left: Unpacking, depth: number): Promise<boolean> {
  const parsed = await readEnclosed(bytes);
  if (parsed === null) return false;
  if (isInTexts(parsed, containsLink)) return true;
  if (depth >= maxDepth) return false;
  for (const { name, contentType, storedAs } of parsed.attachments) {
    if (await isInPart({ name, contentType, bytes: storedAs }, containsLink, left, depth + 1)) return true;
  }
  return false;
}

/** Reads a mail inside another, with its files; null if it is unreadable. Files packed in it are opened later, like any file. */
async function readEnclosed(bytes: Buffer): Promise<ParsedMail<Buffer> | null> {
  const onAttachment: AttachmentSink<Buffer> = async (_, part) => {
    const pieces: Buffer[] = [];
    for await (const piece of part) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  try {
    return await parseMail(Readable.from([bytes]), { onAttachment, openDepth: 0, isUnlimited: true });
  } catch (error) {
    // A mail that cannot be read shows no link.
    if (error instanceof UnparsableMail) return null;
    throw error;
  }
}
