/** A header field: its name in lower case, and the whole of it with its folding, without the line's end. */
type Field = { name: string; line: string };

/** The fields of a head, in order. */
export function splitFields(head: string): Field[] {
  return head
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== "")
    .map((line) => ({ name: line.slice(0, line.indexOf(":")).trim().toLowerCase(), line }));
}

/** A field as it is signed: unfolded, with single spaces (RFC 6376, section 3.4.2). */
export function relaxedHeader(line: string): string {
  const colon = line.indexOf(":");
  const value = line
    .slice(colon + 1)
    .replaceAll("\r\n", "")
    .replace(/[ \t]+/g, " ");
  return `${line.slice(0, colon).trim().toLowerCase()}:${value.replace(/^ | $/g, "")}`;
}

const space = 0x20;
const tab = 0x09;
const cr = 0x0d;
const lf = 0x0a;

/**
 * A body as it is signed: spaces together are one, those at a line's end and empty lines at the body's end are none (RFC
 * 6376, section 3.4.4). It takes pieces as they come, with CRLF at each line's end.
 */
export class RelaxedBody {
  /** What waits until it shows whether anything follows: ends of lines, and a space. */
  #lineEnds = 0;
  #hasSpace = false;
  #isEmpty = true;

  /** The signed form of what is certain by now. */
  take(piece: Buffer): Buffer {
    const made = Buffer.allocUnsafe(piece.length + 2 * this.#lineEnds + 1);
    let length = 0;
    for (const byte of piece) {
      if (byte === cr) continue;
      if (byte === lf) {
        this.#hasSpace = false;
        this.#lineEnds += 1;
        continue;
      }
      if (byte === space || byte === tab) {
        this.#hasSpace = true;
        continue;
      }
      for (; this.#lineEnds > 0; this.#lineEnds -= 1) {
        made[length++] = cr;
        made[length++] = lf;
      }
      if (this.#hasSpace) made[length++] = space;
      this.#hasSpace = false;
      this.#isEmpty = false;
      made[length++] = byte;
    }
    return made.subarray(0, length);
  }

  /** What is left when no more comes: the end of the last line, if there was any. */
  end(): string {
    return this.#isEmpty ? "" : "\r\n";
  }
}

/** A text with CRLF at each line's end, whatever stood there, which comes in pieces. */
export class CrLf {
  #isAfterCr = false;

  take(piece: Buffer): Buffer {
    const made = Buffer.allocUnsafe(2 * piece.length + 1);
    let length = 0;
    for (const byte of piece) {
      // A return without its line feed, or a line feed without its return.
      if (this.#isAfterCr && byte !== lf) made[length++] = lf;
      if (!this.#isAfterCr && byte === lf) made[length++] = cr;
      made[length++] = byte;
      this.#isAfterCr = byte === cr;
    }
    return made.subarray(0, length);
  }

  end(): string {
    return this.#isAfterCr ? "\n" : "";
  }
}
