import { inflateSync } from "node:zlib";
import utif from "utif2";
import { jpegOfPart } from "./jpeg-part.ts";
import { TiffFault } from "./tiff-directory.ts";
import { rowBytes, type TiffLayout } from "./tiff-layout.ts";

/** A strip or a tile of a TIFF: its bytes as they lie there, and how many of its rows the picture needs. */
export interface PackedPart {
  readonly bytes: Buffer;
  readonly rows: number;
  /** What the parts that are JPEGs share; of others nothing. */
  readonly tables: Buffer;
}

/**
 * The samples of a strip or a tile, row by row, as the layout says; of a JPEG red, green and blue. Those of 16 bits come with their lower
 * byte first. The library trusts what it is told, so it gets one part at a time and the few fields that say how that is packed.
 */
export function unpackPart(part: PackedPart, layout: TiffLayout, isLittleEndian: boolean): Uint8Array {
  const isJpeg = layout.compression === 7;
  const bytes = isJpeg ? jpegFor(part, layout) : unreversed(part.bytes, layout);
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
    // Colours do not matter yet.
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
  const wanted = { width: part.width, rows, mostRows: part.height, samples, isYcbcr: colours === 6 };
  return jpegOfPart(bytes, tables, wanted);
}

function unreversed(bytes: Buffer, { isReversed }: TiffLayout): Buffer {
  return isReversed ? Buffer.from(bytes.map(reversedBits)) : bytes;
}

function reversedBits(byte: number): number {
  const pairs = ((byte & 0x0f) << 4) | (byte >> 4);
  const ones = ((pairs & 0x33) << 2) | ((pairs >> 2) & 0x33);
  return ((ones & 0x55) << 1) | ((ones >> 1) & 0x55);
}

/** Unpacked by Node, which knows a limit: the last strip may have as many rows as the others, and nothing more. */
function inflated(bytes: Buffer, rows: number, layout: TiffLayout): Buffer {
  const row = rowBytes(layout, layout.part.width);
  const unpacked = inflateSync(bytes, { maxOutputLength: row * layout.part.height });
  if (unpacked.length < row * rows) throw new TiffFault("A part that ends too early");
  return unpacked;
}

/** Eleven zeros or more, and a one (ITU-T T.4, 4.1.2). */
function beginsWithEndOfLine(bytes: Buffer): boolean {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first >= 0 && first * 8 + Math.clz32(bytes[first] ?? 0) - 24 >= 11;
}

/** Codes that begin with their lowest bit, the first of them the one that begins anew. */
function isOldLzw(bytes: Buffer): boolean {
  return bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1;
}
