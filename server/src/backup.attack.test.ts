import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "./backup.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { testSecret } from "./testing/test-databases.ts";

const never = new AbortController().signal;

let app: Desk;
let folder = "";
beforeAll(async () => {
  app = await openDesk({ roles: [] });
  folder = await mkdtemp(join(tmpdir(), "deskhand-backups-"));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({ databaseUrl: app.ownerUrl, dataDir: folder, secret: testSecret });

test("a backup never overwrites a file, and a failed one leaves none", async () => {
  const path = join(folder, "kept");
  await writeFile(path, "mine");
  await expect(backUp(settings(), path, never)).rejects.toThrow(/kept is there already/);
  expect(await readFile(path, "utf8")).toBe("mine");
  await writeFile(join(folder, "begun.partial"), "another's");
  await expect(backUp(settings(), join(folder, "begun"), never)).rejects.toThrow(/begun.partial is there/);
  await expect(backUp(settings(), join(folder, "none", "x"), never)).rejects.toThrow(
    /^Cannot write .*x.partial: there is no folder .*none$/,
  );
  await expect(backUp(settings(), join(path, "x"), never)).rejects.toThrow(/^Cannot write .*: .*kept is no folder$/);
  const stop = new AbortController();
  stop.abort(new Error("Enough"));
  await expect(backUp(settings(), join(folder, "stopped"), stop.signal)).rejects.toThrow("Enough");
  const names = await readdir(folder);
  expect(names.filter((name) => /^(stopped|begun)/.test(name))).toEqual(["begun.partial"]);
});

test("an unreadable secret is named", async () => {
  const dataDir = join(folder, "closed");
  await mkdir(join(dataDir, "secret-key"), { recursive: true });
  const backup = backUp({ ...settings(), secret: null, dataDir }, join(folder, "x"), never);
  await expect(backup).rejects.toThrow(/^Cannot read the secret in .*secret-key \(.*\): only the user/);
});

test("a backup without an installation does not make one", async () => {
  const dataDir = join(folder, "no-installation");
  const backup = backUp({ databaseUrl: null, dataDir, secret: testSecret }, join(folder, "x"), never);
  await expect(backup).rejects.toThrow(/^There is no installation in/);
  await expect(stat(dataDir)).rejects.toThrow();
});
