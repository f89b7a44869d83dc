import { limits } from "@deskhand/contract/limits";
import { measurePicture } from "./measure-picture.ts";
import { picturesInGif } from "./whole-gif.ts";
import { isWholePng } from "./whole-png.ts";

/** Not there to its last byte, or more pixels or frames than anybody needs to be shown. */
export type PictureFault = "broken" | "excessive";

/**
 * What is wrong with a PNG, GIF, JPEG or WebP, so that nobody is shown half of it: a PNG's and a GIF's pixels are unpacked and counted,
 * of a JPEG and a WebP the parts are followed to the end. Its work is bounded by the sides that it may have.
 */
export async function checkPicture(bytes: Uint8Array): Promise<PictureFault | null> {
  const size = measurePicture(bytes);
  if (size === null) return "broken";
  if (Math.max(size.width, size.height) > limits.pictureSide) return "excessive";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x47494638) return faultOfGif(view);
    return (await isWhole(view)) ? null : "broken";
  } catch (error) {
    // It ends before it says that it does.
    if (error instanceof RangeError) return "broken";
    throw error;
  }
}

function faultOfGif(view: DataView): PictureFault | null {
  const pictures = picturesInGif(view, limits.pictureFrames + 1);
  if (pictures === 0) return "broken";
  return pictures > limits.pictureFrames ? "excessive" : null;
}

async function isWhole(view: DataView): Promise<boolean> {
  if (view.getUint32(0) === 0x89504e47) return isWholePng(view);
  return view.getUint32(0) === 0x52494646 ? isWholeWebp(view) : isWholeJpeg(view);
}

/** ITU-T T.81, annex B: from the start of the image over a frame and a scan to the end of the image. */
function isWholeJpeg(view: DataView): boolean {
  if (view.getUint16(0) !== 0xffd8) return false;
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return hasFrame && hasScan;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) hasFrame = true;
    // A marker may be preceded by any number of these.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
    if (marker !== 0xda) continue;
    const data = at;
    at = endOfScan(view, at);
    if (at === data) return false;
    hasScan = true;
  }
}

/** Where a scan's data ends: at the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(view: DataView, from: number): number {
  for (let at = from; ; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}

/** RFC 9649: every chunk within the file's length, and a picture among them, or in the frames of an animation. */
function isWholeWebp(view: DataView): boolean {
  if (view.getUint32(8) !== 0x57454250) return false;
  const end = 8 + view.getUint32(4, true);
  return end <= view.byteLength && hasPicture(view, 12, end);
}

function hasPicture(view: DataView, from: number, end: number): boolean {
  let found = false;
  for (let at = from; at + 8 <= end; ) {
    const kind = view.getUint32(at);
    const size = view.getUint32(at + 4, true);
    const data = at + 8;
    if (data + size > end) return false;
    // "VP8 ", "VP8L", "ANMF"
    if (kind === 0x56503820 && !isVp8(view, data, size)) return false;
    if (kind === 0x5650384c && (size < 6 || view.getUint8(data) !== 0x2f)) return false;
    if (kind === 0x414e4d46 && !hasPicture(view, data + 16, data + size)) return false;
    found ||= [0x56503820, 0x5650384c, 0x414e4d46].includes(kind);
    at = data + size + (size % 2);
  }
  return found;
}

/** RFC 6386, section 9.1: a key frame whose first partition is all there. */
function isVp8(view: DataView, at: number, size: number): boolean {
  if (size < 10) return false;
  const tag = view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
  const isKeyFrame = (tag & 1) === 0 && view.getUint8(at + 3) === 0x9d && view.getUint16(at + 4) === 0x012a;
  return isKeyFrame && 10 + (tag >> 5) <= size;
}
