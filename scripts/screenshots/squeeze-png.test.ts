import { crc32, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { squeezePng } from "./squeeze-png.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test("each of the five filters is removed and the pixels stay the same", () => {
  // Two pixels per line; each line encodes the same colours, 10 20 30 and 40 50 60, with another filter.
  const filtered = [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 30, 30, 30],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 5, 10, 15, 15, 15, 15],
    [4, 0, 0, 0, 0, 0, 0],
  ];
  const squeezed = squeezePng(picture(2, 5, 2, Buffer.from(filtered.flat())));
  expect(squeezed.subarray(0, 8)).toEqual(signature);
  const packed = squeezed.subarray(squeezed.indexOf("IDAT") + 4, squeezed.indexOf("IEND") - 8);
  expect([...inflateSync(packed)]).toEqual(filtered.flatMap(() => [0, 10, 20, 30, 40, 50, 60]));
});

test("a picture with transparency is refused", () => {
  expect(() => squeezePng(picture(1, 1, 6, Buffer.alloc(5)))).toThrow("Only plain RGB pictures");
});

function picture(width: number, height: number, colourType: number, lines: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  head[9] = colourType;
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
