import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { codeOf, reasonOf } from "../error-code.ts";
import { readPartName } from "./backup-format.ts";

const readSize = 1024 * 1024;

type Unpacked = { name: string; body: AsyncIterable<Uint8Array> };
/** A file, or all parts of a table put together: to be read to its end before the next one is asked for. */
export type Unit = { path: string; body: AsyncIterable<Uint8Array> };

/** What a backup holds, in its order; throws where it is cut off or its packing is damaged. */
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
    // The streams in between give it on without its words.
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

/** From its beginning; unlike the file's own streams it leaves nothing open that the file would wait for when it is closed. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(readSize), 0, readSize, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
