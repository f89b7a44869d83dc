import { mostPixels } from "../pixels.ts";

/** The reason why a TIFF is not shown. */
export class TiffFault extends Error {
  override readonly name = "TiffFault";
}

/** More fields than any program writes. */
const mostFields = 500;
/** Sizes by type number of the supported values: bytes, words, double words and fractions. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

/**
 * The fields of a TIFF's first directory (TIFF 6.0, section 2), read on demand; other directories are ignored. Throws
 * if the file has no directory, and a RangeError if something lies outside the file.
 */
export class TiffDirectory {
  readonly isLittleEndian: boolean;
  readonly #view: DataView;
  /** Each field's position by tag. */
  readonly #fields = new Map<number, number>();

  constructor(bytes: Buffer) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = view;
    this.isLittleEndian = view.getUint16(0) === 0x4949;
    const from = view.getUint32(4, this.isLittleEndian);
    const count = view.getUint16(from, this.isLittleEndian);
    if (count === 0 || count > mostFields) throw new TiffFault(`A directory of ${count} fields`);
    for (let at = from + 2; at < from + 2 + count * 12; at += 12) {
      const tag = view.getUint16(at, this.isLittleEndian);
      if (!this.#fields.has(tag)) this.#fields.set(tag, at);
    }
  }

  has(tag: number): boolean {
    return this.#fields.has(tag);
  }

  /** Returns a field's first number, or `otherwise` if it is missing. */
  number(tag: number, otherwise: number): number {
    return this.numbers(tag, 1)[0] ?? otherwise;
  }

  /** Returns up to `most` of a field's numbers; none if it is missing. A fraction counts as two. */
  numbers(tag: number, most: number): number[] {
    const at = this.#fields.get(tag);
    if (at === undefined) return [];
    const kind = this.#view.getUint16(at + 2, this.isLittleEndian);
    const size = sizes[kind];
    if (size === undefined) throw new TiffFault(`Field ${tag} is of kind ${kind}`);
    const count = this.#view.getUint32(at + 4, this.isLittleEndian);
    const isInPlace = count * size <= 4;
    const from = isInPlace ? at + 8 : this.#view.getUint32(at + 8, this.isLittleEndian);
    if (from + count * size > this.#view.byteLength) throw new RangeError(`Field ${tag} does not end within the file`);
    const width = Math.min(size, 4);
    const length = Math.min(most, (count * size) / width);
    return Array.from({ length }, (_, index) => this.#value(from + index * width, width));
  }

  #value(at: number, width: number): number {
    if (width === 1) return this.#view.getUint8(at);
    return width === 2 ? this.#view.getUint16(at, this.isLittleEndian) : this.#view.getUint32(at, this.isLittleEndian);
  }
}

/** The layout of the pixels of a TIFF's first picture. */
export interface TiffLayout {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly bits: number;
  readonly samples: number;
  /** Number of planes with one sample per pixel each; 1 if a pixel's samples lie together. */
  readonly planes: number;
  /** 1: none; 2, 3, 4: fax; 5: LZW; 7: JPEG; 8: Deflate; 32773: PackBits. */
  readonly compression: number;
  /** Whether the bits of each byte are in reverse order. */
  readonly isReversed: boolean;
  /** Whether fax rows may be encoded as differences from the row above. */
  readonly isTwoDimensional: boolean;
  /** Whether each sample is stored as the difference from the one to its left. */
  readonly isDifference: boolean;
  /** 0: grey, 0 is white; 1: grey, 0 is black; 2: RGB; 3: palette; 5: CMYK; 6: YCbCr, supported only in JPEG. */
  readonly colours: number;
  /** Size and number of its strips, which are as wide as the picture, or tiles, per plane. */
  readonly part: Readonly<Record<"width" | "height" | "across" | "down", number>> & { readonly isTile: boolean };
}

/** The most unpacked bytes: four per pixel. */
const mostBytes = mostPixels * 4;
const compressions = new Set([1, 2, 3, 4, 5, 7, 8, 32773]);
/** Fax lines are unpacked to lists of numbers. */
const mostFaxWidth = 65_535;
const faxes = new Set([2, 3, 4]);
/** Samples of a pixel's colour, by colour space. */
const colourSamples: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 };

/**
 * Reads the layout of a directory's picture. Throws for unsupported kinds: too large, unusual samples, or a thumbnail,
 * as in raw camera photographs.
 */
export function tiffLayout(directory: TiffDirectory): TiffLayout {
  const compression = compressionOf(directory);
  const samples = directory.number(277, 1);
  const size = { width: directory.number(256, 0), height: directory.number(257, 0) };
  const layout = {
    ...size,
    bits: bitsOf(directory, samples),
    samples,
    planes: directory.number(284, 1) === 2 ? samples : 1,
    compression,
    isReversed: directory.number(266, 1) === 2,
    isTwoDimensional: compression === 3 && (directory.number(292, 0) & 1) !== 0,
    // Only these compressions use differences.
    isDifference: (compression === 5 || compression === 8) && directory.number(317, 1) !== 1,
    colours: directory.number(262, guessedColours(compression, samples)),
    part: partOf(directory, size),
  };
  const fault = faultOfPurpose(directory) ?? faultOfSize(layout) ?? faultOfSamples(directory, layout);
  if (fault) throw new TiffFault(fault);
  return layout;
}

/** Returns the bytes of a row of `width` pixels in one plane. */
export function rowBytes(
  { bits, samples, planes }: Pick<TiffLayout, "bits" | "samples" | "planes">,
  width: number,
): number {
  return Math.ceil((width * bits * samples) / planes / 8);
}

/** Returns how many of a pixel's samples are its colour; others may follow. */
export function colourSamplesOf({ colours }: Pick<TiffLayout, "colours">): number {
  return colourSamples[colours] ?? 0;
}

function compressionOf(directory: TiffDirectory): number {
  const declared = directory.number(259, 1);
  return declared === 32946 ? 8 : declared;
}

function bitsOf(directory: TiffDirectory, samples: number): number {
  const [bits = 1, ...others] = directory.numbers(258, samples);
  if (others.some((other) => other !== bits)) throw new TiffFault("Samples of several sizes");
  return bits;
}

function guessedColours(compression: number, samples: number): number {
  if (samples >= 3) return 2;
  return faxes.has(compression) ? 0 : 1;
}

function partOf(directory: TiffDirectory, { width, height }: { width: number; height: number }): TiffLayout["part"] {
  const isTile = directory.has(322);
  const part = isTile
    ? { width: directory.number(322, 0), height: directory.number(323, 0) }
    : { width, height: Math.min(height, directory.number(278, height)) };
  return { ...part, isTile, across: Math.ceil(width / part.width), down: Math.ceil(height / part.height) };
}

/** Returns a fault for thumbnails and transparency masks, which are marked in one of two fields. */
function faultOfPurpose(directory: TiffDirectory): string | undefined {
  const isThumbnail = (directory.number(254, 0) & 5) !== 0 || directory.number(255, 1) === 2;
  return isThumbnail ? "It stands for another picture" : undefined;
}

function faultOfSize(layout: TiffLayout): string | undefined {
  const { width, height, part, bits, samples, planes } = layout;
  // Tiles extend beyond the picture.
  const whole = part.isTile ? { width: part.width * part.across, height: part.height * part.down } : { width, height };
  if (!(width > 0 && height > 0 && part.width > 0 && part.height > 0)) return "No pixels";
  if (bits * samples > 64) return "Too many samples";
  if (whole.width * whole.height > mostPixels) return "Too many pixels";
  if (rowBytes(layout, whole.width) * whole.height * planes > mostBytes) return "Too many bytes";
  return part.across > 1 && (part.width * bits * samples) % 8 !== 0 ? "Tiles that end within a byte" : undefined;
}

function faultOfSamples(directory: TiffDirectory, layout: TiffLayout): string | undefined {
  const { bits, samples, planes, compression, colours } = layout;
  if (!compressions.has(compression)) return `Compression ${compression}`;
  const needed = colourSamplesOf(layout);
  if (needed === 0 || samples < needed) return `Colours ${colours} of ${samples} samples`;
  // Signed and floating-point samples.
  if (directory.number(339, 1) !== 1 && directory.number(339, 1) !== 4) return "Samples that are no whole numbers";
  if (directory.number(332, 1) !== 1 && colours === 5) return "Inks that nobody knows";
  const isOneBit = samples === 1 && bits === 1;
  if (compression === 7) {
    const isKnown = colours === 1 ? samples === 1 : (colours === 2 || colours === 6) && samples === 3;
    return isKnown && bits === 8 && planes === 1 ? undefined : "A JPEG of other colours";
  }
  if (faxes.has(compression)) {
    if (layout.part.width > mostFaxWidth) return "A fax that is too wide";
    if (!isOneBit) return "A fax with more than black and white";
    if ((directory.number(compression === 3 ? 292 : 293, 0) & 2) !== 0) return "A fax with parts that are not packed";
  }
  if (colours === 6) return "YCbCr without JPEG";
  if (layout.isDifference && (directory.number(317, 1) !== 2 || bits < 8)) return "Differences of another kind";
  if (colours === 3 && bits > 8) return "A palette of too many colours";
  const isKnown = samples === 1 ? [1, 2, 4, 8, 16].includes(bits) : bits === 8 || bits === 16;
  return isKnown ? undefined : `${bits} bits a sample`;
}
