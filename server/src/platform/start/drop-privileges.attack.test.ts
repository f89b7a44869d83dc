import { execFile } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { canEnter } from "../db/unprivileged-user.ts";

// Code in the process is not root and cannot become root again.

const nobody = { name: "nobody", uid: 65_534, gid: 65_534 };
const here = fileURLToPath(new URL(".", import.meta.url));
const mayBecome = process.getuid?.() === 0 && (await canEnter(nobody, here)) && (await canEnter(nobody, tmpdir()));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-drop-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const intruder = `
  import { writeFileSync } from "node:fs";
  import { dropPrivileges } from ${JSON.stringify(join(here, "drop-privileges.ts"))};
  const [, dataDir] = process.argv;
  process.setgroups([0, 1]);
  const became = await dropPrivileges(dataDir);
  const tried = (work) => { try { work(); return "done"; } catch ({ code }) { return code; } };
  console.log(JSON.stringify({
    became,
    ids: [process.getuid(), process.geteuid(), process.getgid(), process.getegid(), ...process.getgroups()],
    rootAgain: tried(() => process.setuid(0)),
    groupAgain: tried(() => process.setgid(0)),
    system: tried(() => writeFileSync("/etc/hostname", "", { flag: "r+" })),
    own: tried(() => writeFileSync(dataDir + "/file", "")),
  }));
`;

/** Returns what a process can do after dropping its privileges for this data directory. */
async function afterDropping(dataDir: string) {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", intruder, dataDir]);
  return JSON.parse(stdout);
}

test.runIf(mayBecome)("a process started as root becomes the data's owner for good", async () => {
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, nobody.uid, nobody.gid);
  const { became, ids, ...tried } = await afterDropping(dataDir);
  expect(became).toEqual({ user: expect.any(String) });
  expect(new Set(ids)).toEqual(new Set([nobody.uid]));
  expect(tried).toEqual({ rootAgain: "EPERM", groupAgain: "EPERM", system: "EACCES", own: "done" });
});

test.runIf(mayBecome)("stays root and says so if its user cannot enter the data's folder", async () => {
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  await chown(dataDir, nobody.uid, nobody.gid);
  const { became, ids } = await afterDropping(dataDir);
  expect(became).toEqual({ stays: expect.stringContaining(`cannot enter ${folder}`) });
  expect(ids[0]).toBe(0);
});
