import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { pngChunk } from "../../testing/png-chunk.ts";
import { PictureChecks } from "./picture-checks.ts";

const checks = new PictureChecks();
afterAll(() => checks.close());

/** What becomes of a work, and how often this thread could turn to something else meanwhile. */
async function watched<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const result = await work;
  isOver = true;
  return { result, turns };
}

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
])("%s does not hold the thread that answers people", async (_, bytes, fault) => {
  await checks.faultOf(onePixelPng);
  const { result, turns } = await watched(checks.faultOf(bytes));
  expect(result).toBe(fault);
  expect(turns).toBeGreaterThan(10);
});

test("one that takes longer than it may is refused, and the next one is looked at", async () => {
  const hasty = new PictureChecks({ limitMs: 5 });
  expect(await hasty.faultOf(pngBomb(6_000))).toBe("excessive");
  await hasty.close();
  expect(await checks.faultOf(onePixelPng)).toBeNull();
});
