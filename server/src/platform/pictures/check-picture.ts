import { crc32, createInflate } from "node:zlib";
import { limits } from "@deskhand/contract/limits";
import { measurePicture } from "./measure-picture.ts";

/** Incomplete, or more pixels or frames than anybody needs. */
export type PictureFault = "broken" | "excessive";

/**
 * Finds faults in a PNG, GIF, JPEG or WebP, so that nobody is shown half a picture: counts the unpacked pixels of a PNG
 * or GIF, and follows the segments of a JPEG or WebP to the end. The allowed dimensions bound its work.
 */
export async function checkPicture(bytes: Uint8Array): Promise<PictureFault | null> {
  const size = measurePicture(bytes);
  if (size === null) return "broken";
  if (Math.max(size.width, size.height) > limits.pictureSide) return "excessive";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x47494638) return faultOfGif(view);
    return (await isWhole(view)) ? null : "broken";
  } catch (error) {
    // The file ends early.
    if (error instanceof RangeError) return "broken";
    throw error;
  }
}

function faultOfGif(view: DataView): PictureFault | null {
  const pictures = picturesInGif(view, limits.pictureFrames + 1);
  if (pictures === 0) return "broken";
  return pictures > limits.pictureFrames ? "excessive" : null;
}

async function isWhole(view: DataView): Promise<boolean> {
  if (view.getUint32(0) === 0x89504e47) return isWholePng(view);
  return view.getUint32(0) === 0x52494646 ? isWholeWebp(view) : isWholeJpeg(view);
}

/** ITU-T T.81, annex B: start of image, a frame, a scan, end of image. */
function isWholeJpeg(view: DataView): boolean {
  if (view.getUint16(0) !== 0xffd8) return false;
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return hasFrame && hasScan;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) hasFrame = true;
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
    if (marker !== 0xda) continue;
    const data = at;
    at = endOfScan(view, at);
    if (at === data) return false;
    hasScan = true;
  }
}

/** Returns the end of a scan's data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}

/** RFC 9649: every chunk lies within the file, and one is a picture or a frame with one. */
function isWholeWebp(view: DataView): boolean {
  if (view.getUint32(8) !== 0x57454250) return false;
  const end = 8 + view.getUint32(4, true);
  return end <= view.byteLength && hasPicture(view, 12, end);
}

function hasPicture(view: DataView, from: number, end: number): boolean {
  let hasPixels = false;
  for (let at = from; at + 8 <= end; ) {
    const kind = view.getUint32(at);
    const size = view.getUint32(at + 4, true);
    const data = at + 8;
    if (data + size > end) return false;
    // "VP8 ", "VP8L", "ANMF"
    if (kind === 0x56503820 && !isVp8(view, data, size)) return false;
    if (kind === 0x5650384c && (size < 6 || view.getUint8(data) !== 0x2f)) return false;
    if (kind === 0x414e4d46 && !hasPicture(view, data + 16, data + size)) return false;
    hasPixels ||= [0x56503820, 0x5650384c, 0x414e4d46].includes(kind);
    at = data + size + (size % 2);
  }
  return hasPixels;
}

/** RFC 6386, section 9.1: a key frame with its whole first partition. */
function isVp8(view: DataView, at: number, size: number): boolean {
  if (size < 10) return false;
  const tag = view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
  const isKeyFrame = (tag & 1) === 0 && view.getUint8(at + 3) === 0x9d && view.getUint16(at + 4) === 0x012a;
  return isKeyFrame && 10 + (tag >> 5) <= size;
}

type Header = { width: number; height: number; depth: number; color: number; isInterlaced: boolean };

/** Samples per pixel by colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Start and step of an interlaced picture's seven passes. */
const passes = [
  ...([[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const] as const),
  ...([[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const] as const),
];

/** Whether every chunk has a valid checksum and the pixels unpack to the size in the header (ISO/IEC 15948). */
async function isWholePng(view: DataView): Promise<boolean> {
  const data: Uint8Array[] = [];
  let header: Header | null = null;
  for (let at = 8; ; ) {
    const size = view.getUint32(at);
    const kind = view.getUint32(at + 4);
    const checked = bytesOf(view, at + 4, size + 4);
    if (crc32(checked) !== view.getUint32(at + 8 + size)) return false;
    // "IHDR", "IDAT", "IEND"
    if (kind === 0x49484452) {
      // The size was read from the first one.
      if (header !== null) return false;
      header = readHeader(view, at + 8);
    }
    if (kind === 0x49444154) data.push(checked.subarray(4));
    at += 12 + size;
    if (kind === 0x49454e44) break;
  }
  if (header === null || data.length === 0) return false;
  const expectedSize = unpackedSize(header);
  return expectedSize !== null && (await unpacksTo(data, expectedSize));
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView, at: number, size: number): Uint8Array {
  if (at + size > byteLength) throw new RangeError("It ends before");
  return new Uint8Array(buffer, byteOffset + at, size);
}

function readHeader(view: DataView, at: number): Header {
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)];
  const [depth, color] = [view.getUint8(at + 8), view.getUint8(at + 9)];
  return { width, height, depth, color, isInterlaced: view.getUint8(at + 12) === 1 };
}

/** Returns the size of the unpacked rows with their filter bytes; null for an invalid colour type. */
function unpackedSize({ width, height, depth, color, isInterlaced }: Header): number | null {
  const perPixel = samples[color];
  if (perPixel === undefined || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const rows = (across: number, down: number) =>
    across > 0 && down > 0 ? down * (1 + Math.ceil((across * depth * perPixel) / 8)) : 0;
  if (!isInterlaced) return rows(width, height);
  const part = (size: number, from: number, step: number) => Math.ceil((size - from) / step);
  const sizes = passes.map(([x, y, across, down]) => rows(part(width, x, across), part(height, y, down)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Unpacks in pieces and keeps none: a picture can be a thousand times as large as its file. */
async function unpacksTo(data: readonly Uint8Array[], expectedSize: number): Promise<boolean> {
  const unpacked = createInflate();
  unpacked.on("error", () => undefined);
  unpacked.end(Buffer.concat(data));
  let size = 0;
  try {
    for await (const part of unpacked) {
      size += part.length;
      if (size > expectedSize) break;
    }
  } catch {
    // Truncated or invalid data.
    return false;
  }
  return size >= expectedSize;
}

/**
 * Counts a GIF's pictures up to `most`; 0 if the trailer is missing or one does not unpack to all its pixels (GIF89a).
 */
function picturesInGif(view: DataView, most: number): number {
  const lengths = new Uint32Array(4096);
  let pictures = 0;
  for (let at = 13 + tableSize(view.getUint8(10)); pictures < most; ) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      at = blocksAt(view, at + 2).end;
      continue;
    }
    if (kind !== 0x2c) return 0;
    const pixels = view.getUint16(at + 5, true) * view.getUint16(at + 7, true);
    const packed = at + 10 + tableSize(view.getUint8(at + 9));
    const { data, end } = blocksAt(view, packed + 1);
    if (!codesUnpackTo(data, view.getUint8(packed), pixels, lengths)) return 0;
    pictures += 1;
    at = end;
  }
  return pictures;
}

/** Returns the colour table's size in bytes. */
function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Joins consecutive data blocks up to an empty one; returns the data and its end. */
function blocksAt(view: DataView, from: number): { data: Uint8Array; end: number } {
  const parts: Uint8Array[] = [];
  let at = from;
  for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) {
    if (at + 1 + size > view.byteLength) throw new RangeError("It ends before");
    parts.push(new Uint8Array(view.buffer, view.byteOffset + at + 1, size));
    at += 1 + size;
  }
  return { data: Buffer.concat(parts), end: at + 1 };
}

/** Whether LZW codes stand for at least this many pixels. Only tracks each code's length, in `lengths`. */
function codesUnpackTo(data: Uint8Array, codeSize: number, pixels: number, lengths: Uint32Array): boolean {
  if (codeSize < 1 || codeSize > 8) return false;
  const clear = 1 << codeSize;
  lengths.fill(1, 0, clear);
  let [next, width, previous, count] = [clear + 2, codeSize + 1, -1, 0];
  for (let bit = 0; count < pixels; bit += width) {
    if (bit + width > data.length * 8) return false;
    const code = codeAt(data, bit, width);
    if (code === clear + 1) return false;
    if (code === clear) {
      [next, previous] = [clear + 2, -1];
      // Corrects the position, as this code had the old width and the next has the initial one.
      bit += width - (codeSize + 1);
      width = codeSize + 1;
      continue;
    }
    if (code > next || (code === next && previous < 0)) return false;
    if (previous >= 0 && next < 4096) {
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
    }
    count += lengths[code] ?? 0;
    previous = code;
    if (next === 1 << width && width < 12) {
      bit -= 1;
      width += 1;
    }
  }
  return true;
}

function codeAt(data: Uint8Array, bit: number, width: number): number {
  const at = bit >> 3;
  const bits = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  return (bits >> (bit & 7)) & ((1 << width) - 1);
}
