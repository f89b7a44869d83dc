import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeTiff, packedByLzw, smallJpeg } from "../../../testing/small-pictures.ts";
import { tiffPixels } from "./tiff-pixels.ts";

const grey = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7));
const jpegFields = { 256: [16], 257: [16], 258: [8, 8, 8], 259: [7], 262: [6], 277: [3] };
const plain = makeTiff([grey]);
const directoryAt = plain.readUInt32LE(4);

const decode = (file: Buffer) => tiffPixels(file, 1_600);

test("a TIFF cut anywhere is not decoded", () => {
  const rgb = { 256: [4], 257: [2], 258: [8, 8, 8], 259: [8], 262: [2], 277: [3] };
  for (const file of [makeTiff([smallJpeg], jpegFields), makeTiff([deflateSync(grey.subarray(0, 24))], rgb)]) {
    expect(decode(file).height).toBeGreaterThan(0);
    for (let size = 0; size < file.length; size += 1)
      expect(() => decode(file.subarray(0, size)), `${size} of ${file.length} bytes`).toThrow();
  }
});

test("reads a directory that refers to itself once", () => {
  const lead = [330, 34665, 34853, 37500, 50740, 61440].map((tag) => [tag, [directoryAt]]);
  const file = makeTiff([grey], Object.fromEntries(lead), { next: directoryAt });
  expect(decode(file)).toMatchObject({ width: 8, height: 4 });
});

test("refuses a directory with too many fields or none", () => {
  for (const count of [0, 501, 65_535]) {
    const file = Buffer.concat([plain, Buffer.alloc(800_000)]);
    file.writeUInt16LE(count, directoryAt);
    expect(() => decode(file)).toThrow();
  }
});

test("refuses any field of four billion values", () => {
  const file = makeTiff([grey], {
    266: [1],
    274: [1],
    278: [4],
    282: [1, 1],
    283: [1, 1],
    284: [1],
    338: [0],
    339: [1],
  });
  const from = file.readUInt32LE(4) + 2;
  for (let at = from; at < from + file.readUInt16LE(from - 2) * 12; at += 12) {
    const changed = Buffer.from(file);
    changed.writeUInt32LE(0xffff_ffff, at + 4);
    expect(() => decode(changed), `field ${file.readUInt16LE(at)}`).toThrow();
  }
});

test.each<[string, Record<number, number[]>]>([
  ["pixels without end", { 256: [0xffff_ffff], 257: [0xffff_ffff] }],
  ["more pixels than are decoded", { 256: [10_000], 257: [6_001] }],
  ["more bytes than are decoded", { 256: [6_000], 257: [10_000], 258: [16, 16, 16], 262: [2], 277: [3] }],
  ["a thousand samples", { 258: Array(1_000).fill(8), 277: [1_000] }],
  ["a tile without end", { 322: [0xffff_fff0], 323: [0xffff_fff0] }],
  ["a tile of more pixels than are decoded", { 322: [16], 323: [60_000_000] }],
  ["tiles without pixels", { 322: [0], 323: [16] }],
  ["a fax of millions of columns", { 256: [60_000_000], 257: [1], 258: [1], 259: [4] }],
  ["a strip behind the end", { 273: [0xffff_fff0] }],
  ["a strip that ends behind the end", { 259: [5], 279: [0xffff_ffff] }],
  ["a strip that is less than the picture", { 259: [1], 279: [31] }],
  ["no strip", { 273: [], 279: [] }],
  ["fewer strips than there are rows", { 278: [1] }],
])("%s: unpacks nothing", (_, fields) => {
  for (const compression of [1, 5, 8, 32773])
    expect(() => decode(makeTiff([grey], { 259: [compression], ...fields }))).toThrow();
});

test("refuses a strip that unpacks to more or less than its rows", () => {
  expect(decode(makeTiff([deflateSync(grey)], { 259: [8] }))).toMatchObject({ width: 8, height: 4 });
  for (const size of [31, 33, 100_000_000])
    expect(() => decode(makeTiff([deflateSync(Buffer.alloc(size))], { 259: [8] }))).toThrow();
});

test("unpacks a file's bytes once, not for each of a thousand strips", () => {
  const strips = { 257: [1_000], 278: [1], 273: Array(1_000).fill(8) };
  const packed = packedByLzw(grey.subarray(0, 8));
  const bytes = Buffer.concat([packed, Buffer.alloc(packed.length * 1_000)]);
  expect(decode(makeTiff([bytes], { ...strips, 259: [5], 279: Array(1_000).fill(packed.length) })).height).toBe(1_000);
  expect(() => decode(makeTiff([bytes], { ...strips, 259: [5], 279: Array(1_000).fill(bytes.length) }))).toThrow();
});

const frameAt = smallJpeg.indexOf(Buffer.of(0xff, 0xc0));
const changedJpeg = (at: number, value: number) => {
  const changed = Buffer.from(smallJpeg);
  changed.writeUInt16BE(value, at);
  return changed;
};
const withSegment = (...segment: number[]) =>
  Buffer.concat([smallJpeg.subarray(0, 2), Buffer.from(segment), smallJpeg.subarray(2)]);
const hugeFrame = [0xff, 0xc0, 0, 17, 8, 0xff, 0xff, 0xff, 0xff, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1];

test.each([
  ["is higher than its part", changedJpeg(frameAt + 5, 65_500)],
  ["is wider than its part", changedJpeg(frameAt + 7, 65_500)],
  ["is smaller than its part", changedJpeg(frameAt + 5, 8)],
  ["has no height yet", changedJpeg(frameAt + 5, 0)],
  ["has other samples", changedJpeg(frameAt + 9, 0x0401)],
  ["has samples of 15 in one direction", changedJpeg(frameAt + 10, 0x01ff)],
  ["is packed in another way", changedJpeg(frameAt, 0xffc9)],
  ["has two frames", withSegment(...hugeFrame)],
  ["has a segment that reaches over the end", withSegment(0xff, 0xe1, 0xff, 0xff)],
  ["has a segment that leads to no other", withSegment(0xff, 0xe1, 0, 2, 0, ...hugeFrame)],
  ["has a table that is shorter than it says", withSegment(0xff, 0xdb, 0, 67 + 19, ...Array(65).fill(0), ...hugeFrame)],
  ["has codes that are fewer than it says", withSegment(0xff, 0xc4, 0, 19 + 19, ...Array(17).fill(0), ...hugeFrame)],
  ["has no scan", smallJpeg.subarray(0, smallJpeg.indexOf(Buffer.of(0xff, 0xda)))],
])("does not decode a JPEG that %s", (_, jpeg) => {
  expect(() => decode(makeTiff([jpeg], jpegFields))).toThrow();
});

test("ignores comments of a JPEG, and refuses endless tables", () => {
  const remark = withSegment(0xff, 0xe1, 0, 2 + hugeFrame.length, ...hugeFrame);
  expect(decode(makeTiff([remark], jpegFields))).toMatchObject({ width: 16, height: 16 });
  const tables = (count: number) => [0xff, 0xd8, ...Array(count).fill([0xff, 0xfe, 0, 2]).flat(), 0xff, 0xd9];
  expect(decode(makeTiff([smallJpeg], { ...jpegFields, 347: tables(1_000) }))).toMatchObject({ width: 16 });
  expect(() => decode(makeTiff([smallJpeg], { ...jpegFields, 347: tables(5_000) }))).toThrow();
});
