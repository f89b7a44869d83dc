import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { pngChunk } from "../../testing/png-chunk.ts";
import { PictureChecks } from "./picture-checks.ts";

// As long as a busy machine takes.
const checks = new PictureChecks({ limitMs: 60_000 });
afterAll(() => checks.close());

/** Two megabytes that are pictures of a pixel each. */
function gifOfPixels(): Buffer {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const [start, picture, end] = [gif.subarray(0, 27), gif.subarray(27, -1), gif.subarray(-1)];
  return Buffer.concat([start, ...Array(140_000).fill(picture), end]);
}

/** All of one colour: as large as is allowed it is 144 MB, in some hundred kilobytes. */
function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const signature = onePixelPng.subarray(0, 8);
  return Buffer.concat([signature, pngChunk("IHDR", header), rows, pngChunk("IEND", Buffer.alloc(0))]);
}
const rows = pngChunk("IDAT", deflateSync(Buffer.alloc(6_000 * (1 + 6_000 * 4)), { level: 1 }));

test.each([
  ["a GIF of 140,000 pictures", gifOfPixels(), "excessive"],
  ["a PNG that unpacks to a thousand times its size", pngBomb(6_000), null],
  ["a PNG beyond the limit of its sides", pngBomb(6_001), "excessive"],
])("%s is looked at within bounds, and the next one after it", async (_, bytes, fault) => {
  expect(await checks.faultOf(bytes)).toBe(fault);
  expect(await checks.faultOf(onePixelPng)).toBeNull();
});
