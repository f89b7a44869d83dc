import { crc32, createInflate } from "node:zlib";

type Header = { width: number; height: number; depth: number; color: number; isInterlaced: boolean };

/** How many samples a pixel has, by the kind of colour. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Where the seven passes of an interlaced picture begin, and how far apart their pixels are. */
const passes = [
  ...([[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const] as const),
  ...([[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const] as const),
];

/** Whether every chunk up to the last has its checksum, and the pixels unpack to all that the header promises (ISO/IEC 15948). */
export async function isWholePng(view: DataView): Promise<boolean> {
  const data: Uint8Array[] = [];
  let header: Header | null = null;
  for (let at = 8; ; ) {
    const size = view.getUint32(at);
    const kind = view.getUint32(at + 4);
    const checked = bytesOf(view, at + 4, size + 4);
    if (crc32(checked) !== view.getUint32(at + 8 + size)) return false;
    // "IHDR", "IDAT", "IEND"
    if (kind === 0x49484452) {
      // The first one is what its size is read of.
      if (header !== null) return false;
      header = readHeader(view, at + 8);
    }
    if (kind === 0x49444154) data.push(checked.subarray(4));
    at += 12 + size;
    if (kind === 0x49454e44) break;
  }
  if (header === null || data.length === 0) return false;
  const wanted = unpackedSize(header);
  return wanted !== null && (await unpacksTo(data, wanted));
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView, at: number, size: number): Uint8Array {
  if (at + size > byteLength) throw new RangeError("It ends before");
  return new Uint8Array(buffer, byteOffset + at, size);
}

function readHeader(view: DataView, at: number): Header {
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)];
  const [depth, color] = [view.getUint8(at + 8), view.getUint8(at + 9)];
  return { width, height, depth, color, isInterlaced: view.getUint8(at + 12) === 1 };
}

/** How many bytes the rows have with what says how each is filtered; null of a kind of colour that there is not. */
function unpackedSize({ width, height, depth, color, isInterlaced }: Header): number | null {
  const perPixel = samples[color];
  if (perPixel === undefined || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const rows = (across: number, down: number) =>
    across > 0 && down > 0 ? down * (1 + Math.ceil((across * depth * perPixel) / 8)) : 0;
  if (!isInterlaced) return rows(width, height);
  const part = (size: number, from: number, step: number) => Math.ceil((size - from) / step);
  const sizes = passes.map(([x, y, across, down]) => rows(part(width, x, across), part(height, y, down)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Unpacks a part at a time, keeping none: a picture can be a thousand times as large as its file. */
async function unpacksTo(data: readonly Uint8Array[], wanted: number): Promise<boolean> {
  const unpacked = createInflate();
  unpacked.on("error", () => undefined);
  unpacked.end(Buffer.concat(data));
  let size = 0;
  try {
    for await (const part of unpacked) {
      size += part.length;
      if (size > wanted) break;
    }
  } catch {
    // Cut off, or not packed data at all.
    return false;
  }
  return size >= wanted;
}
