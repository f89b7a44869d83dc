import libheif from "libheif-js/wasm-bundle.js";
import { decodedKind } from "./picture-kinds.ts";
import { fitted, mostPixels, type Pixels, writePng } from "./pixels.ts";
import { tiffPixels } from "./tiff/tiff-pixels.ts";

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

/** The first picture of a HEIC file, with no side longer than `side`; null where it holds none, or one of more pixels than are decoded. */
async function heicPixels(bytes: Buffer, side: number): Promise<Pixels | null> {
  const [picture, ...others] = new libheif.HeifDecoder().decode(new Uint8Array(bytes));
  for (const other of others) other.free();
  if (!picture) return null;
  try {
    const size = { width: picture.get_width(), height: picture.get_height() };
    if (size.width < 1 || size.height < 1 || size.width * size.height > mostPixels) return null;
    const pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
    const filled = await new Promise<Pixels | null>((resolve) => picture.display(pixels, resolve));
    return filled && fitted(filled, side);
  } finally {
    picture.free();
  }
}
