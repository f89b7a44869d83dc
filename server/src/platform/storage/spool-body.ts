import { createWriteStream } from "node:fs";
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
  async function* counted() {
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge();
      onPiece(piece);
      yield piece;
    }
  }
  await pipeline(counted, createWriteStream(path, { flags: "wx", mode: 0o600 }));
}
