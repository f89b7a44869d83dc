/** An Outlook property: its number, its type and its value. */
export type TnefProperty = { id: number; type: number; value: Buffer; name?: string };
export type TnefPart = {
  text?: string;
  codePage?: number;
  properties?: TnefProperty[];
  files?: { title?: string; bytes?: Buffer; properties?: TnefProperty[] }[];
};

/** Makes a winmail.dat (MS-OXTNEF) of these parts. */
export function tnefOf({ text, codePage, properties = [], files = [] }: TnefPart): Buffer {
  const zero = Buffer.from([0]);
  return Buffer.concat([
    Buffer.from("789f3e220100", "hex"),
    attribute(1, 0x00089006, number(0x00010000)),
    ...(codePage === undefined ? [] : [attribute(1, 0x00069007, Buffer.concat([number(codePage), number(0)]))]),
    ...(text === undefined ? [] : [attribute(1, 0x0002800c, Buffer.concat([Buffer.from(text, "latin1"), zero]))]),
    ...(properties.length === 0 ? [] : [attribute(1, 0x00069003, propertiesOf(properties))]),
    ...files.flatMap((file) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      ...(file.title === undefined
        ? []
        : [attribute(2, 0x00018010, Buffer.concat([Buffer.from(file.title, "latin1"), zero]))]),
      ...(file.bytes === undefined ? [] : [attribute(2, 0x0006800f, file.bytes)]),
      ...(file.properties === undefined ? [] : [attribute(2, 0x00069005, propertiesOf(file.properties))]),
    ]),
  ]);
}

/** Makes a property of a Windows text, two bytes a letter. */
export function unicode(id: number, text: string): TnefProperty {
  return { id, type: 0x1f, value: Buffer.from(`${text}\0`, "utf16le") };
}

/** Makes a property of bytes. */
export function binary(id: number, value: Buffer): TnefProperty {
  return { id, type: 0x102, value };
}

/** Makes the property with which a message attaches another. */
export function attachedMessage(tnef: Buffer): TnefProperty {
  return { id: 0x3701, type: 0x0d, value: Buffer.concat([Buffer.alloc(16, 7), tnef]) };
}

/** Makes a property of a time, counted as Windows does. */
export function fileTime(id: number, at: Date): TnefProperty {
  const value = Buffer.alloc(8);
  value.writeBigUInt64LE(BigInt(at.getTime() + 11_644_473_600_000) * 10_000n);
  return { id, type: 0x40, value };
}

/** Makes a property of a number. */
export function wholeNumber(id: number, value: number): TnefProperty {
  return { id, type: 0x03, value: number(value) };
}

function propertiesOf(properties: TnefProperty[]): Buffer {
  return Buffer.concat([number(properties.length), ...properties.map(propertyOf)]);
}

function propertyOf({ id, type, value, name }: TnefProperty): Buffer {
  const tag = Buffer.alloc(4);
  tag.writeUInt16LE(type, 0);
  tag.writeUInt16LE(id, 2);
  const isLong = [0x0d, 0x1e, 0x1f, 0x102].includes(type);
  const named =
    name === undefined ? [] : [Buffer.alloc(16, 3), number(1), counted(Buffer.from(`${name}\0`, "utf16le"))];
  return Buffer.concat([tag, ...named, ...(isLong ? [number(1), counted(value)] : [filled(value)])]);
}

function counted(bytes: Buffer): Buffer {
  return Buffer.concat([number(bytes.length), filled(bytes)]);
}

function filled(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function attribute(level: number, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(data.reduce((all, byte) => (all + byte) % 65_536, 0));
  return Buffer.concat([head, data, sum]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Packs RTF as Exchange does (MS-OXRTFCP): each repetition within its window becomes a reference. */
export function packRtf(rtf: string): Buffer {
  const source = Buffer.from(rtf, "latin1");
  const window = Buffer.alloc(4_096);
  let end = window.write(startOfWindow, "latin1");
  const groups: Buffer[] = [];
  let [control, bits, pieces]: [number, number, number[]] = [0, 0, []];
  const close = () => {
    groups.push(Buffer.from([control, ...pieces]));
    [control, bits, pieces] = [0, 0, []];
  };
  const writeByte = (byte: number) => {
    window[end] = byte;
    end = (end + 1) % 4_096;
  };
  const refer = (from: number, length: number) => {
    control |= 1 << bits;
    pieces.push(from >> 4, ((from & 15) << 4) | (length - 2));
  };
  for (let at = 0; at < source.length; ) {
    const length = Math.min(17, source.length - at);
    const found = [...Array(Math.max(0, length - 2)).keys()]
      .map((shorter) => length - shorter)
      .map((size) => ({ size, from: window.indexOf(source.subarray(at, at + size)) }))
      .find(({ from, size }) => from >= 0 && (from + size <= end || from > end) && from !== end);
    if (found) refer(found.from, found.size);
    else pieces.push(source[at] ?? 0);
    const taken = found?.size ?? 1;
    for (const byte of source.subarray(at, at + taken)) writeByte(byte);
    at += taken;
    bits += 1;
    if (bits === 8) close();
  }
  refer(end, 2);
  close();
  const body = Buffer.concat(groups);
  return Buffer.concat([number(body.length + 12), number(source.length), Buffer.from("LZFu"), number(0), body]);
}

const startOfWindow =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
