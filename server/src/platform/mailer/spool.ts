import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { scratchPath } from "../storage/scratch-path.ts";

/** Of a mail that is made: what is larger lies in a file until it is sent. */
const mostInMemory = 256_000;
const pieceBytes = 64 * 1024;

/** Bytes that are written once and then read once. */
export type Spool = {
  write(piece: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  /** Whoever opened it removes it. */
  remove(): Promise<void>;
};

/** Opens a place for bytes: in memory while they are few, else in the scratch folder of the data directory. */
export function openSpool(dataDir: string): Spool {
  const pieces: Buffer[] = [];
  let size = 0;
  let path: string | null = null;
  let file: FileHandle | null = null;
  return {
    async write(piece) {
      size += piece.length;
      pieces.push(piece);
      if (file === null && size <= mostInMemory) return;
      if (file === null) {
        path = scratchPath(dataDir);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        file = await open(path, "wx+", 0o600);
      }
      for (const one of pieces.splice(0)) await file.writeFile(one);
    },
    async *read() {
      yield* pieces;
      if (file === null) return;
      for (let at = 0; at < size; ) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
        if (bytesRead === 0) throw new Error("A mail that was put aside is no longer whole");
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    async remove() {
      await file?.close();
      if (path !== null) await rm(path, { force: true });
    },
  };
}
