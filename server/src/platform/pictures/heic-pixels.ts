import libheif from "libheif-js/wasm-bundle.js";
import { fitted, mostPixels, type Pixels } from "./pixels.ts";

/** The first picture of a HEIC file, with no side longer than `side`; null where it holds none, or one of more pixels than are decoded. */
export async function heicPixels(bytes: Buffer, side: number): Promise<Pixels | null> {
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
