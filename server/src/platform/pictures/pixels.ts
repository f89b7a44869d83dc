import { crc32, deflateSync } from "node:zlib";

/** Pixels of four bytes each: red, green, blue, alpha. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

/** More than phones and scanners produce; larger pictures are not decoded. */
export const mostPixels = 60_000_000;

/**
 * Scales pixels down so that no side exceeds `side`; each is the mean of those it replaces. `pixelHeight` is the ratio
 * of height to width of the given pixels.
 */
export function fitWithin(pixels: Pixels, side: number, pixelHeight = 1): Pixels {
  const { width, height } = pixels;
  const [wide, high] = pixelHeight > 1 ? [width, height * pixelHeight] : [width / pixelHeight, height];
  const scale = Math.min(1, side / Math.max(wide, high));
  const roundedScale = (length: number) => Math.max(1, Math.round(length * scale));
  const size = { width: roundedScale(wide), height: roundedScale(high) };
  return size.width === width && size.height === height ? pixels : resize(pixels, size);
}

function resize({ width, height, data }: Pixels, size: { width: number; height: number }): Pixels {
  const columns = spans(width, size.width);
  const small = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  let to = 0;
  for (const [top, bottom] of spans(height, size.height)) {
    for (const [left, right] of columns) {
      const sums = [0, 0, 0, 0] as [number, number, number, number];
      for (let y = top; y < bottom; y++) {
        for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
          sums[0] += data[at] ?? 0;
          sums[1] += data[at + 1] ?? 0;
          sums[2] += data[at + 2] ?? 0;
          sums[3] += data[at + 3] ?? 0;
        }
      }
      for (const sum of sums) small.data[to++] = sum / ((bottom - top) * (right - left));
    }
  }
  return small;
}

/** Divides `length` into `parts` ranges; if there are more parts than units, neighbours share one. */
function spans(length: number, parts: number): [number, number][] {
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * length) / parts);
    return [from, Math.max(from + 1, Math.floor(((part + 1) * length) / parts))];
  });
}

/** Rotates and mirrors pixels upright, by the TIFF and EXIF orientation: 1, unchanged, to 8. */
export function rotateUpright(pixels: Pixels, orientation: number): Pixels {
  if (!(orientation >= 2 && orientation <= 8)) return pixels;
  const { width, height, data } = pixels;
  const isOnSide = orientation >= 5;
  const size = isOnSide ? { width: height, height: width } : { width, height };
  const isFromRight = [2, 3, 7, 8].includes(orientation);
  const isFromBottom = [3, 4, 6, 7].includes(orientation);
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [across, down] = isOnSide ? [y, x] : [x, y];
      const column = isFromRight ? width - 1 - across : across;
      const row = isFromBottom ? height - 1 - down : down;
      to[y * size.width + x] = from[row * width + column] ?? 0;
    }
  }
  return { ...size, data: new Uint8ClampedArray(to.buffer) };
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** Encodes pixels as PNG (ISO/IEC 15948), eight bits per sample. */
export function writePng({ width, height, data }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits; red, green, blue and alpha.
  header.set([8, 6], 8);
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y++) {
    const from = y * width * 4;
    const to = y * (width * 4 + 1);
    // Differences from the row above compress photographs best at that speed.
    rows[to] = 2;
    for (let at = 0; at < width * 4; at++)
      rows[to + 1 + at] = (data[from + at] ?? 0) - (y === 0 ? 0 : (data[from - width * 4 + at] ?? 0));
  }
  const packed = deflateSync(rows, { level: 4 });
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", packed),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Encodes a PNG chunk with its length and checksum. */
export function pngChunk(kind: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(kind), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(checked), 4);
  return Buffer.concat([ends.subarray(0, 4), checked, ends.subarray(4)]);
}
