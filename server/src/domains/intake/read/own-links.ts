import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { linkPages } from "@deskhand/contract/pages";
import type { AttachmentSink } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { type ParsedMail, UnparsableMail } from "../parse/parsed-mail.ts";
import { enclosedAsText } from "./enclosed-as-text.ts";
import { type Unpacking, unpack } from "./unpack.ts";

/** HTML entities for the characters in a link; letters and digits are written by number. */
const entities: Record<string, string> = {
  amp: "&",
  num: "#",
  sol: "/",
  colon: ":",
  period: ".",
  lowbar: "_",
  equals: "=",
  quest: "?",
  percnt: "%",
  ast: "*",
  midast: "*",
  commat: "@",
  shy: "",
  zwnj: "",
  zwj: "",
};
/** Invisible characters that mark where a long word may break. */
const fillers = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** A line break inside a long link, quoted or not: the next line is nothing but its rest. */
const brokenOff = /(?<=[^\n]{50})\n[>| \t]{0,20}(?=[\w#%*=&?/.:-]{1,300}[>)\].,;"']{0,3}[ \t]{0,20}(?:\n|$))/g;

/**
 * Makes a function that finds this installation's one-time links in a text or HTML (docs/product.md#links-in-mails): written plainly, in
 * HTML's or quoted-printable's encoding, broken into lines, or inside a mail scanner's link. Takes time linear in the text's length.
 */
export function ownLinkFinder(publicUrl: string): (text: string) => boolean {
  const { host, hostname, pathname } = new URL(publicUrl);
  const link = linkTo(`${host}${pathname.replace(/\/$/, "")}`);
  // Checks for part of the host first: scanners may encode its hyphens, or everything else as base64.
  const longest = hostname.split("-").reduce((long, piece) => (piece.length > long.length ? piece : long), "");
  const sign = new RegExp(`${escaped(longest)}|aHR0c`, "i");
  const holds = (text: string) => spellings(text).some((spelling) => link.test(spelling));
  return (text) => {
    const plain = withoutEntities(text);
    return sign.test(plain) && (holds(plain) || holds(fromBase64(plain)));
  };
}

/** A page and its token in a file's name, where programs replace characters that names may not have. */
const inName = new RegExp(`(?:${linkPages.join("|")})[^a-z\\d]{0,3}(?:[#*_]|%23)[\\w-]{43}(?![\\w-])`, "i");

/** Whether a file's name is one of our one-time links, as programs name a saved page or link. */
function isOwnLinkName(name: string): boolean {
  return inName.test(name);
}

/** A token is 32 bytes as base64url; an address check's is 46 letters and digits (RFC 4648, section 6). */
function linkTo(address: string): RegExp {
  const query = "(?:\\?[^\\s\"'<>#]{0,500})?";
  // One scanner writes a star for the number sign.
  const once = `(?:${linkPages.join("|")})/?${query}[#*][\\w-]{43}(?![\\w-])`;
  const check = "dashboard/admin/?\\?(?:[^\\s\"'<>#]{0,500}&)?confirm=[a-z2-7]{46}(?![\\w-])";
  return new RegExp(`(?<![\\w.-])${escaped(address)}/(?:${once}|${check})`, "i");
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

function spellings(text: string): string[] {
  // "__;" ends the address in a link of urldefense.com.
  const clean = fromUrlDefense(text.replace(fillers, "").replaceAll("__;", " ;"));
  const variants = [
    clean,
    clean.replace(brokenOff, ""),
    clean.replace(/<[^<>]{0,2000}>/g, ""),
    fromQuotedPrintable(clean),
  ];
  return variants.flatMap((one) => {
    const opened = [one];
    // Each scanner in a row encodes the previous one's link as a parameter.
    for (let last = one, times = 0; times < 3; times += 1) {
      const next = last.replace(/%([0-7][\da-f])/gi, (_, hex: string) => characterOf(hex));
      if (next === last) break;
      opened.push(withoutEntities(next));
      last = next;
    }
    return opened;
  });
}

function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code < 0x1_00_00 ? String.fromCharCode(code) : all;
  });
}

function fromQuotedPrintable(text: string): string {
  return text.replace(/=\r?\n/g, "").replace(/=([0-7][\da-f])/gi, (_, hex: string) => characterOf(hex));
}

/** Decodes version 2 of Proofpoint's links, which has "_" for "/" and "-" for "%". */
function fromUrlDefense(text: string): string {
  return text.replace(/\bu=https?-3A__[^&\s"'<>]{1,3000}/gi, (address) =>
    address.replaceAll("_", "/").replace(/-([0-7][\da-f])/gi, (_, hex: string) => characterOf(hex)),
  );
}

/** Decodes addresses that are written as base64. */
function fromBase64(text: string): string {
  const found = text.match(/aHR0c[\w+/-]{40,3000}/g) ?? [];
  return found.map((address) => Buffer.from(address, "base64").toString("latin1")).join("\n");
}

function characterOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

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
    if (containsLink(piece) || containsLink(joinBroken(piece))) return true;
  }
  return false;
}

/** Joins folded lines of calendars and contacts (RFC 5545, section 3.1) and the pieces of a word in a PDF. */
function joinBroken(text: string): string {
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
