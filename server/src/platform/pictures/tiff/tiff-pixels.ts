import { fitWithin, type Pixels, rotateUpright } from "../pixels.ts";
import { colourSamplesOf, rowBytes, TiffDirectory, TiffFault, type TiffLayout, tiffLayout } from "./tiff-layout.ts";
import { unpackPart } from "./unpack-part.ts";

/** Decodes a TIFF's first picture upright, with no side longer than `side`. Throws if it is not supported. */
export function tiffPixels(file: Buffer, side: number): Pixels {
  const directory = new TiffDirectory(file);
  const samples = tiffSamples(file, directory, tiffLayout(directory));
  const pixels = samplesToPixels(samples, directory);
  return rotateUpright(fitWithin(pixels, side, pixelHeight(directory)), directory.number(274, 1));
}

/**
 * Returns a pixel's ratio of height to width if it is noticeable: a fax may have half as many rows as columns per inch.
 */
function pixelHeight(directory: TiffDirectory): number {
  const [across = 0, acrossOf = 0] = directory.numbers(282, 2);
  const [down = 0, downOf = 0] = directory.numbers(283, 2);
  const ratio = (across * downOf) / (acrossOf * down);
  const isSeen = ratio > 1.2 || ratio < 1 / 1.2;
  return isSeen && ratio < 10 && ratio > 1 / 10 ? ratio : 1;
}

/** Red, green and blue. */
type Colour = readonly [number, number, number];

/** Converts samples to pixels by the directory's colours and transparency. */
function samplesToPixels(samples: Samples, directory: TiffDirectory): Pixels {
  const { width, height } = samples;
  const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4).fill(255) };
  if (samples.colours === 2) paintRgb(samples, pixels);
  else if (samples.colours === 5) paintInks(samples, pixels);
  else paintTable(samples, pixels, tableOf(samples, directory));
  // The first sample after the colour may be the opacity, possibly multiplied into the colour.
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

/** Converts CMYK; close enough without the printer's profile. */
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

/** Returns the pixel for each value of a sample. */
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
  const declared = directory.numbers(320, length * 3);
  if (declared.length < length * 3) throw new TiffFault("A palette of too few colours");
  // Palettes have 16 bits; some programs write eight.
  const divisor = declared.every((part) => part < 256) ? 1 : 256;
  const part = (at: number) => Math.floor((declared[at] ?? 0) / divisor);
  return (value) => [part(value), part(length + value), part(length * 2 + value)];
}

function makeTransparent(source: Samples, { data: to }: Pixels, isMultiplied: boolean): void {
  const colour = colourSamplesOf(source);
  for (let at = 0, from = colour; at < to.length; at += 4, from += source.samples) {
    const opaque = source.data[from] ?? 0;
    to[at + 3] = opaque;
    if (!isMultiplied || opaque === 0) continue;
    for (let part = 0; part < 3; part++) to[at + part] = ((to[at + part] ?? 0) * 255) / opaque;
  }
}

/**
 * A picture's samples, with those of a pixel together and at most eight bits each; each row starts on a byte boundary.
 */
interface Samples extends Pick<TiffLayout, "width" | "height" | "bits" | "samples" | "colours"> {
  readonly data: Uint8Array;
}

/** Where a strip or tile belongs in its plane. */
type Place = { plane: number; top: number; left: number; rows: number };

/** More than any JPEG's tables have. */
const mostTables = 16_384;

/** Unpacks a picture part by part. Throws if a part lies outside the file or is invalid. */
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
    placePart(bits === 16 ? upperBytes(unpacked) : unpacked, place, layout, whole);
  }
  return whole;
}

function* placesOf({ height, planes, part }: TiffLayout): Generator<Place> {
  for (let plane = 0; plane < planes; plane++) {
    for (let down = 0; down < part.down; down++) {
      const top = down * part.height;
      // Tiles are never cut.
      const rows = part.isTile ? part.height : Math.min(part.height, height - top);
      for (let across = 0; across < part.across; across++) yield { plane, top, left: across * part.width, rows };
    }
  }
}

/**
 * Returns a reader of each part's bytes. Together they may not exceed the file, so no byte is unpacked a thousand
 * times.
 */
function packedParts(file: Buffer, directory: TiffDirectory, layout: TiffLayout) {
  const { part, planes, compression } = layout;
  const count = part.across * part.down * planes;
  const offsets = directory.numbers(part.isTile ? 324 : 273, count);
  const lengths = directory.numbers(part.isTile ? 325 : 279, count);
  const row = rowBytes(layout, part.width);
  let left = file.length;
  return (index: number, rows: number): Buffer => {
    const offset = offsets[index] ?? file.length;
    // Old programs omit the length of a single part.
    const declared = lengths[index] ?? (count === 1 ? file.length - offset : 0);
    const length = compression === 1 ? row * rows : declared;
    left -= length;
    if (length <= 0 || length > declared || offset + length > file.length || left < 0)
      throw new TiffFault("A part that does not lie within the file");
    return file.subarray(offset, offset + length);
  };
}

/** Drops the lower byte, which comes first. */
function upperBytes(samples: Uint8Array): Uint8Array {
  const upper = new Uint8Array(samples.length / 2);
  for (let at = 0; at < upper.length; at++) upper[at] = samples[at * 2 + 1] ?? 0;
  return upper;
}

function placePart(unpacked: Uint8Array, place: Place, { part, planes }: TiffLayout, whole: Samples): void {
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
