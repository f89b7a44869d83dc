/** The MAPI properties of a message or a file, by identifier, each with its type and first value. */
export type TnefProperties = Map<number, { type: number; value: Buffer }>;

/** More than any message has. */
const mostProperties = 4_000;

const types = { object: 0x0d, string8: 0x1e, unicode: 0x1f, binary: 0x102 };
const withLength: readonly number[] = Object.values(types);
/** The bytes that a value takes, with padding (MS-OXTNEF, section 2.1.3.4). */
const sizes: Readonly<Record<number, number>> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};

/** Reads a list of properties (MS-OXTNEF, section 2.1.3.4), up to the first one that cannot be read. */
export function readProperties(bytes: Buffer): TnefProperties {
  const found: TnefProperties = new Map();
  const cursor = new Cursor(bytes);
  const count = Math.min(cursor.number() ?? 0, mostProperties);
  for (let index = 0; index < count; index += 1) {
    const tag = cursor.number();
    if (tag === null) break;
    const [type, id] = [tag & 0xffff, tag >>> 16];
    if (id >= 0x8000 && !cursor.passName()) break;
    const value = readValue(cursor, type);
    if (value === null) break;
    if (!found.has(id)) found.set(id, { type: type & 0x0fff, value });
  }
  return found;
}

/** Reads the first value of a property and skips its others. */
function readValue(cursor: Cursor, type: number): Buffer | null {
  const single = type & 0x0fff;
  const isMany = (type & 0x1000) !== 0;
  const size = sizes[single];
  if (size !== undefined && !isMany) return cursor.take(size);
  const count = cursor.number();
  if (count === null) return null;
  if (size !== undefined) return cursor.take(count * (single === 0x02 ? 2 : size));
  if (!withLength.includes(single)) return null;
  let first: Buffer | null = null;
  for (let index = 0; index < Math.min(count, mostProperties); index += 1) {
    const length = cursor.number();
    const value = length === null ? null : cursor.take(length);
    if (value === null) return first;
    first ??= value;
  }
  return first ?? Buffer.alloc(0);
}

/** Reads values that are padded to four bytes. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  number(): number | null {
    if (this.#at + 4 > this.#bytes.length) return null;
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  /** Takes bytes; a truncated value is returned as far as it goes. */
  take(length: number): Buffer | null {
    if (this.#at >= this.#bytes.length && length > 0) return null;
    const value = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += Math.ceil(length / 4) * 4;
    return value;
  }

  /** Skips the name of a named property; false if it is truncated. */
  passName(): boolean {
    if (this.take(16) === null) return false;
    const kind = this.number();
    const length = this.number();
    if (kind === null || length === null) return false;
    return kind === 0 || this.take(length) !== null;
  }
}
