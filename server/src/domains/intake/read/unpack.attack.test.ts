import { deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpack } from "./unpack.ts";

const mebibyte = 1024 * 1024;
const zeros = Buffer.alloc(64 * mebibyte);

async function unpacked(file: Buffer, left: { bytes: number; parts: number }) {
  let [parts, bytes] = [0, 0];
  for await (const part of unpack(file, left)) {
    parts += 1;
    bytes += part.bytes.length;
  }
  return { parts, bytes };
}

const pdf = (streams: Buffer[]) =>
  Buffer.concat([
    Buffer.from("%PDF-1.5\n"),
    ...streams.flatMap((stream) => [Buffer.from("stream\n"), stream, Buffer.from("\nendstream\n")]),
  ]);

test.each([
  ["a gzip bomb", () => gzipSync(zeros)],
  ["a PDF's stream", () => pdf([deflateSync(zeros)])],
])("does not unpack %s beyond the limit", async (_, file) => {
  expect(await unpacked(file(), { bytes: mebibyte, parts: 100 })).toEqual({ parts: 0, bytes: 0 });
});

test("ends at many parts, however small", async () => {
  const file = pdf(Array.from({ length: 5_000 }, () => deflateSync("A")));
  expect(await unpacked(file, { bytes: mebibyte, parts: 100 })).toEqual({ parts: 100, bytes: 100 });
});

test.each([
  "PK\x03\x04",
  "PK",
  "\x1f\x8b",
  "%PDF-stream",
  `%PDF-${"stream".repeat(200_000)}`,
  "PK\x05\x06".repeat(100_000),
])("finds nothing in a file that only begins like a packed one: %#", async (start) => {
  expect(await unpacked(Buffer.from(start, "latin1"), { bytes: mebibyte, parts: 100 })).toMatchObject({ bytes: 0 });
});
