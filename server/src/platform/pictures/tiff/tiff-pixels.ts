import { fitted, type Pixels, upright } from "../pixels.ts";
import { TiffDirectory, TiffFault } from "./tiff-directory.ts";
import { colourSamplesOf, rowBytes, type TiffLayout, tiffLayout } from "./tiff-layout.ts";
import { unpackPart } from "./unpack-part.ts";

/** The first picture of a TIFF as it is to be seen, with no side longer than `side`. Throws where it is not one that is shown. */
export function tiffPixels(file: Buffer, side: number): Pixels {
  const directory = new TiffDirectory(file);
  const samples = tiffSamples(file, directory, tiffLayout(directory));
  const pixels = samplesToPixels(samples, directory);
  return upright(fitted(pixels, side, pixelHeight(directory)), directory.number(274, 1));
}

/** How many times as high as wide a pixel is, where that is to be seen: a fax may have half as many rows as columns to the inch. */
function pixelHeight(directory: TiffDirectory): number {
  const [across = 0, acrossOf = 0] = directory.numbers(282, 2);
  const [down = 0, downOf = 0] = directory.numbers(283, 2);
  const ratio = (across * downOf) / (acrossOf * down);
  const isSeen = ratio > 1.2 || ratio < 1 / 1.2;
  return isSeen && ratio < 10 && ratio > 1 / 10 ? ratio : 1;
}

/** A colour as red, green and blue. */
type Colour = readonly [number, number, number];

/** The pixels of samples, by what the directory says of colours and of what can be seen through. */
function samplesToPixels(samples: Samples, directory: TiffDirectory): Pixels {
  const { width, height } = samples;
  const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) };
  if (samples.colours === 2) paintRgb(samples, pixels);
  else if (samples.colours === 5) paintInks(samples, pixels);
  else paintTable(samples, pixels, tableOf(samples, directory));
  // Of the samples behind the colour the first may say how opaque it is; if so, the colour may be multiplied with that.
  const [kind] = directory.numbers(338, 1);
  const hasAlpha = samples.samples > colourSamplesOf(samples) && (kind === 1 || kind === 2);
  if (hasAlpha) makeTransparent(samples, pixels, kind === 1);
  return pixels;
}

function paintRgb({ data, samples }: Samples, { data: to }: Pixels): void {
  for (let at = 0, from = 0; at < to.length; at += 4, from += samples) {
    to[at] = data[from] ?? 0;
    to[at + 1] = data[from + 1] ?? 0;
    to[at + 2] = data[from + 2] ?? 0;
  }
}

/** Cyan, magenta, yellow and black, each taking away its colour: near enough without the printer's profile. */
function paintInks({ data, samples }: Samples, { data: to }: Pixels): void {
  for (let at = 0, from = 0; at < to.length; at += 4, from += samples) {
    const light = 255 - (data[from + 3] ?? 0);
    for (let ink = 0; ink < 3; ink++) to[at + ink] = ((255 - (data[from + ink] ?? 0)) * light) / 255;
  }
}

function paintTable({ width, height, data, bits, samples }: Samples, { data: to }: Pixels, table: Uint32Array): void {
  const row = data.length / height;
  const pixels = new Uint32Array(to.buffer);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits * samples;
      const value = ((data[y * row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & (table.length - 1);
      pixels[y * width + x] = table[value] ?? 0;
    }
  }
}

/** The pixel of each value of a sample. */
function tableOf({ bits, colours }: Samples, directory: TiffDirectory): Uint32Array {
  const length = 2 ** bits;
  const colourOf = colours === 3 ? paletteOf(length, directory) : greyOf(length, colours === 0);
  const bytes = Array.from({ length }, (_, value) => [...colourOf(value), 255]);
  return new Uint32Array(Uint8ClampedArray.from(bytes.flat()).buffer);
}

function greyOf(length: number, isWhiteFirst: boolean): (value: number) => Colour {
  return (value) => {
    const grey = ((isWhiteFirst ? length - 1 - value : value) * 255) / (length - 1);
    return [grey, grey, grey];
  };
}

function paletteOf(length: number, directory: TiffDirectory): (value: number) => Colour {
  const said = directory.numbers(320, length * 3);
  if (said.length < length * 3) throw new TiffFault("A palette of too few colours");
  // They have 16 bits; some programs put down eight.
  const divisor = said.every((part) => part < 256) ? 1 : 256;
  const part = (at: number) => Math.floor((said[at] ?? 0) / divisor);
  return (value) => [part(value), part(length + value), part(length * 2 + value)];
}

function makeTransparent(given: Samples, { data: to }: Pixels, isMultiplied: boolean): void {
  const colour = colourSamplesOf(given);
  for (let at = 0, from = colour; at < to.length; at += 4, from += given.samples) {
    const opaque = given.data[from] ?? 0;
    to[at + 3] = opaque;
    if (!isMultiplied || opaque === 0) continue;
    for (let part = 0; part < 3; part++) to[at + part] = ((to[at + part] ?? 0) * 255) / opaque;
  }
}

/** All samples of a picture, those of a pixel beside each other, of eight bits at most; each row begins with a byte of its own. */
interface Samples extends Pick<TiffLayout, "width" | "height" | "bits" | "samples" | "colours"> {
  readonly data: Uint8Array;
}

/** Where a strip or tile of a plane belongs. */
type Place = { plane: number; top: number; left: number; rows: number };

/** More than the tables of any JPEG have. */
const mostTables = 16_384;

/** Unpacks a picture, part by part. Throws where one does not lie within the file, or is not what it should be. */
function tiffSamples(file: Buffer, directory: TiffDirectory, layout: TiffLayout): Samples {
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
