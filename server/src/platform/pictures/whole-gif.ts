/** How many pictures a GIF has, read up to `most` of them; 0 where it does not go to its trailer or one does not unpack to all of its pixels (GIF89a). */
export function picturesInGif(view: DataView, most: number): number {
  const lengths = new Uint32Array(4096);
  let pictures = 0;
  for (let at = 13 + tableSize(view.getUint8(10)); pictures < most; ) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      at = blocksAt(view, at + 2).end;
      continue;
    }
    if (kind !== 0x2c) return 0;
    const pixels = view.getUint16(at + 5, true) * view.getUint16(at + 7, true);
    const packed = at + 10 + tableSize(view.getUint8(at + 9));
    const { data, end } = blocksAt(view, packed + 1);
    if (!unpacksTo(data, view.getUint8(packed), pixels, lengths)) return 0;
    pictures += 1;
    at = end;
  }
  return pictures;
}

/** In bytes, of the colours that flags announce. */
function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The data of blocks that follow each other until an empty one, and where that ends. */
function blocksAt(view: DataView, from: number): { data: Uint8Array; end: number } {
  const parts: Uint8Array[] = [];
  let at = from;
  for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) {
    if (at + 1 + size > view.byteLength) throw new RangeError("It ends before");
    parts.push(new Uint8Array(view.buffer, view.byteOffset + at + 1, size));
    at += 1 + size;
  }
  return { data: Buffer.concat(parts), end: at + 1 };
}

/** Whether LZW codes stand for at least so many pixels; of each code only counts how many, which `lengths` has room for. */
function unpacksTo(data: Uint8Array, codeSize: number, pixels: number, lengths: Uint32Array): boolean {
  if (codeSize < 1 || codeSize > 8) return false;
  const clear = 1 << codeSize;
  lengths.fill(1, 0, clear);
  let [next, width, previous, count] = [clear + 2, codeSize + 1, -1, 0];
  for (let bit = 0; count < pixels; bit += width) {
    if (bit + width > data.length * 8) return false;
    const code = codeAt(data, bit, width);
    if (code === clear + 1) return false;
    if (code === clear) {
      [next, previous] = [clear + 2, -1];
      // What was read is as wide as before; what follows begins anew.
      bit += width - (codeSize + 1);
      width = codeSize + 1;
      continue;
    }
    if (code > next || (code === next && previous < 0)) return false;
    if (previous >= 0 && next < 4096) {
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
    }
    count += lengths[code] ?? 0;
    previous = code;
    if (next === 1 << width && width < 12) {
      bit -= 1;
      width += 1;
    }
  }
  return true;
}

function codeAt(data: Uint8Array, bit: number, width: number): number {
  const at = bit >> 3;
  const bits = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  return (bits >> (bit & 7)) & ((1 << width) - 1);
}
