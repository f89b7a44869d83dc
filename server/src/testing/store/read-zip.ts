import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { fromBufferPromise } from "yauzl";

/** Reads the files of an archive by name, in order; refuses a wrong checksum, as programs do. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} has another sum`);
    files.set(entry.fileName, content);
  }
  return files;
}
