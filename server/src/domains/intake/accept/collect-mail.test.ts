import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { chunkSize } from "../../../platform/storage/chunks.ts";
import { scratchPath } from "../../../platform/storage/scratch-path.ts";
import { collectMail } from "./accept-mail.ts";

async function* pieces(count: number) {
  for (let piece = 0; piece < count; piece += 1) yield Buffer.alloc(chunkSize / 2, "x");
}

test("a large mail waits in the data directory's scratch folder and leaves nothing there", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-collect-"));
  const ours = dirname(scratchPath(dataDir));
  const small = await collectMail(pieces(1), dataDir);
  expect(small.small?.length).toBe(chunkSize / 2);
  const large = await collectMail(pieces(5), dataDir);
  expect(large).toMatchObject({ small: null, size: (chunkSize / 2) * 5 });
  expect(await readdir(ours)).toHaveLength(1);
  await large.discard();
  expect(await readdir(ours)).toEqual([]);
  await rm(dataDir, { recursive: true });
});

test("a mail that comes byte by byte is whole", async () => {
  const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
  async function* single() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  const { small } = await collectMail(single(), tmpdir());
  expect(small).toEqual(bytes);
});
