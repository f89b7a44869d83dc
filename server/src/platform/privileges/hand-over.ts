import { lchown, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { findLinkedHome } from "../db/embedded/cluster-home.ts";
import type { SystemUser } from "../db/unprivileged-user.ts";
import { ignoreMissing } from "../error-code.ts";

/**
 * Gives what root made in the data directory to the user, the directory itself last: once it is theirs nothing in it is given away
 * again, because whoever may write there could have put a link to somebody else's file. Files that have other names too stay root's.
 */
export async function handOver(dataDir: string, user: SystemUser): Promise<void> {
  if ((await lstat(dataDir)).uid !== 0) return;
  const elsewhere = await findLinkedHome(dataDir);
  if (elsewhere) await giveAll(elsewhere, user);
  await giveAll(dataDir, user);
}

/** What another process that starts takes away meanwhile, as it does with what it only tried, is given to nobody. */
async function giveAll(path: string, user: SystemUser): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found?.uid !== 0) return;
  if (found.isDirectory()) {
    for (const name of (await readdir(path).catch(ignoreMissing)) ?? []) await giveAll(join(path, name), user);
  } else if (found.nlink > 1) return;
  await lchown(path, user.uid, user.gid).catch(ignoreMissing);
}
