import { constants, gunzipSync, inflateSync, type ZlibOptions } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { readCms } from "../containers/read-cms.ts";
import { readTnef, type TnefMessage } from "../containers/read-tnef.ts";
import { decodeCharset } from "../parse/decode-charset.ts";

/** How much may still be unpacked of all that came with a mail. What is made to keep somebody busy ends there. */
export type Unpacking = { bytes: number; parts: number };

/** A part of a file, by the name that it has there; "" where it has none. */
export type PackedPart = { name: string; bytes: Buffer };

/**
 * The parts of a file that is packed, unpacked: the files of a ZIP (documents of Office and OpenDocument are such), what gzip holds, the
 * streams of a PDF, what S/MIME signed, what Outlook packed. None where it is no such file; what is broken ends them. Takes what it unpacks
 * off `left`.
 */
export async function* unpack(file: Buffer, left: Unpacking): AsyncGenerator<PackedPart> {
  const start = file.toString("latin1", 0, 1_024);
  if (start.startsWith("PK")) yield* fromZip(file, left);
  else if (start.startsWith("\x1f\x8b")) yield* inflate(() => gunzipSync(file, within(left)), left);
  else if (start.includes("%PDF-")) yield* fromPdf(file, left);
  else yield* fromMessage(file, left);
}

/** What mail programs pack: by these names it is read as a mail, as text and as files. */
function* fromMessage(file: Buffer, left: Unpacking): Generator<PackedPart> {
  const signed = readCms(file, left.bytes);
  if (signed !== null && signed.kind !== "encrypted") {
    yield* taken(
      [
        { name: "signed.eml", bytes: signed.content },
        { name: "", bytes: signed.content },
      ],
      left,
    );
  }
  const packed = readTnef(file, decodeCharset);
  if (packed !== null) yield* taken(partsOf(packed), left);
}

function partsOf({ text, html, files, messages }: TnefMessage): PackedPart[] {
  const texts = [text, html].flatMap((one) => (one === null ? [] : [{ name: "", bytes: Buffer.from(one) }]));
  return [...texts, ...files, ...messages.flatMap(partsOf)];
}

function* taken(parts: PackedPart[], left: Unpacking): Generator<PackedPart> {
  for (const part of parts) {
    if (left.parts <= 0 || left.bytes < part.bytes.length) return;
    left.parts -= 1;
    left.bytes -= part.bytes.length;
    yield part;
  }
}

async function* fromZip(file: Buffer, left: Unpacking): AsyncGenerator<PackedPart> {
  try {
    // Names are taken as they are: nothing is written anywhere.
    const zip = await fromBufferPromise(file, { lazyEntries: true, decodeStrings: false, validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      if (left.parts <= 0 || left.bytes <= 0) return;
      left.parts -= 1;
      yield { name: String(entry.fileName), bytes: await readEntry(zip, entry, left) };
    }
  } catch {
    // What breaks off opens in nobody's program any further.
  }
}

async function readEntry(zip: ZipFile, entry: Entry, left: Unpacking): Promise<Buffer> {
  if (!entry.canDecodeFileData()) return Buffer.alloc(0);
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  for await (const piece of stream) {
    pieces.push(piece);
    left.bytes -= piece.length;
    // Leaving ends the stream.
    if (left.bytes <= 0) break;
  }
  return Buffer.concat(pieces);
}

/** The objects and pages of a PDF (ISO 32000-1, section 7.3.8): each stream that is deflated. */
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
    // It is packed by another way, broken, or more than is unpacked.
  }
}

function within(left: Unpacking): ZlibOptions {
  // A stream that was cut off is read as far as it goes.
  return { maxOutputLength: Math.max(1, left.bytes), finishFlush: constants.Z_SYNC_FLUSH };
}
