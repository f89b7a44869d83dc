import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { bytesOfBits, makeTiff, packedByLzw, smallHeic, smallJpeg } from "../../testing/small-pictures.ts";
import { measurePicture } from "./measure-picture.ts";
import { decodedKind } from "./picture-kinds.ts";
import { DecodedPictures } from "./picture-workers.ts";
import { fitWithin, writePng } from "./pixels.ts";

const pictures = new DecodedPictures();
afterAll(() => pictures.close());

const grey = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7));
const fax = { 258: [1], 262: [0] };
const lineEnd = "000000000001";
const tiffs = {
  plain: makeTiff([grey]),
  lzw: makeTiff([packedByLzw(grey)], { 259: [5] }),
  deflate: makeTiff([deflateSync(Buffer.alloc(256))], { 259: [8], 322: [16], 323: [16] }),
  packBits: makeTiff([Buffer.concat([Buffer.of(31), grey])], { 259: [32773] }),
  jpeg: makeTiff([smallJpeg], { 256: [16], 257: [16], 258: [8, 8, 8], 259: [7], 262: [6], 277: [3] }),
  faxGroup3: makeTiff([bytesOfBits(`${lineEnd}1011011`.repeat(4))], { ...fax, 259: [3] }),
  faxGroup4: makeTiff([bytesOfBits(`0011011011111111${lineEnd}${lineEnd}`)], { ...fax, 259: [4] }),
};

test("decodes pictures of two kinds, one after the other", async () => {
  const heic = await pictures.toPng(smallHeic);
  expect(heic && measurePicture(heic)).toEqual({ width: 64, height: 48 });
  const tiff = await pictures.toPng(tiffs.plain);
  expect(tiff && measurePicture(tiff)).toEqual({ width: 8, height: 4 });
});

test.each(Object.entries({ heic: smallHeic, ...tiffs }))(
  "a changed byte affects only its own picture: %s",
  async (kind, file) => {
    for (let at = kind === "heic" ? 8 : 4; at < file.length; at += kind === "heic" ? 37 : 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      await pictures.toPng(changed);
    }
    expect(await pictures.toPng(file)).not.toBeNull();
  },
);

test("does not decode a picture that claims too many pixels", async () => {
  const huge = Buffer.from(smallHeic);
  // The box "ispe" of a HEIC file holds the picture's size.
  for (let at = huge.indexOf("ispe"); at > 0; at = huge.indexOf("ispe", at + 4)) {
    huge.writeUInt32BE(20_000, at + 8);
    huge.writeUInt32BE(20_000, at + 12);
  }
  expect(await pictures.toPng(huge)).toBeNull();
});

// Each of these codes stands for 2,560 pixels of a line of eight.
const longLine = "000000011111".repeat(30_000);
test.each([
  ["a HEIC picture", smallHeic, 1],
  ["a fax whose lines do not end", makeTiff([bytesOfBits(`001${longLine}00110101`)], { ...fax, 259: [4] }), 2_000],
  ["a fax of zero bytes alone", makeTiff([Buffer.alloc(2_000_000)], { ...fax, 259: [4] }), 2_000],
])("gives up on a picture that takes too long: %s", async (_, file, limitMs) => {
  const hurried = new DecodedPictures({ limitMs });
  expect(await hurried.toPng(file)).toBeNull();
  await hurried.close();
});

test.each([
  ["\0\0\0\x1cftypheic", "heic"],
  ["\0\0\0\x1cftypmif1", "heic"],
  ["\0\0\0\x1cftypheix", "heic"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
  // BigTIFF, which is for files of more than 4 GB, is not decoded.
  ["II+\0", null],
  ["MM\0+", null],
  ["II", null],
])("recognises %j by its first bytes", (start, kind) => {
  expect(decodedKind(Buffer.from(start, "latin1"))).toBe(kind);
});

test("a PNG has the size of its pixels, and a smaller picture has their averages", () => {
  const data = Uint8ClampedArray.from({ length: 4 * 2 * 4 }, (_, at) => (at < 16 ? 200 : 100));
  expect(measurePicture(writePng({ width: 4, height: 2, data }))).toEqual({ width: 4, height: 2 });
  const small = fitWithin({ width: 4, height: 2, data }, 2);
  expect(small).toEqual({ width: 2, height: 1, data: Uint8ClampedArray.from({ length: 8 }, () => 150) });
});
