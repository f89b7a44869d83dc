import { deflateSync } from "node:zlib";
import { pngChunk } from "../../platform/pictures/pixels.ts";
import { onePixelPng } from "../one-pixel-png.ts";

/** Two megabytes that are 140,000 pictures of a pixel each. */
export function gifOfPixels(): Buffer {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  return Buffer.concat([gif.subarray(0, 27), ...Array(140_000).fill(gif.subarray(27, -1)), gif.subarray(-1)]);
}

/** The pixels of a PNG of one colour, of so many on each side: a thousandth of what they unpack to. */
export function pixelsOf(side: number): Buffer {
  return pngChunk("IDAT", deflateSync(Buffer.alloc(side * (1 + side * 4)), { level: 1 }));
}

/** A PNG that says to have so many pixels on each side, with its own, or with those of another. */
export function pngBomb(side: number, pixels = pixelsOf(side)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const signature = onePixelPng.subarray(0, 8);
  return Buffer.concat([signature, pngChunk("IHDR", header), pixels, pngChunk("IEND", Buffer.alloc(0))]);
}
