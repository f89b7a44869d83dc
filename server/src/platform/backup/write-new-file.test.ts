import { type FileHandle, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeNewFile } from "./write-backup.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-new-files-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const writing = (text: string) => (file: FileHandle) => file.writeFile(text);

test("a file gets its name when it is complete, and only we may read it", async () => {
  const path = join(folder, "whole");
  await writeNewFile(path, async (file) => {
    await writing("Hello")(file);
    expect(await readdir(folder)).toEqual(["whole.partial"]);
  });
  expect(await readFile(path, "utf8")).toBe("Hello");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["whole"]);
  await rm(path);
});

test("does not replace a file that takes the name meanwhile", async () => {
  const path = join(folder, "mine");
  const write = async (file: FileHandle) => {
    await writing("Hello")(file);
    await writeFile(path, "theirs");
  };
  await expect(writeNewFile(path, write)).rejects.toThrow(/mine is there already/);
  expect(await readFile(path, "utf8")).toBe("theirs");
  await rm(path);
});

test.each([
  ["ENOSPC", "no space left on device", /^There is no room for .*nothing of it is left$/],
  ["EDQUOT", "disk quota exceeded", /^There is no room for /],
  ["EIO", "i/o error", /^i\/o error$/],
])("%s leaves nothing", async (code, message, said) => {
  const write = async (file: FileHandle) => {
    await writing("Hel")(file);
    throw Object.assign(new Error(message), { code });
  };
  await expect(writeNewFile(join(folder, "half"), write)).rejects.toThrow(said);
  expect(await readdir(folder)).toEqual([]);
});
