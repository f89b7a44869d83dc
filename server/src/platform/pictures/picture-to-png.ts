import libheif from "libheif-js/wasm-bundle.js";
import { decodedKind } from "./picture-kinds.ts";
import { fitWithin, mostPixels, type Pixels, writePng } from "./pixels.ts";
import { tiffPixels } from "./tiff/tiff-pixels.ts";

// The libraries log whatever they cannot read, and this process runs nothing else.
Object.assign(console, { log: () => undefined, warn: () => undefined, error: () => undefined });

/** Enough for a screen, as photographs are large as PNG. */
const longestSide = 1_600;

/**
 * Converts the first picture of a HEIC or TIFF file to a PNG of screen size; null or rejected if it cannot be decoded.
 * Both are base64, because processes exchange text.
 */
export async function pictureToPng(file: string): Promise<string | null> {
  const bytes = Buffer.from(file, "base64");
  const kind = decodedKind(bytes);
  if (kind === null) return null;
  const picture = kind === "heic" ? await heicPixels(bytes, longestSide) : tiffPixels(bytes, longestSide);
  return picture && writePng(picture).toString("base64");
}

/**
 * Decodes the first picture of a HEIC file, scaled so that no side exceeds `side`; null if there is none or it has too
 * many pixels.
 */
async function heicPixels(bytes: Buffer, side: number): Promise<Pixels | null> {
  const [picture, ...others] = new libheif.HeifDecoder().decode(new Uint8Array(bytes));
  for (const other of others) other.free();
  if (!picture) return null;
  try {
    const size = { width: picture.get_width(), height: picture.get_height() };
    if (size.width < 1 || size.height < 1 || size.width * size.height > mostPixels) return null;
    const pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
    const filled = await new Promise<Pixels | null>((resolve) => picture.display(pixels, resolve));
    return filled && fitWithin(filled, side);
  } finally {
    picture.free();
  }
}
