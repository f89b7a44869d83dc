import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { bytesOfBits, makeTiff, packedByLzw, smallJpeg } from "../../../testing/small-pictures.ts";
import { tiffPixels } from "./tiff-pixels.ts";

type Fields = Parameters<typeof makeTiff>[1];

/** Describes a picture row by row, each pixel as hex digits of red, green, blue and, unless opaque, alpha. */
function decodeRows(file: Buffer): string[] {
  const { width, height, data } = tiffPixels(file, 1_600);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const hex = Buffer.from(data.subarray((y * width + x) * 4, (y * width + x + 1) * 4)).toString("hex");
      return hex.endsWith("ff") ? hex.slice(0, 6) : hex;
    }).join(" "),
  );
}

// Two rows of three pixels.
const rgb = Buffer.from("ff0000 00ff00 0000ff 102030 405060 708090".replaceAll(" ", ""), "hex");
const rgbFields = { 256: [3], 257: [2], 258: [8, 8, 8], 262: [2], 277: [3] };
const rgbRows = ["ff0000 00ff00 0000ff", "102030 405060 708090"];
const wide = (bytes: Buffer, lower: number[]) => Buffer.from([...bytes].flatMap((upper) => [...lower, upper]));
const inverted = (bytes: Buffer) =>
  Buffer.from(bytes.map((byte) => Number.parseInt([...byte.toString(2).padStart(8, "0")].reverse().join(""), 2)));

const packings: [string, number, (bytes: Buffer) => Buffer][] = [
  ["as it is", 1, (bytes) => bytes],
  ["LZW", 5, packedByLzw],
  ["Deflate", 8, (bytes) => deflateSync(bytes)],
  ["Deflate by its old number", 32946, (bytes) => deflateSync(bytes)],
  ["PackBits", 32773, (bytes) => Buffer.concat([Buffer.of(bytes.length - 1), bytes])],
];

test.each(packings)("%s", (_, compression, pack) => {
  expect(decodeRows(makeTiff([pack(rgb)], { ...rgbFields, 259: [compression] }))).toEqual(rgbRows);
  const strips = [pack(rgb.subarray(0, 9)), pack(rgb.subarray(9))];
  const inStrips = { ...rgbFields, 259: [compression], 278: [1] };
  expect(decodeRows(makeTiff(strips, inStrips, { isBigEndian: true }))).toEqual(rgbRows);
  const reversed = strips.map(inverted);
  expect(decodeRows(makeTiff(reversed, { ...inStrips, 266: [2] }))).toEqual(rgbRows);
});

test("runs of a byte in PackBits", () => {
  expect(decodeRows(makeTiff([Buffer.of(253, 0, 3, 0, 255, 0, 255)], { 257: [1], 259: [32773] }))).toEqual([
    "000000 000000 000000 000000 000000 ffffff 000000 ffffff",
  ]);
});

test.each([
  ["the upper byte last", false, wide(rgb, [7])],
  ["the upper byte first", true, Buffer.from(wide(rgb, [7])).swap16()],
])("16 bits a sample, %s", (_, isBigEndian, bytes) => {
  const fields = { ...rgbFields, 258: [16, 16, 16] };
  expect(decodeRows(makeTiff([bytes], fields, { isBigEndian }))).toEqual(rgbRows);
  expect(decodeRows(makeTiff([packedByLzw(bytes)], { ...fields, 259: [5] }, { isBigEndian }))).toEqual(rgbRows);
});

test("samples stored as differences", () => {
  const differences = Buffer.from("ff0000 01ff00 0001ff 102030 303030 303030".replaceAll(" ", ""), "hex");
  const fields = { ...rgbFields, 317: [2] };
  expect(decodeRows(makeTiff([packedByLzw(differences)], { ...fields, 259: [5] }))).toEqual(rgbRows);
  expect(decodeRows(makeTiff([deflateSync(differences)], { ...fields, 259: [8] }))).toEqual(rgbRows);
  // Ignored without compression.
  expect(decodeRows(makeTiff([rgb], fields))).toEqual(rgbRows);
});

test("separate planes per colour", () => {
  const planes = [0, 1, 2].map((colour) => rgb.filter((_, at) => at % 3 === colour));
  const strips = planes
    .flatMap((plane) => [plane.subarray(0, 3), plane.subarray(3)])
    .map((strip) => Buffer.from(strip));
  expect(decodeRows(makeTiff(strips, { ...rgbFields, 278: [1], 284: [2] }))).toEqual(rgbRows);
});

test("tiles that extend beyond the picture", () => {
  const grey = (from: number) => Buffer.from(Array.from({ length: 256 }, (_, at) => from + (at % 16)));
  const tiles = [grey(0), grey(16), grey(32), grey(48)].map((tile) => deflateSync(tile));
  const rows = decodeRows(makeTiff(tiles, { 256: [17], 257: [18], 259: [8], 322: [16], 323: [16] }));
  expect([rows.length, rows[0], rows[17]]).toEqual([
    18,
    "000000 010101 020202 030303 040404 050505 060606 070707 080808 090909 0a0a0a 0b0b0b 0c0c0c 0d0d0d 0e0e0e 0f0f0f 101010",
    "202020 212121 222222 232323 242424 252525 262626 272727 282828 292929 2a2a2a 2b2b2b 2c2c2c 2d2d2d 2e2e2e 2f2f2f 303030",
  ]);
});

const lineEnd = "000000000001";
// Four white and four black pixels in each of four rows: as run lengths, and as the row above.
const [lengths, asAbove] = ["1011 011", "11"];
test.each<[string, Fields, string]>([
  ["by lengths, without ends of lines", { 259: [2] }, `${lengths}0`.repeat(4)],
  ["by lengths", { 259: [3] }, `${lineEnd}${lengths}`.repeat(4)],
  [
    "by lengths and as those above",
    { 259: [3], 292: [1] },
    `${lineEnd}1${lengths}${`${lineEnd}0${asAbove}`.repeat(2)}${lineEnd}1${lengths}`,
  ],
  ["as those above", { 259: [4] }, `001${lengths}${asAbove.repeat(3)}${lineEnd}${lineEnd}`],
])("a fax %s", (_, fields, bits) => {
  const fax = bytesOfBits(bits);
  const of = { ...fields, 258: [1], 262: [0] };
  const row = "ffffff ffffff ffffff ffffff 000000 000000 000000 000000";
  expect(decodeRows(makeTiff([fax], of))).toEqual([row, row, row, row]);
  expect(decodeRows(makeTiff([inverted(fax)], { ...of, 266: [2] }))).toEqual([row, row, row, row]);
  const turned = row.split(" ").reverse().join(" ");
  expect(decodeRows(makeTiff([fax], { ...of, 262: [1] }))).toEqual([turned, turned, turned, turned]);
});

test.each<[string, Fields, string, string]>([
  ["grey, 0 is black", { 262: [1] }, "0055aaff", "000000 555555 aaaaaa ffffff"],
  ["grey, 0 is white", { 262: [0] }, "0055aaff", "ffffff aaaaaa 555555 000000"],
  ["one bit", { 258: [1] }, "50", "000000 ffffff 000000 ffffff"],
  ["two bits", { 258: [2] }, "1b", "000000 555555 aaaaaa ffffff"],
  ["four bits, 0 is white", { 258: [4], 262: [0] }, "03cf", "ffffff cccccc 333333 000000"],
  ["16 bits, 0 is white", { 258: [16], 262: [0] }, "00000055ffaa00ff", "ffffff aaaaaa 555555 000000"],
  [
    "a palette of 16 bits",
    { 258: [2], 262: [3], 320: [0xff00, 0, 0x100, 0, 0x8000, 0, 0x200, 0, 0, 0x4000, 0x300, 0] },
    "1b",
    "ff8000 000040 010203 000000",
  ],
  [
    "a palette of eight",
    { 258: [2], 262: [3], 320: [255, 0, 1, 0, 128, 0, 2, 0, 0, 64, 3, 0] },
    "18",
    "ff8000 000040 010203 ff8000",
  ],
  [
    "inks",
    { 258: [8, 8, 8, 8], 262: [5], 277: [4] },
    "00000000 ff000000 00ff0000 00000080",
    "ffffff 00ffff ff00ff 7f7f7f",
  ],
  [
    "what can be seen through",
    { 258: [8, 8, 8, 8], 262: [2], 277: [4], 338: [2] },
    "ff000080 00ff00ff 0000ff00 01020304",
    "ff000080 00ff00 0000ff00 01020304",
  ],
  [
    "what can be seen through, and is multiplied with that",
    { 258: [8, 8, 8, 8], 262: [2], 277: [4], 338: [1] },
    "80000080 00ff00ff 00000000 01020304",
    "ff000080 00ff00 00000000 4080bf04",
  ],
  [
    "a fourth sample of which nobody knows what it is",
    { 258: [8, 8, 8, 8], 262: [2], 277: [4] },
    "ff000080 00ff00ff 0000ff00 01020304",
    "ff0000 00ff00 0000ff 010203",
  ],
  [
    "grey that can be seen through",
    { 258: [8, 8], 277: [2], 338: [2] },
    "00ff 8040 ff80 ffff",
    "000000 80808040 ffffff80 ffffff",
  ],
])("%s", (_, fields, hex, row) => {
  const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
  expect(decodeRows(makeTiff([bytes], { 256: [4], 257: [1], ...fields }))).toEqual([row]);
});

test.each([
  [1, ["010101 020202 030303", "040404 050505 060606"]],
  [2, ["030303 020202 010101", "060606 050505 040404"]],
  [3, ["060606 050505 040404", "030303 020202 010101"]],
  [4, ["040404 050505 060606", "010101 020202 030303"]],
  [5, ["010101 040404", "020202 050505", "030303 060606"]],
  [6, ["040404 010101", "050505 020202", "060606 030303"]],
  [7, ["060606 030303", "050505 020202", "040404 010101"]],
  [8, ["030303 060606", "020202 050505", "010101 040404"]],
  [9, ["010101 020202 030303", "040404 050505 060606"]],
])("orientation %i", (orientation, rows) => {
  expect(decodeRows(makeTiff([Buffer.of(1, 2, 3, 4, 5, 6)], { 256: [3], 257: [2], 274: [orientation] }))).toEqual(rows);
});

test.each([
  [[204, 1], [98, 1], { width: 8, height: 8 }],
  [[204, 1], [196, 1], { width: 8, height: 4 }],
  [[100, 1], [400, 2], { width: 16, height: 4 }],
  [[1, 1], [1_000, 1], { width: 8, height: 4 }],
  [[0, 0], [0, 0], { width: 8, height: 4 }],
])("does not distort pixels of %j by %j per inch", (across, down, size) => {
  expect(tiffPixels(makeTiff([Buffer.alloc(32)], { 282: across, 283: down }), 1_600)).toMatchObject(size);
});

test("no side exceeds the limit", () => {
  const tiff = makeTiff([Buffer.alloc(3_200, 9)], { 256: [80], 257: [40], 282: [2, 1], 283: [1, 1] });
  expect(tiffPixels(tiff, 20)).toMatchObject({ width: 20, height: 20 });
  expect(tiffPixels(makeTiff([Buffer.alloc(3_200, 9)], { 256: [80], 257: [40] }), 20)).toMatchObject({
    width: 20,
    height: 10,
  });
});

test("shows the first of several pages", () => {
  const first = makeTiff([Buffer.of(1)], { 256: [1], 257: [1] });
  const both = makeTiff(
    [Buffer.of(1), Buffer.from(first)],
    { 256: [1], 257: [1] },
    { next: 9 + first.readUInt32LE(4) },
  );
  expect(decodeRows(both)).toEqual(["010101"]);
});

const isNear = (row: string | undefined, colours: [string, string]) => {
  const pixels = (row ?? "").split(" ").map((pixel) => [...Buffer.from(pixel, "hex")]);
  const expected = colours.map((colour) => [...Buffer.from(colour, "hex")]);
  return pixels.every((pixel, x) =>
    pixel.every((part, at) => Math.abs(part - (expected[x < 8 ? 0 : 1]?.[at] ?? 0)) < 4),
  );
};
const jpegFields = { 256: [16], 257: [16], 258: [8, 8, 8], 259: [7], 262: [6], 277: [3] };

test("a JPEG, complete or with shared tables, in the TIFF's colours", () => {
  const redAndBlue: [string, string] = ["ff0000", "0000ff"];
  const rows = decodeRows(makeTiff([smallJpeg], jpegFields));
  expect(rows.map((row) => isNear(row, redAndBlue))).toEqual(Array(16).fill(true));
  // The last of two strips may have as many rows as the first.
  const frame = smallJpeg.indexOf(Buffer.of(0xff, 0xc0));
  const [head, codes] = [
    smallJpeg.subarray(20, frame),
    smallJpeg.subarray(frame + 19, smallJpeg.indexOf(Buffer.of(0xff, 0xda))),
  ];
  const tables = [0xff, 0xd8, ...head, ...codes, 0xff, 0xd9];
  const rest = Buffer.concat([
    ...[smallJpeg.subarray(0, 2), smallJpeg.subarray(frame, frame + 19)],
    smallJpeg.subarray(smallJpeg.indexOf(Buffer.of(0xff, 0xda))),
  ]);
  const twice = decodeRows(makeTiff([rest, rest], { ...jpegFields, 257: [25], 278: [16], 347: tables }));
  expect(twice.map((row) => isNear(row, redAndBlue))).toEqual(Array(25).fill(true));
  // The same samples as RGB.
  const [asRgb] = decodeRows(makeTiff([smallJpeg], { ...jpegFields, 262: [2] }));
  expect(isNear(asRgb, ["4c55ff", "1dff6b"])).toBe(true);
});

test.each<[string, Fields, Buffer?]>([
  ["small, for another picture", { 254: [1] }],
  ["small, for another picture, as it was said once", { 255: [2] }],
  ["what a camera's sensor saw", { 262: [32803] }],
  ["of Lab colours", { 258: [8, 8, 8], 262: [8], 277: [3] }],
  ["packed as JPEGs once were", { 259: [6] }],
  ["packed in a way that is not known", { 259: [34713] }],
  ["of numbers with a sign", { 339: [2] }],
  ["of floating numbers", { 258: [32], 339: [3] }],
  ["of samples of several sizes", { 258: [8, 16, 8], 262: [2], 277: [3] }],
  ["of colours of too few samples", { 262: [2] }],
  ["a fax of several bits", { 259: [4] }],
  ["a fax without ends of lines where they should be", { 258: [1], 259: [3] }],
  ["packed by LZW as it once was", { 258: [1], 259: [5] }, Buffer.of(0, 1, 2, 3)],
  ["without pixels", { 256: [0] }],
  ["of strips without rows", { 278: [0] }],
])("%s: not supported", (_, fields, bytes = Buffer.alloc(300, 1)) => {
  expect(() => tiffPixels(makeTiff([bytes], fields), 1_600)).toThrow();
});
