import { inflateSync } from "node:zlib";
import utif from "utif2";
import { rowBytes, TiffFault, type TiffLayout } from "./tiff-layout.ts";

/** A packed strip or tile, with the number of rows the picture needs of it. */
interface PackedPart {
  readonly bytes: Buffer;
  readonly rows: number;
  /** Tables shared by JPEG parts; otherwise empty. */
  readonly tables: Buffer;
}

/**
 * Unpacks a strip or tile to samples row by row, as the layout says; a JPEG to RGB. Samples of 16 bits have their lower
 * byte first. The library trusts its input, so it gets one part at a time and only the fields that describe its
 * packing.
 */
export function unpackPart(part: PackedPart, layout: TiffLayout, isLittleEndian: boolean): Uint8Array {
  const isJpeg = layout.compression === 7;
  const bytes = isJpeg ? jpegFor(part, layout) : inBitOrder(part.bytes, layout);
  const isDeflated = layout.compression === 8;
  const packed = isDeflated ? inflated(bytes, part.rows, layout) : bytes;
  if (layout.compression === 3 && !beginsWithEndOfLine(packed)) throw new TiffFault("A fax without ends of lines");
  if (layout.compression === 5 && isOldLzw(packed)) throw new TiffFault("LZW as it was before TIFF 6");
  const mark = Buffer.from(isLittleEndian ? "II" : "MM");
  const picture: Parameters<typeof utif.decodeImage>[1] = {
    t256: [layout.part.width],
    t257: [part.rows],
    t258: [layout.bits],
    t259: [isDeflated ? 1 : layout.compression],
    // Irrelevant for unpacking.
    t262: [2],
    t273: [mark.length],
    t277: [isJpeg ? 3 : layout.samples / layout.planes],
    t279: [packed.length],
    t292: [layout.isTwoDimensional ? 1 : 0],
    t317: [layout.isDifference ? 2 : 1],
  };
  utif.decodeImage(Buffer.concat([mark, packed]), picture);
  if (!picture.data) throw new TiffFault("Nothing was unpacked");
  return picture.data;
}

function jpegFor({ bytes, rows, tables }: PackedPart, { part, samples, colours }: TiffLayout): Buffer {
  const expected = { width: part.width, rows, mostRows: part.height, samples, isYcbcr: colours === 6 };
  return jpegOfPart(bytes, tables, expected);
}

function inBitOrder(bytes: Buffer, { isReversed }: TiffLayout): Buffer {
  return isReversed ? Buffer.from(bytes.map(reversedBits)) : bytes;
}

function reversedBits(byte: number): number {
  const pairs = ((byte & 0x0f) << 4) | (byte >> 4);
  const ones = ((pairs & 0x33) << 2) | ((pairs >> 2) & 0x33);
  return ((ones & 0x55) << 1) | ((ones >> 1) & 0x55);
}

/** Inflates with a size limit, which the library lacks. The last strip may have as many rows as the others. */
function inflated(bytes: Buffer, rows: number, layout: TiffLayout): Buffer {
  const row = rowBytes(layout, layout.part.width);
  const unpacked = inflateSync(bytes, { maxOutputLength: row * layout.part.height });
  if (unpacked.length < row * rows) throw new TiffFault("A part that ends too early");
  return unpacked;
}

/** At least eleven zeros and a one (ITU-T T.4, 4.1.2). */
function beginsWithEndOfLine(bytes: Buffer): boolean {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first >= 0 && first * 8 + Math.clz32(bytes[first] ?? 0) - 24 >= 11;
}

/** Old LZW codes start with their lowest bit, and the first one is the clear code. */
function isOldLzw(bytes: Buffer): boolean {
  return bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1;
}

/** What a JPEG part must match. */
interface JpegPart {
  width: number;
  /** The rows the picture needs of it, and the most of any part. */
  rows: number;
  mostRows: number;
  samples: number;
  isYcbcr: boolean;
}

const startOfImage = 0xffd8;
const endOfImage = 0xffd9;
const [quantisationTables, huffmanTables, restarts, scan] = [0xffdb, 0xffc4, 0xffdd, 0xffda];
/** Baseline, extended sequential and progressive. */
const frames = new Set([0xffc0, 0xffc1, 0xffc2]);
/** More than any JPEG's tables have. */
const mostTables = 16_384;

/**
 * Joins a part's JPEG and the shared tables to a complete JPEG (TIFF Technical Note 2). The decoder trusts the header,
 * so only understood segments are passed on: tables of consistent length and one frame of the part's size. Throws
 * otherwise.
 */
function jpegOfPart(part: Buffer, tables: Buffer, expected: JpegPart): Buffer {
  if (tables.length > mostTables) throw new TiffFault("Tables of too many bytes");
  const shared = tables.length > 0 ? headOf(tables, endOfImage) : { segments: [], end: 0 };
  const own = headOf(part, scan);
  const frame = own.segments.find(({ marker }) => frames.has(marker));
  if (
    !frame ||
    [...own.segments, ...shared.segments].some((segment) => segment !== frame && frames.has(segment.marker))
  )
    throw new TiffFault("Not one frame");
  checkFrame(frame.bytes, expected);
  const segments = [...shared.segments, ...own.segments].map(({ bytes }) => bytes);
  // The TIFF defines the colour space, but the decoder follows Adobe's marker.
  const colours = expected.samples === 3 ? [adobeMark(expected.isYcbcr)] : [];
  return Buffer.concat([Buffer.of(0xff, 0xd8), ...colours, ...segments, part.subarray(own.end)]);
}

type Segment = { marker: number; bytes: Buffer };

/** Returns the segments needed for decoding, and the position of the first `last` marker. */
function headOf(jpeg: Buffer, last: number): { segments: Segment[]; end: number } {
  if (jpeg.readUInt16BE(0) !== startOfImage) throw new TiffFault("No JPEG");
  const segments: Segment[] = [];
  for (let at = 2; ; ) {
    const marker = jpeg.readUInt16BE(at);
    if (marker === last) return { segments, end: at };
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const bytes = jpeg.subarray(at, end);
    if (end > jpeg.length) throw new TiffFault("A segment without end");
    if (isSupported(marker, bytes.subarray(4))) segments.push({ marker, bytes });
    else if (!isIgnorable(marker)) throw new TiffFault(`A segment ${marker.toString(16)} in a JPEG`);
    at = end;
  }
}

/** Application data and comments. */
function isIgnorable(marker: number): boolean {
  return (marker >= 0xffe0 && marker <= 0xffef) || marker === 0xfffe;
}

function isSupported(marker: number, content: Buffer): boolean {
  if (frames.has(marker)) return true;
  if (marker === restarts) return content.length === 2;
  const lengthAt = { [quantisationTables]: quantiserAt, [huffmanTables]: codesAt }[marker];
  if (!lengthAt) return false;
  let at = 0;
  while (at < content.length) at += lengthAt(content, at);
  return at === content.length;
}

function quantiserAt(content: Buffer, at: number): number {
  return content.readUInt8(at) >> 4 === 0 ? 65 : 129;
}

function codesAt(content: Buffer, at: number): number {
  return 17 + content.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
}

function checkFrame(frame: Buffer, { width, rows, mostRows, samples }: JpegPart): void {
  const height = frame.readUInt16BE(5);
  const factors = Array.from({ length: samples }, (_, at) => frame.readUInt8(11 + at * 3));
  const isKnown = factors.every((pair) => [1, 2, 4].includes(pair >> 4) && [1, 2, 4].includes(pair & 15));
  const hasExpectedSize =
    frame.length === 10 + samples * 3 &&
    frame.readUInt8(4) === 8 &&
    frame.readUInt16BE(7) === width &&
    height >= rows &&
    height <= mostRows &&
    frame.readUInt8(9) === samples;
  if (!hasExpectedSize || !isKnown) throw new TiffFault("A JPEG that is not as large as its part");
}

function adobeMark(isYcbcr: boolean): Buffer {
  return Buffer.concat([Buffer.of(0xff, 0xee, 0, 14), Buffer.from("Adobe"), Buffer.of(0, 100, 0, 0, 0, 0, +isYcbcr)]);
}
