import { constants, inflateSync } from "node:zlib";

/** A message of S/MIME (RFC 5652): what was signed, or only packed; or that it is encrypted. */
type CmsMessage = { kind: "signed" | "packed"; content: Buffer } | { kind: "encrypted" };

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

/** An element of ASN.1's basic encoding (X.690): its tag, and where its contents begin and end; that is not known where it says no length. */
type BerElement = { tag: number; isConstructed: boolean; start: number; end: number | null };

/** No message nests so deep, and none that a program wrote has so many elements in what is walked through here. */
const most = { depth: 32, steps: 400_000 };

/**
 * Walks through elements as they were written, lengths that are only known at their end included (X.690, section 8.1.3.6). What is cut off
 * ends where the bytes do; nothing throws.
 */
class BerReader {
  readonly #bytes: Buffer;
  #steps = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The element that begins at `at`; null where there is none. */
  at(at: number, limit = this.#bytes.length): BerElement | null {
    this.#steps += 1;
    const tag = this.#bytes[at];
    const first = this.#bytes[at + 1];
    // Tags of several bytes stand in nothing that is read here, and two zeros end an element without a length.
    if (this.#steps > most.steps || at + 2 > limit || tag === undefined || first === undefined) return null;
    if ((tag & 0x1f) === 0x1f || (tag === 0 && first === 0)) return null;
    const isConstructed = (tag & 0x20) !== 0;
    if (first === 0x80) return isConstructed ? { tag, isConstructed, start: at + 2, end: null } : null;
    const more = first & 0x80 ? first & 0x7f : 0;
    if (more > 6 || at + 2 + more > limit) return null;
    const length = more === 0 ? first : this.#bytes.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    return { tag, isConstructed, start, end: Math.min(limit, start + length) };
  }

  /** What an element consists of, in its order. */
  *within({ isConstructed, start, end }: BerElement, depth = 0): Generator<BerElement> {
    if (!isConstructed || depth > most.depth) return;
    const limit = end ?? this.#bytes.length;
    for (let at = start; at < limit; ) {
      const element = this.at(at, limit);
      if (element === null) return;
      yield element;
      const next = this.#behind(element, depth + 1);
      if (next === null) return;
      at = next;
    }
  }

  /** The bytes of a string, also where it was written in pieces; cut off where it is, or where pieces in pieces go too deep. */
  string(element: BerElement): Buffer {
    const pieces: Buffer[] = [];
    this.#collect(element, pieces, 0);
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  #collect(element: BerElement, pieces: Buffer[], depth: number): void {
    if (!element.isConstructed) {
      pieces.push(this.#bytes.subarray(element.start, element.end ?? this.#bytes.length));
      return;
    }
    for (const piece of this.within(element, depth)) this.#collect(piece, pieces, depth + 1);
  }

  #behind(element: BerElement, depth: number): number | null {
    if (element.end !== null) return element.end;
    if (depth > most.depth) return null;
    let at = element.start;
    for (let next = this.at(at); next !== null; next = this.at(at)) {
      const end = this.#behind(next, depth + 1);
      if (end === null) return null;
      at = end;
    }
    return this.#bytes[at] === 0 && this.#bytes[at + 1] === 0 ? at + 2 : null;
  }
}
