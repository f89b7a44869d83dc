import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readZip } from "../../testing/store/read-zip.ts";
import { zipOf } from "./zip-of.ts";

const at = new Date("2026-03-02T10:00:00.000Z");
const chunked = (bytes: Buffer, size: number) => () =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
  );

test("preserves files of any size, in any chunks, with their names", async () => {
  const sizes = [0, 1, 65_535, 65_536, 300_001];
  const files = sizes.map((size) => ({ name: `Größe ${size} 📦.bin`, bytes: randomBytes(size) }));
  const zipped = files.map(({ name, bytes }) => ({ name, at, bytes: chunked(bytes, 262_144) }));
  const found = await readZip(await buffer(Readable.from(zipOf(zipped))));
  expect([...found.keys()]).toEqual(files.map(({ name }) => name));
  for (const { name, bytes } of files) expect(found.get(name)?.equals(bytes), name).toBe(true);
});

test("reads each file at its turn, and a failing file fails the archive", async () => {
  const requested: string[] = [];
  async function* broken(name: string) {
    requested.push(name);
    yield Buffer.from("half");
    throw new Error("gone");
  }
  const zip = zipOf(["a", "b"].map((name) => ({ name, at, bytes: () => broken(name) })));
  await zip.next();
  expect(requested).toEqual([]);
  await expect(buffer(Readable.from(zip))).rejects.toThrow("gone");
  expect(requested).toEqual(["a"]);
});
