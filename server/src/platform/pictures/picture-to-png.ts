import { decodedKind } from "./decoded-kind.ts";
import { heicPixels } from "./heic-pixels.ts";
import { tiffPixels } from "./tiff/tiff-pixels.ts";
import { writePng } from "./write-png.ts";

// The libraries tell the console of whatever they cannot read, and this process is there for them alone.
Object.assign(console, { log: () => undefined, warn: () => undefined, error: () => undefined });

/** Enough for a screen: in a PNG a photograph is large. */
const longestSide = 1_600;

/**
 * The first picture of a HEIC or TIFF file as a PNG, no larger than a screen shows; null or rejected where it holds none that can be
 * decoded. Both in base64: a process is told nothing but text.
 */
export async function pictureToPng(file: string): Promise<string | null> {
  const bytes = Buffer.from(file, "base64");
  const kind = decodedKind(bytes);
  if (kind === null) return null;
  const picture = kind === "heic" ? await heicPixels(bytes, longestSide) : tiffPixels(bytes, longestSide);
  return picture && writePng(picture).toString("base64");
}
