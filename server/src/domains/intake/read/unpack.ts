import { constants, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { readCms } from "../containers/read-cms.ts";
import { readTnef, type TnefMessage } from "../containers/read-tnef.ts";
import { decodeCharset } from "../parse/decode-charset.ts";

/** How much may still be unpacked of everything in a mail, against archives made to exhaust the server. */
export type Unpacking = { bytes: number; parts: number };

/** A part of a packed file; its name is "" if it has none. */
export type PackedPart = { name: string; bytes: Buffer };

/**
 * Unpacks a file: the entries of a ZIP (also Office and OpenDocument files), gzip content, the streams of a PDF, signed S/MIME content, and
 * Outlook's winmail.dat. Yields nothing for other files and stops where a file is broken. Subtracts what it unpacks from `left`.
 */
export async function* unpack(file: Buffer, left: Unpacking): AsyncGenerator<PackedPart> {
  const start = file.toString("latin1", 0, 1_024);
  if (start.startsWith("PK")) yield* fromZip(file, left);
  else if (start.startsWith("\x1f\x8b")) yield* inflate(() => gunzipSync(file, within(left)), left);
  else if (start.includes("%PDF-")) yield* fromPdf(file, left);
  else yield* fromMessage(file, left);
}

/** Unpacks what mail programs pack. Signed content is yielded twice, to be read as a mail and as text. */
function* fromMessage(file: Buffer, left: Unpacking): Generator<PackedPart> {
  const signed = readCms(file, left.bytes);
  if (signed !== null && signed.kind !== "encrypted") {
    yield* limited(
      [
        { name: "signed.eml", bytes: signed.content },
        { name: "", bytes: signed.content },
      ],
      left,
    );
  }
  const packed = readTnef(file, decodeCharset);
  if (packed !== null) yield* limited(partsOf(packed), left);
}

function partsOf({ text, html, files, messages }: TnefMessage): PackedPart[] {
  const texts = [text, html].flatMap((one) => (one === null ? [] : [{ name: "", bytes: Buffer.from(one) }]));
  return [...texts, ...files, ...messages.flatMap(partsOf)];
}

function* limited(parts: PackedPart[], left: Unpacking): Generator<PackedPart> {
  for (const part of parts) {
    if (left.parts <= 0 || left.bytes < part.bytes.length) return;
    left.parts -= 1;
    left.bytes -= part.bytes.length;
    yield part;
  }
}

async function* fromZip(file: Buffer, left: Unpacking): AsyncGenerator<PackedPart> {
  try {
    // Names need no validation, since nothing is written to disk.
    const zip = await fromBufferPromise(file, { lazyEntries: true, decodeStrings: false, validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      if (left.parts <= 0 || left.bytes <= 0) return;
      left.parts -= 1;
      yield { name: String(entry.fileName), bytes: await readEntry(zip, entry, left) };
    }
  } catch {
    // No program opens a ZIP beyond the place where it is broken.
  }
}

async function readEntry(zip: ZipFile, entry: Entry, left: Unpacking): Promise<Buffer> {
  if (!entry.canDecodeFileData()) return Buffer.alloc(0);
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  for await (const piece of stream) {
    pieces.push(piece);
    left.bytes -= piece.length;
    // Leaving the loop closes the stream.
    if (left.bytes <= 0) break;
  }
  return Buffer.concat(pieces);
}

/** Yields the deflated streams of a PDF, which hold its objects and pages (ISO 32000-1, section 7.3.8). */
function* fromPdf(file: Buffer, left: Unpacking): Generator<PackedPart> {
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at)) {
    const isBegin = file.toString("latin1", at - 3, at) !== "end";
    at += "stream".length;
    if (!isBegin) continue;
    while (file[at] === 0x0d || file[at] === 0x0a) at += 1;
    const end = file.indexOf("endstream", at);
    if (end < 0 || left.parts <= 0 || left.bytes <= 0) return;
    left.parts -= 1;
    const packed = file.subarray(at, end);
    yield* inflate(() => inflateSync(packed, within(left)), left);
    at = end;
  }
}

function* inflate(unpacked: () => Buffer, left: Unpacking): Generator<PackedPart> {
  try {
    const bytes = unpacked();
    left.bytes -= bytes.length;
    yield { name: "", bytes };
  } catch {
    // The data uses another compression, is broken, or exceeds the limit.
  }
}

function within(left: Unpacking): ZlibOptions {
  // Reads a truncated stream as far as it goes.
  return { maxOutputLength: Math.max(1, left.bytes), finishFlush: constants.Z_SYNC_FLUSH };
}
