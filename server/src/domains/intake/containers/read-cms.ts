import { constants, inflateSync } from "node:zlib";
import { type BerElement, BerReader } from "./ber-reader.ts";

/** A message of S/MIME (RFC 5652): what was signed, or only packed; or that it is encrypted. */
export type CmsMessage = { kind: "signed" | "packed"; content: Buffer } | { kind: "encrypted" };

const sequence = 0x30;
const identifier = 0x06;
const outer = 0xa0;

/** The kinds of content by their identifiers, in hexadecimal (RFC 5652, RFC 5083, RFC 3274). */
const kinds = {
  signed: "2a864886f70d010702",
  enveloped: "2a864886f70d010703",
  encrypted: "2a864886f70d010706",
  authEnveloped: "2a864886f70d0109100117",
  compressed: "2a864886f70d0109100109",
};
const encryptedKinds = [kinds.enveloped, kinds.encrypted, kinds.authEnveloped];

/** Whether bytes begin as a message of S/MIME does. */
export function beginsLikeCms(start: Buffer): boolean {
  const bytes = fromText(start.subarray(0, 512));
  const reader = new BerReader(bytes);
  return Object.values(kinds).includes(contentKind(reader, bytes)?.kind ?? "");
}

/**
 * Opens a message of S/MIME, in either way to write lengths, as bytes or as base64; null where it is none, or holds nothing, as a
 * signature apart from what it signs. No signature is verified. What is packed is unpacked up to `mostBytes`.
 */
export function readCms(file: Buffer, mostBytes: number): CmsMessage | null {
  const bytes = fromText(file);
  const reader = new BerReader(bytes);
  const found = contentKind(reader, bytes);
  if (found === null) return null;
  if (encryptedKinds.includes(found.kind)) return { kind: "encrypted" };
  const content = found.content && contentOf(reader, found.content);
  if (content === null || content.length === 0) return null;
  if (found.kind === kinds.signed) return { kind: "signed", content };
  const unpacked = found.kind === kinds.compressed ? unpack(content, mostBytes) : null;
  return unpacked && { kind: "packed", content: unpacked };
}

function contentKind(reader: BerReader, bytes: Buffer): { kind: string; content: BerElement | null } | null {
  const root = reader.at(0);
  if (root?.tag !== sequence) return null;
  const parts = reader.within(root);
  const kind = parts.next().value;
  if (kind?.tag !== identifier) return null;
  const explicit = parts.next().value ?? null;
  const content = explicit?.tag === outer ? (reader.within(explicit).next().value ?? null) : null;
  return { kind: bytes.toString("hex", kind.start, kind.end ?? kind.start), content };
}

/** What a SignedData or CompressedData holds: the first sequence in it that begins with an identifier and has content behind that. */
function contentOf(reader: BerReader, message: BerElement): Buffer | null {
  for (const element of reader.within(message)) {
    if (element.tag !== sequence) continue;
    const [kind, explicit] = reader.within(element);
    if (kind?.tag !== identifier) continue;
    // The algorithm by which something is packed stands before what is packed, and holds no such content.
    if (explicit?.tag !== outer) continue;
    const string = reader.within(explicit).next().value;
    return string ? reader.string(string) : null;
  }
  return null;
}

function unpack(content: Buffer, mostBytes: number): Buffer | null {
  try {
    return inflateSync(content, { maxOutputLength: Math.max(1, mostBytes), finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    // Broken, or more than is unpacked: it stays the file that it is.
    return null;
  }
}

/** Some programs leave out what says that it is base64, or write it as a file of keys. */
function fromText(file: Buffer): Buffer {
  const start = file.toString("latin1", 0, 80);
  if (!/^\s{0,8}(?:-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----|MI[A-Za-z\d+/]{20})/.test(start)) return file;
  const lines = file.toString("latin1").replace(/-----[A-Z\d #]{1,40}-----/g, "");
  return Buffer.from(lines.replace(/[^A-Za-z\d+/=]/g, ""), "base64");
}
