import { crc32 } from "node:zlib";

/** A chunk of a PNG, with its length and checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(kind), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(checked), 4);
  return Buffer.concat([ends.subarray(0, 4), checked, ends.subarray(4)]);
}
