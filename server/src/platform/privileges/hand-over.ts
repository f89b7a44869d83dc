import { lchown, lstat, readdir, readlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { SystemUser } from "../db/unprivileged-user.ts";
import { ignoreMissing } from "../error-code.ts";

/**
 * Gives what root made in the data directory to the user, the directory itself last: once it is theirs nothing in it is given away
 * again, because whoever may write there could have put a link to somebody else's file. Files that have other names too stay root's.
 */
export async function handOver(dataDir: string, user: SystemUser): Promise<void> {
  if ((await lstat(dataDir)).uid !== 0) return;
  const link = await readlink(join(dataDir, "pg-home")).catch(ignoreMissing);
  if (link !== undefined) await giveAll(resolve(dataDir, link), user);
  await giveAll(dataDir, user);
}

async function giveAll(path: string, user: SystemUser): Promise<void> {
  const found = await lstat(path);
  if (found.uid !== 0) return;
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveAll(join(path, name), user);
  } else if (found.nlink > 1) return;
  await lchown(path, user.uid, user.gid);
}
