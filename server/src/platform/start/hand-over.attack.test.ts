import { chown, link, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handOver } from "./drop-privileges.ts";

// Another user could have planted what root gives away.

const user = { name: "nobody", uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-hand-over-"));
  dataDir = join(folder, "data");
  await mkdir(join(dataDir, "outbox", "deep"), { recursive: true });
  await writeFile(join(dataDir, "secret-key"), "secret", { mode: 0o600 });
  await writeFile(join(dataDir, "outbox", "deep", "mail.eml"), "mail");
  await writeFile(join(folder, "shadow"), "of the system", { mode: 0o600 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ownerOf = async (...path: string[]) => (await lstat(join(folder, ...path))).uid;

test.runIf(isRoot)("gives everything root created to the user", async () => {
  await handOver(dataDir, user);
  for (const path of [[], ["secret-key"], ["outbox"], ["outbox", "deep", "mail.eml"]])
    expect(await ownerOf("data", ...path)).toBe(user.uid);
});

test.runIf(isRoot)("hard-linked files and link targets stay root's", async () => {
  await link(join(folder, "shadow"), join(dataDir, "outbox", "hard"));
  await symlink(join(folder, "shadow"), join(dataDir, "outbox", "soft"));
  await symlink(folder, join(dataDir, "outbox", "folder"));
  await handOver(dataDir, user);
  expect([await ownerOf("shadow"), await ownerOf()]).toEqual([0, 0]);
});

test.runIf(isRoot)("skips a directory that already belongs to the user", async () => {
  await chown(dataDir, user.uid, user.gid);
  await handOver(dataDir, user);
  expect(await ownerOf("data", "secret-key")).toBe(0);
});

test.runIf(isRoot)("gives away a database elsewhere with its passwords", async () => {
  await mkdir(join(folder, "elsewhere"));
  await writeFile(join(folder, "elsewhere", "pg-owner-password"), "secret");
  await symlink(join(folder, "elsewhere"), join(dataDir, "pg-home"));
  await handOver(dataDir, user);
  expect(await ownerOf("elsewhere", "pg-owner-password")).toBe(user.uid);
});

test.runIf(isRoot)("ignores files that another start removes meanwhile", async () => {
  const passing = Array.from({ length: 500 }, (_, index) => join(dataDir, `passing-${index}`));
  for (const path of passing) await writeFile(path, "");
  const handing = handOver(dataDir, user);
  for (const path of passing.toReversed()) await rm(path);
  await handing;
  expect(await ownerOf("data")).toBe(user.uid);
});
