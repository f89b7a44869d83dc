import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { scratchPath } from "../../../platform/storage/scratch-path.ts";

/** The whole bytes of one mail, readable again and again; in memory while they fit one stored chunk, else in a file. */
export type CollectedMail = {
  size: number;
  /** All of it when it fits one chunk. */
  small: Buffer | null;
  open(): Readable;
  discard(): Promise<void>;
};

const mostPieces = 256;

/** Takes a mail to its last byte before anything is stored, so that a slow sender holds no transaction open. */
export async function collectMail(stream: AsyncIterable<Uint8Array>, dataDir: string): Promise<CollectedMail> {
  const pieces = stream[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let size = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    held.push(next.value);
    size += next.value.length;
    if (size > chunkSize) return spool(held, { [Symbol.asyncIterator]: () => pieces }, scratchPath(dataDir));
    // Of a sender who sends byte by byte each would keep a buffer of its own.
    if (held.length > mostPieces) held.splice(0, held.length, Buffer.concat(held));
  }
  const small = Buffer.concat(held);
  return { size, small, open: () => Readable.from([small]), discard: async () => undefined };
}

async function spool(held: Uint8Array[], rest: AsyncIterable<Uint8Array>, folder: string): Promise<CollectedMail> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "raw");
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(joined(held, rest), file);
  } catch (error) {
    await discard();
    throw error;
  }
  const open = () => createReadStream(path, { highWaterMark: chunkSize });
  return { size: file.bytesWritten, small: null, open, discard };
}

async function* joined(held: Uint8Array[], rest: AsyncIterable<Uint8Array>) {
  yield* held.splice(0);
  yield* rest;
}
