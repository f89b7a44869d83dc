/** An element of ASN.1's basic encoding (X.690): its tag, and where its contents begin and end; that is not known where it says no length. */
export type BerElement = { tag: number; isConstructed: boolean; start: number; end: number | null };

/** No message nests so deep, and none that a program wrote has so many elements in what is walked through here. */
const most = { depth: 32, steps: 400_000 };

/**
 * Walks through elements as they were written, lengths that are only known at their end included (X.690, section 8.1.3.6). What is cut off
 * ends where the bytes do; nothing throws.
 */
export class BerReader {
  readonly #bytes: Buffer;
  #steps = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The element that begins at `at`; null where there is none. */
  at(at: number, limit = this.#bytes.length): BerElement | null {
    this.#steps += 1;
    const tag = this.#bytes[at];
    const first = this.#bytes[at + 1];
    // Tags of several bytes stand in nothing that is read here, and two zeros end an element without a length.
    if (this.#steps > most.steps || at + 2 > limit || tag === undefined || first === undefined) return null;
    if ((tag & 0x1f) === 0x1f || (tag === 0 && first === 0)) return null;
    const isConstructed = (tag & 0x20) !== 0;
    if (first === 0x80) return isConstructed ? { tag, isConstructed, start: at + 2, end: null } : null;
    const more = first & 0x80 ? first & 0x7f : 0;
    if (more > 6 || at + 2 + more > limit) return null;
    const length = more === 0 ? first : this.#bytes.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    return { tag, isConstructed, start, end: Math.min(limit, start + length) };
  }

  /** What an element consists of, in its order. */
  *within({ isConstructed, start, end }: BerElement, depth = 0): Generator<BerElement> {
    if (!isConstructed || depth > most.depth) return;
    const limit = end ?? this.#bytes.length;
    for (let at = start; at < limit; ) {
      const element = this.at(at, limit);
      if (element === null) return;
      yield element;
      const next = this.#behind(element, depth + 1);
      if (next === null) return;
      at = next;
    }
  }

  /** The bytes of a string, also where it was written in pieces; cut off where it is, or where pieces in pieces go too deep. */
  string(element: BerElement): Buffer {
    const pieces: Buffer[] = [];
    this.#collect(element, pieces, 0);
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  #collect(element: BerElement, pieces: Buffer[], depth: number): void {
    if (!element.isConstructed) {
      pieces.push(this.#bytes.subarray(element.start, element.end ?? this.#bytes.length));
      return;
    }
    for (const piece of this.within(element, depth)) this.#collect(piece, pieces, depth + 1);
  }

  #behind(element: BerElement, depth: number): number | null {
    if (element.end !== null) return element.end;
    if (depth > most.depth) return null;
    let at = element.start;
    for (let next = this.at(at); next !== null; next = this.at(at)) {
      const end = this.#behind(next, depth + 1);
      if (end === null) return null;
      at = end;
    }
    return this.#bytes[at] === 0 && this.#bytes[at + 1] === 0 ? at + 2 : null;
  }
}
