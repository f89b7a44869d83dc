/** What both sides begin with (MS-OXRTFCP, section 2.1.2.1), 207 characters. */
const dictionary =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

const headerBytes = 16;
const windowBytes = 4_096;
const compressed = 0x75465a4c;
const plain = 0x414c454d;

/**
 * The RTF of a mail as Exchange packs it (MS-OXRTFCP), up to `mostBytes` of it and as far as it goes where it is cut off; null where it is
 * packed otherwise.
 */
export function expandRtf(packed: Buffer, mostBytes: number): Buffer | null {
  if (packed.length < headerBytes) return null;
  const kind = packed.readUInt32LE(8);
  const most = Math.min(mostBytes, packed.readUInt32LE(4));
  if (kind === plain) return packed.subarray(headerBytes, headerBytes + most);
  return kind === compressed ? expand(packed, most) : null;
}

function expand(packed: Buffer, most: number): Buffer {
  const window = Buffer.alloc(windowBytes);
  let end = window.write(dictionary, "latin1");
  // A word of two bytes stands for 17 at most, whatever the header says.
  const out = Buffer.alloc(Math.min(most, packed.length * 9));
  let size = 0;
  const put = (byte: number) => {
    window[end] = byte;
    end = (end + 1) % windowBytes;
    if (size < out.length) out[size++] = byte;
  };
  let at = headerBytes;
  while (at < packed.length && size < out.length) {
    const control = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      if (at + 2 > packed.length) return out.subarray(0, size);
      const word = packed.readUInt16BE(at);
      at += 2;
      const from = word >> 4;
      if (from === end) return out.subarray(0, size);
      for (let step = 0; step < (word & 15) + 2; step += 1) put(window[(from + step) % windowBytes] ?? 0);
    }
  }
  return out.subarray(0, size);
}
