import { fitted, type Pixels, upright } from "../pixels.ts";
import { samplesToPixels } from "./samples-to-pixels.ts";
import { TiffDirectory } from "./tiff-directory.ts";
import { tiffLayout } from "./tiff-layout.ts";
import { tiffSamples } from "./tiff-samples.ts";

/** The first picture of a TIFF as it is to be seen, with no side longer than `side`. Throws where it is not one that is shown. */
export function tiffPixels(file: Buffer, side: number): Pixels {
  const directory = new TiffDirectory(file);
  const samples = tiffSamples(file, directory, tiffLayout(directory));
  const pixels = samplesToPixels(samples, directory);
  return upright(fitted(pixels, side, pixelHeight(directory)), directory.number(274, 1));
}

/** How many times as high as wide a pixel is, where that is to be seen: a fax may have half as many rows as columns to the inch. */
function pixelHeight(directory: TiffDirectory): number {
  const [across = 0, acrossOf = 0] = directory.numbers(282, 2);
  const [down = 0, downOf = 0] = directory.numbers(283, 2);
  const ratio = (across * downOf) / (acrossOf * down);
  const isSeen = ratio > 1.2 || ratio < 1 / 1.2;
  return isSeen && ratio < 10 && ratio > 1 / 10 ? ratio : 1;
}
