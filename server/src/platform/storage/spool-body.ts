import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Failure, fail } from "../fail.ts";

const requestTooLarge = () => fail("request_too_large");

/** Writes a request's body to a file, at most `maxBytes`, handing each piece to `onPiece` as it goes by. */
export async function spoolBody(
  body: AsyncIterable<Buffer>,
  path: string,
  maxBytes: number,
  onPiece: (piece: Buffer) => void = () => undefined,
  tooLarge: () => Failure = requestTooLarge,
): Promise<void> {
  // Its sender is answered whatever becomes of the file, and ending a request's body ends its connection.
  const pieces = body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body;
  async function* counted() {
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge();
      onPiece(piece);
      yield piece;
    }
  }
  await pipeline(counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
}
