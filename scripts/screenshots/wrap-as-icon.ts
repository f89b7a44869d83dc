const headBytes = 6;
const entryBytes = 16;
/** Where a PNG's width stands (PNG specification, section 11.2.1). */
const widthAt = 16;

/** Puts square PNGs of at most 256 pixels into one ICO file, which browsers ask for as /favicon.ico. */
export function wrapAsIcon(pngs: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(headBytes + entryBytes * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let at = head.length;
  for (const [index, png] of pngs.entries()) {
    const size = png.readUInt32BE(widthAt);
    if (size > 256) throw new Error(`An icon of ${size} pixels is too large for an ICO file`);
    const entry = headBytes + index * entryBytes;
    // 256 is written as 0.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pngs]);
}
