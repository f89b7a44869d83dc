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
