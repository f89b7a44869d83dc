import { deflateSync } from "node:zlib";
import { pngChunk } from "../../platform/pictures/pixels.ts";
import { onePixelPng } from "../one-pixel-png.ts";

/** Makes a GIF of two megabytes with 140,000 frames of one pixel each. */
export function gifOfPixels(): Buffer {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  return Buffer.concat([gif.subarray(0, 27), ...Array(140_000).fill(gif.subarray(27, -1)), gif.subarray(-1)]);
}

/** Packs the pixels of a one-colour PNG, this many on each side, into a thousandth of their size. */
export function pixelsOf(side: number): Buffer {
  return pngChunk("IDAT", deflateSync(Buffer.alloc(side * (1 + side * 4)), { level: 1 }));
}

/** Makes a PNG that claims this many pixels on each side, with as many pixels or with those of another size. */
export function pngBomb(side: number, pixels = pixelsOf(side)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const signature = onePixelPng.subarray(0, 8);
  return Buffer.concat([signature, pngChunk("IHDR", header), pixels, pngChunk("IEND", Buffer.alloc(0))]);
}
