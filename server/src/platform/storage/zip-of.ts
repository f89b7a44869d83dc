import { crc32 } from "node:zlib";

/** A file as it lies in an archive: under which name, of when, and its bytes, which are asked for when it is its turn. */
export type ZippedFile = { name: string; at: Date; bytes: () => AsyncIterable<Uint8Array> };

/** The most that a block of a stored stream holds, the flags (lengths follow, names are UTF-8), and the version that understands them. */
const mostInBlock = 65_535;
const flags = 0x0808;
const version = 20;
const deflated = 8;
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * An archive (ZIP) of files as a stream, of which one chunk is in memory at a time. Nothing is made smaller, as pictures and documents
 * are already and it would take the processor's time. Fewer than 65,536 files with less than 4 GB together.
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
    const made = fields([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [time, 4]);
    const place = fields([encoded.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]);
    directory.push(Buffer.concat([made, lengths, place, encoded]));
  }
  const whole = Buffer.concat(directory);
  const count = directory.length;
  yield whole;
  yield fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [whole.length, 4], [offset, 4], [0, 2]);
}

/** Bytes as blocks of a deflated stream that are stored as they are. */
function* blocksOf(chunk: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += mostInBlock) {
    const part = chunk.subarray(at, at + mostInBlock);
    yield Buffer.concat([fields([0, 1], [part.length, 2], [0xffff - part.length, 2]), part]);
  }
}

/** Numbers, the lowest byte of each first. */
function fields(...numbers: [value: number, size: number][]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of numbers) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** A moment as archives keep it, in UTC, to two seconds. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 0x10000 + time;
}
