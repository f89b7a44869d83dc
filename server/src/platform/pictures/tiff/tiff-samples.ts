import { type TiffDirectory, TiffFault } from "./tiff-directory.ts";
import { rowBytes, type TiffLayout } from "./tiff-layout.ts";
import { unpackPart } from "./unpack-part.ts";

/** All samples of a picture, those of a pixel beside each other, of eight bits at most; each row begins with a byte of its own. */
export interface Samples extends Pick<TiffLayout, "width" | "height" | "bits" | "samples" | "colours"> {
  readonly data: Uint8Array;
}

/** Where a strip or tile of a plane belongs. */
type Place = { plane: number; top: number; left: number; rows: number };

/** More than the tables of any JPEG have. */
const mostTables = 16_384;

/** Unpacks a picture, part by part. Throws where one does not lie within the file, or is not what it should be. */
export function tiffSamples(file: Buffer, directory: TiffDirectory, layout: TiffLayout): Samples {
  const { width, height, bits, compression } = layout;
  const isJpeg = compression === 7;
  const colours = isJpeg ? { samples: 3, colours: 2 } : { samples: layout.samples, colours: layout.colours };
  const kind = { width, height, bits: Math.min(8, bits), ...colours };
  const whole = { ...kind, data: new Uint8Array(rowBytes({ ...kind, planes: 1 }, width) * height) };
  const tables = isJpeg ? Buffer.from(directory.numbers(347, mostTables)) : Buffer.alloc(0);
  const packed = packedParts(file, directory, layout);
  let index = 0;
  for (const place of placesOf(layout)) {
    const part = { bytes: packed(index++, place.rows), rows: place.rows, tables };
    const unpacked = unpackPart(part, layout, directory.isLittleEndian);
    lay(bits === 16 ? upperBytes(unpacked) : unpacked, place, layout, whole);
  }
  return whole;
}

function* placesOf({ height, planes, part }: TiffLayout): Generator<Place> {
  for (let plane = 0; plane < planes; plane++) {
    for (let down = 0; down < part.down; down++) {
      const top = down * part.height;
      // A tile is always whole.
      const rows = part.isTile ? part.height : Math.min(part.height, height - top);
      for (let across = 0; across < part.across; across++) yield { plane, top, left: across * part.width, rows };
    }
  }
}

/** The bytes of each part, which together are no more than the file has: no byte is unpacked a thousand times. */
function packedParts(file: Buffer, directory: TiffDirectory, layout: TiffLayout) {
  const { part, planes, compression } = layout;
  const count = part.across * part.down * planes;
  const offsets = directory.numbers(part.isTile ? 324 : 273, count);
  const lengths = directory.numbers(part.isTile ? 325 : 279, count);
  const row = rowBytes(layout, part.width);
  let left = file.length;
  return (index: number, rows: number): Buffer => {
    const offset = offsets[index] ?? file.length;
    // Old programs do not say how long the only one is.
    const said = lengths[index] ?? (count === 1 ? file.length - offset : 0);
    const length = compression === 1 ? row * rows : said;
    left -= length;
    if (length <= 0 || length > said || offset + length > file.length || left < 0)
      throw new TiffFault("A part that does not lie within the file");
    return file.subarray(offset, offset + length);
  };
}

/** Of samples that have their lower byte first. */
function upperBytes(samples: Uint8Array): Uint8Array {
  const upper = new Uint8Array(samples.length / 2);
  for (let at = 0; at < upper.length; at++) upper[at] = samples[at * 2 + 1] ?? 0;
  return upper;
}

function lay(unpacked: Uint8Array, place: Place, { part, planes }: TiffLayout, whole: Samples): void {
  const { width, height, bits, samples, data } = whole;
  const row = unpacked.length / place.rows;
  const wholeRow = data.length / height;
  const rows = Math.min(place.rows, height - place.top);
  const columns = Math.min(part.width, width - place.left);
  for (let y = 0; y < rows; y++) {
    const from = unpacked.subarray(y * row, (y + 1) * row);
    const start = (place.top + y) * wholeRow + (place.left * bits * samples) / 8;
    if (planes === 1) data.set(from.subarray(0, Math.ceil((columns * bits * samples) / 8)), start);
    else for (let x = 0; x < columns; x++) data[start + x * samples + place.plane] = from[x] ?? 0;
  }
}
