import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { codeOf, reasonOf } from "../error-code.ts";
import { readPartName } from "./backup-format.ts";

const readSize = 1024 * 1024;

type Unpacked = { name: string; body: AsyncIterable<Uint8Array> };
/** A file or a table's joined parts. Read it to its end before asking for the next one. */
export type Unit = { path: string; body: AsyncIterable<Uint8Array> };

/** Yields a backup's contents in order; throws if it is cut off or damaged. */
export async function* unpack(file: FileHandle): AsyncGenerator<Unit> {
  const files = unpackFiles(file);
  let next = await files.next();
  while (!next.done) {
    const { path } = readPartName(next.value.name);
    yield { path, body: joinParts(path) };
  }

  async function* joinParts(path: string): AsyncGenerator<Uint8Array> {
    for (let expected = 1; !next.done; expected += 1) {
      const { name, body } = next.value;
      const found = readPartName(name);
      if (found.path !== path) return;
      if (found.part !== expected) throw new Error(`${name} is not where it belongs`);
      try {
        yield* body;
      } catch (error) {
        throw packingFault(error);
      }
      next = await files.next();
    }
  }
}

async function* unpackFiles(file: FileHandle): AsyncGenerator<Unpacked> {
  const packed = Readable.from(bytesOf(file));
  const plain = createGunzip({ chunkSize: 256 * 1024 });
  packed.once("error", (error) => plain.destroy(error));
  let fault: unknown;
  plain.once("error", (error) => {
    fault = error;
  });
  try {
    const entries = Readable.toWeb(packed.pipe(plain)).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (header.type !== undefined && header.type !== "file") throw new Error(`${header.name} is no file`);
      yield { name: header.name, body };
    }
  } catch (error) {
    // The intermediate streams lose the error's message.
    throw packingFault(fault ?? error);
  } finally {
    packed.destroy();
    plain.destroy();
  }
}

function packingFault(cause: unknown): unknown {
  if (codeOf(cause) === "Z_BUF_ERROR") return new Error("its end is missing", { cause });
  return codeOf(cause)?.startsWith("Z_") ? new Error(`its packing is damaged (${reasonOf(cause)})`, { cause }) : cause;
}

/**
 * Reads a file from its beginning. Unlike the file's own streams it leaves nothing open that closing would wait for.
 */
async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(readSize), 0, readSize, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
