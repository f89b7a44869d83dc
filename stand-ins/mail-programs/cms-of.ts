/** How an S/MIME message is encoded: with lengths or end marks, and with strings in pieces of this many bytes. */
export type BerStyle = { isOpen: boolean; pieceBytes?: number };

const byLengths: BerStyle = { isOpen: false };

const oids = {
  data: "2a864886f70d010701",
  signed: "2a864886f70d010702",
  enveloped: "2a864886f70d010703",
  authEnveloped: "2a864886f70d0109100117",
  compressed: "2a864886f70d0109100109",
  sha256: "608648016503040201",
};

/** The kinds of S/MIME messages. */
export type CmsKind = "signed" | "enveloped" | "authEnveloped" | "compressed";

/** Makes an S/MIME message around a content, as complete as a reader needs that neither verifies nor decrypts. */
export function cmsOf(kind: CmsKind, content: Buffer | null, style: BerStyle = byLengths): Buffer {
  const of = (tag: number, ...parts: Buffer[]) => element(tag, Buffer.concat(parts), style.isOpen);
  const oid = (hex: string) => element(0x06, Buffer.from(hex, "hex"));
  const inner = content === null ? [] : [of(0xa0, stringOf(content, style))];
  const algorithms =
    kind === "compressed"
      ? of(0x30, oid("2a864886f70d0109100308"), element(0x05, Buffer.alloc(0)))
      : of(0x31, of(0x30, oid(oids.sha256)));
  const signers = kind === "signed" ? [of(0x31)] : [];
  const message = of(0x30, element(0x02, Buffer.from([1])), algorithms, of(0x30, oid(oids.data), ...inner), ...signers);
  return of(0x30, oid(oids[kind]), of(0xa0, message));
}

/** Makes an element of ASN.1's basic encoding, with its length, or if `isOpen` with an end mark. */
export function element(tag: number, content: Buffer, isOpen = false): Buffer {
  if (isOpen) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])]);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return Buffer.concat([Buffer.from([0x84]), bytes]);
}

function stringOf(content: Buffer, { isOpen, pieceBytes }: BerStyle): Buffer {
  if (pieceBytes === undefined) return element(0x04, content);
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += pieceBytes) {
    pieces.push(element(0x04, content.subarray(at, at + pieceBytes)));
  }
  return element(0x24, Buffer.concat(pieces), isOpen);
}
