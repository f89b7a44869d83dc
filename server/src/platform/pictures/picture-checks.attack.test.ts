import { afterAll, expect, test } from "vitest";
import { onePixelPng } from "../../testing/one-pixel-png.ts";
import { gifOfPixels, pixelsOf, pngBomb } from "../../testing/strangers/hostile-pictures.ts";
import { PictureChecks } from "./picture-workers.ts";

// Enough for a busy machine.
const checks = new PictureChecks({ limitMs: 60_000 });
afterAll(() => checks.close());

const pixels = pixelsOf(6_000);

test.each([
  ["a GIF of 140,000 pictures", gifOfPixels(), "excessive"],
  ["a PNG that unpacks to a thousand times its size", pngBomb(6_000, pixels), null],
  ["a PNG beyond the limit of its sides", pngBomb(6_001, pixels), "excessive"],
])("checks %s within limits, and the next picture after it", async (_, bytes, fault) => {
  expect(await checks.faultOf(bytes)).toBe(fault);
  expect(await checks.faultOf(onePixelPng)).toBeNull();
});
