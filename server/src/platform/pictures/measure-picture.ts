export type Size = { width: number; height: number };

/** Reads the size in pixels from the header of a PNG, GIF, WebP or JPEG; null if it has none. */
export function measurePicture(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeIn(view);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // The file ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sizeIn(view: DataView): Size | null {
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  // GIF8
  if (view.getUint32(0) === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  // RIFF, WEBP
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return sizeOfWebp(view);
  return view.getUint16(0) === 0xffd8 ? sizeOfJpeg(view) : null;
}

/** RFC 9649: the first chunk has the size, in one of three forms. */
function sizeOfWebp(view: DataView): Size | null {
  const kind = view.getUint32(12);
  // "VP8 ", "VP8L", "VP8X"
  if (kind === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503858) return null;
  const side = (at: number) => (view.getUint32(at, true) & 0xffffff) + 1;
  return { width: side(24), height: side(27) };
}

/** ITU-T T.81, annex B: the frame's header follows any number of other segments. */
function sizeOfJpeg(view: DataView): Size | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
}
