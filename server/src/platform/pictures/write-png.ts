import { crc32, deflateSync } from "node:zlib";
import type { Pixels } from "./pixels.ts";

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** A PNG (ISO/IEC 15948) of pixels, eight bits a sample. */
export function writePng({ width, height, data }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, red, green, blue and alpha.
  header.set([8, 6], 8);
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y++) {
    const from = y * width * 4;
    const to = y * (width * 4 + 1);
    // As differences from the row above, which photographs are packed best by at that speed.
    rows[to] = 2;
    for (let at = 0; at < width * 4; at++)
      rows[to + 1 + at] = (data[from + at] ?? 0) - (y === 0 ? 0 : (data[from - width * 4 + at] ?? 0));
  }
  const packed = deflateSync(rows, { level: 4 });
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", packed),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG, with its length and checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(kind), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(checked), 4);
  return Buffer.concat([ends.subarray(0, 4), checked, ends.subarray(4)]);
}
