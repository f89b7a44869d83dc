import { createHash } from "node:crypto";

/** Bytes are stored in pieces of this size, so that neither writing nor reading a large file holds it in memory. */
export const chunkSize = 256 * 1024;

/** Cuts a stream into chunks of 256 kB, the last one shorter. */
export async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    held.push(piece);
    size += piece.length;
    if (size < chunkSize) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; all.length - at >= chunkSize; at += chunkSize) yield all.subarray(at, at + chunkSize);
    held = [all.subarray(at)];
    size = all.length - at;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Passes chunks on while measuring them. */
export function measured(chunks: AsyncIterable<Buffer>) {
  const hash = createHash("sha256");
  let size = 0;
  return {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    /** Bytes and SHA-256 (hex) of all that went by; ask once, after the last chunk. */
    total: () => ({ size, sha256: hash.digest("hex") }),
  };
}
