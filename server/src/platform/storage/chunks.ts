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
