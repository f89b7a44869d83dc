import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { msFromNow } from "../../testing/from-now.ts";
import { clearScratch, scratchPath } from "./scratch.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-scratch-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("removes scratch files of killed processes, and none of living ones", async () => {
  const own = basename(dirname(scratchPath(dataDir)));
  const ofPid = (pid: number) => own.replace(/\d+$/, String(pid));
  const dead = ofPid(spawnSync(process.execPath, ["--version"]).pid);
  const living = ofPid(process.ppid);
  const folders = [own, dead, living, "elsewhere.1", "elsewhere.2"];
  for (const folder of folders) await mkdir(join(dataDir, "tmp", folder, "mail"), { recursive: true });
  const twoDaysAgo = msFromNow({ days: -2 }) / 1000;
  await utimes(join(dataDir, "tmp", "elsewhere.2"), twoDaysAgo, twoDaysAgo);
  await clearScratch(dataDir);
  expect((await readdir(join(dataDir, "tmp"))).sort()).toEqual([living, "elsewhere.1"].sort());
});

test("creates a missing scratch folder", async () => {
  await clearScratch(dataDir);
  expect(await readdir(dataDir)).toEqual(["tmp"]);
});
