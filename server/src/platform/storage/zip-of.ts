import { crc32 } from "node:zlib";

/** A file for an archive; `bytes` is called when its turn comes. */
export type ZippedFile = { name: string; at: Date; bytes: () => AsyncIterable<Uint8Array> };

/** The largest stored block, the flags (sizes follow, UTF-8 names), and the required version. */
const mostInBlock = 65_535;
const flags = 0x0808;
const version = 20;
const deflated = 8;
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Streams a ZIP archive, with one chunk in memory at a time. Does not compress, as pictures and documents already are.
 * Limited to 65,535 files and 4 GB in total.
 */
export async function* zipOf(files: Iterable<ZippedFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, at, bytes } of files) {
    const start = offset;
    const [encoded, time] = [Buffer.from(name), dosTime(at)];
    const header = fields([0x04034b50, 4], [version, 2], [flags, 2], [deflated, 2], [time, 4], [0, 4], [0, 4], [0, 4]);
    const local = Buffer.concat([header, fields([encoded.length, 2], [0, 2]), encoded]);
    let [sum, size, packed] = [0, 0, 0];
    yield local;
    for await (const chunk of bytes()) {
      sum = crc32(chunk, sum);
      size += chunk.length;
      for (const block of blocksOf(chunk)) {
        packed += block.length;
        yield block;
      }
    }
    packed += lastBlock.length;
    const lengths = fields([sum, 4], [packed, 4], [size, 4]);
    yield Buffer.concat([lastBlock, fields([0x08074b50, 4]), lengths]);
    offset += local.length + packed + 4 + lengths.length;
    const central = fields([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [time, 4]);
    const place = fields([encoded.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]);
    directory.push(Buffer.concat([central, lengths, place, encoded]));
  }
  const whole = Buffer.concat(directory);
  const count = directory.length;
  yield whole;
  yield fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [whole.length, 4], [offset, 4], [0, 2]);
}

/** Yields bytes as stored blocks of a deflate stream. */
function* blocksOf(chunk: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += mostInBlock) {
    const part = chunk.subarray(at, at + mostInBlock);
    yield Buffer.concat([fields([0, 1], [part.length, 2], [0xffff - part.length, 2]), part]);
  }
}

/** Encodes little-endian numbers. */
function fields(...numbers: [value: number, size: number][]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of numbers) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** Encodes a time in DOS format, in UTC, to two seconds. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 0x10000 + time;
}
