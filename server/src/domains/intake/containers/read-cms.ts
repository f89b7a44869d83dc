import { constants, inflateSync } from "node:zlib";

/** An S/MIME message (RFC 5652): its signed or compressed content, or that it is encrypted. */
type CmsMessage = { kind: "signed" | "packed"; content: Buffer } | { kind: "encrypted" };

const sequence = 0x30;
const identifier = 0x06;
const outer = 0xa0;

/** Content types by object identifier, in hexadecimal (RFC 5652, RFC 5083, RFC 3274). */
const kinds = {
  signed: "2a864886f70d010702",
  enveloped: "2a864886f70d010703",
  encrypted: "2a864886f70d010706",
  authEnveloped: "2a864886f70d0109100117",
  compressed: "2a864886f70d0109100109",
};
const encryptedKinds = [kinds.enveloped, kinds.encrypted, kinds.authEnveloped];

/** Whether bytes begin like an S/MIME message. */
export function beginsLikeCms(start: Buffer): boolean {
  const bytes = fromText(start.subarray(0, 512));
  const reader = new BerReader(bytes);
  return Object.values(kinds).includes(contentKind(reader, bytes)?.kind ?? "");
}

/**
 * Opens an S/MIME message, binary or base64, with definite or indefinite lengths; null if it is none or has no content, like a
 * detached signature. Verifies no signature. Decompresses up to `mostBytes`.
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

/** The content of a SignedData or CompressedData: the first sequence in it with an identifier and explicit content. */
function contentOf(reader: BerReader, message: BerElement): Buffer | null {
  for (const element of reader.within(message)) {
    if (element.tag !== sequence) continue;
    const [kind, explicit] = reader.within(element);
    if (kind?.tag !== identifier) continue;
    // The compression algorithm stands before the content and has no explicit content itself.
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
    // The content is broken or too large, so the message stays a file.
    return null;
  }
}

/** Decodes base64 that some programs do not declare, or write with PEM lines. */
function fromText(file: Buffer): Buffer {
  const start = file.toString("latin1", 0, 80);
  if (!/^\s{0,8}(?:-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----|MI[A-Za-z\d+/]{20})/.test(start)) return file;
  const lines = file.toString("latin1").replace(/-----[A-Z\d #]{1,40}-----/g, "");
  return Buffer.from(lines.replace(/[^A-Za-z\d+/=]/g, ""), "base64");
}

/** An ASN.1 BER element (X.690): its tag and the range of its contents; `end` is null for an indefinite length. */
type BerElement = { tag: number; isConstructed: boolean; start: number; end: number | null };

/** Limits depth and steps beyond what any program writes. */
const most = { depth: 32, steps: 400_000 };

/**
 * Reads BER elements, also with indefinite lengths (X.690, section 8.1.3.6). Truncated elements end with the bytes. Never
 * throws.
 */
class BerReader {
  readonly #bytes: Buffer;
  #steps = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the element that begins at `at`; null if there is none. */
  at(at: number, limit = this.#bytes.length): BerElement | null {
    this.#steps += 1;
    const tag = this.#bytes[at];
    const first = this.#bytes[at + 1];
    // Multi-byte tags do not occur here, and two zero bytes end an element of indefinite length.
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

  /** Yields the elements inside one, in order. */
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

  /** Returns the bytes of a string, joined if it is in pieces; truncated if the element is, or if it nests too deeply. */
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
