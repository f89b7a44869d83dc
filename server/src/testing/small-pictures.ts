/** A HEIC picture of 64 by 48 pixels: red on the left, blue on the right. */
export const smallHeic = Buffer.from(
  [
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAvxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA",
    "AAAAACAAAAGGlkYXQAAAAAAEAAMAAAAAAAQAAwAAAAYGlsb2MBAAAAREAABAABAAAAAAAAAyAAAQAAAAAAAABlAAIAAQAAAAAAAAABAAAAAAAA",
    "AAgAAwAAAAAAAAOFAAEAAAAAAAAAEwAEAAEAAAAAAAAAAQAAAAgAAAAIAAAAYmlpbmYAAAAAAAQAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW",
    "5mZQIAAAAAAgAAZ3JpZAAAAAAVaW5mZQIAAAEAAwAAaHZjMQAAAAAVaW5mZQIAAAAABAAAZ3JpZAAAAAGxaXBycAAAAYRpcGNvAAAAdmh2Y0MB",
    "A3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkpr",
    "m4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgI",
    "AAAAcWh2Y0MBBAgAAAAAAAAAAAAe8AD8/Pj4AAAPAyAAAQAXQAEMAf//BAgAAAMAn/gAAAMAAB66AkAhAAEAJkIBAQQIAAADAJ/4AAADAAAewI",
    "IEFlurkprmwIAAAAMAgAAAAwCEIgABAAZEAcFzwIkAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAAEAAAAAwAAAADnBpeGkAAAAA",
    "AQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAlaXBtYQAAAAAAAAAEAAECgQIAAgIDhAADAoUGAAQDB4iJAAAANm",
    "lyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOZGltZwAEAAEAAwAAAA5hdXhsAAQAAQACAAAAgG1kYXQAAABhKAGvE4D4EOGn//tuo//khzw/KO5m",
    "J//jLOR/WVQ//LskO7vYTFMDxarDge8cObBJiw2EuNGIZWJk7h9qgH/kfhpMU3ITwIUCriBVuQIgpU/T5y3MvgCR/WvKrYtwPPvv3AAAAA8oAa",
    "4n59y33/+aL3nAK+A=",
  ].join(""),
  "base64",
);

/** A JPEG of 16 by 16 pixels: red on the left, blue on the right. */
export const smallJpeg = Buffer.from(
  [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGB",
    "IUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQABADAREA",
    "AhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAACQf/xAAUEQEAAAAAAA",
    "AAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdEMKmAjjB0PoOTFgI4wdH/9k=",
  ].join(""),
  "base64",
);

/** The types of those tags that do not hold 16-bit numbers: sizes and offsets, fractions, bytes. */
const kindOfTag = new Map([
  ...[254, 256, 257, 273, 278, 279, 322, 323, 324, 325, 330, 34665].map((tag) => [tag, 4] as const),
  ...[282, 283].map((tag) => [tag, 5] as const),
  [347, 7] as const,
]);

/**
 * Makes a TIFF of these strips, or of tiles if field 322 gives their width. Fields are keyed by tag, with fractions as two
 * numbers; without fields it is a grey picture of 8 by 4 pixels, eight bits each, in one strip.
 */
export function makeTiff(
  parts: readonly Buffer[],
  fields: Readonly<Record<number, readonly number[]>> = {},
  { isBigEndian = false, next = 0 } = {},
): Buffer {
  const number = (value: number, bytes: number) => {
    const written = Buffer.alloc(bytes);
    if (isBigEndian) written.writeUIntBE(value, 0, bytes);
    else written.writeUIntLE(value, 0, bytes);
    return written;
  };
  const isTiled = 322 in fields;
  const positions = parts.map((_, at) => 8 + Buffer.concat(parts.slice(0, at)).length);
  const all = {
    256: [8],
    257: [4],
    258: [8],
    259: [1],
    262: [1],
    277: [1],
    [isTiled ? 324 : 273]: positions,
    [isTiled ? 325 : 279]: parts.map(({ length }) => length),
    ...fields,
  };
  const entries = Object.entries(all).map(([tag, values]) => {
    const kind = kindOfTag.get(Number(tag)) ?? 3;
    const size = kind === 3 ? 2 : kind === 7 ? 1 : 4;
    const count = kind === 5 ? values.length / 2 : values.length;
    return { tag: Number(tag), kind, count, values: Buffer.concat(values.map((value) => number(value, size))) };
  });
  const data = Buffer.concat(parts);
  const from = 8 + data.length;
  let end = from + 2 + entries.length * 12 + 4;
  const directory = entries.map(({ tag, kind, count, values }) => {
    const start = [number(tag, 2), number(kind, 2), number(count, 4)];
    if (values.length <= 4) return Buffer.concat([...start, values, Buffer.alloc(4 - values.length)]);
    end += values.length;
    return Buffer.concat([...start, number(end - values.length, 4)]);
  });
  const outside = entries.filter(({ values }) => values.length > 4).map(({ values }) => values);
  return Buffer.concat([
    ...[Buffer.from(isBigEndian ? "MM" : "II"), number(42, 2), number(from, 4), data],
    ...[number(entries.length, 2), ...directory, number(next, 4), ...outside],
  ]);
}

/** Packs a string of bits, first bit first, into bytes. */
export function bytesOfBits(bits: string): Buffer {
  const digits = bits.replaceAll(" ", "");
  const bytes = digits.padEnd(Math.ceil(digits.length / 8) * 8, "0").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Packs up to 250 bytes with LZW, without the savings for repeated ones. */
export function packedByLzw(bytes: Uint8Array): Buffer {
  return bytesOfBits([256, ...bytes, 257].map((code) => code.toString(2).padStart(9, "0")).join(""));
}
