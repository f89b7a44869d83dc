import { lchown, lstat, readdir, stat } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { findClusterOwner, findLinkedHome } from "../db/embedded/cluster-home.ts";
import { findOlderCluster } from "../db/embedded/older-cluster.ts";
import { openOwnerDatabase } from "../db/open-owner-database.ts";
import { checkStart, type SecretSource } from "../db/prepare-database.ts";
import { canEnter, findServerUser, type SystemUser } from "../db/unprivileged-user.ts";
import { ignoreMissing } from "../error-code.ts";
import type { Settings } from "../settings.ts";
import { StartFault, slowNotice } from "./start-notices.ts";

/** The program's own sources: what is loaded later is read from there. */
const sources = fileURLToPath(new URL("..", import.meta.url));

/** Whom root became, or why it stays root. */
export type Dropped = { user: string } | { stays: string };

/**
 * As root, becomes the user whom the data belongs to, else `deskhand`, for good: whoever gets into the process is not root then. The
 * data directory becomes theirs. Where that cannot be, says why and leaves all as it is. Null when we are not root.
 */
export async function dropPrivileges(dataDir: string): Promise<Dropped | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    const user = await findServerUser(await findOwner(dataDir));
    for (const folder of [sources, dirname(dataDir)]) {
      if (!(await canEnter(user, folder))) return { stays: `the user ${user.name} cannot enter ${folder}` };
    }
    await handOver(dataDir, user);
    // While it may still be written.
    flushCompileCache();
    become(user);
    return { user: user.name };
  } catch (error) {
    // No user can be made, or we may not become one, as in some containers: it runs all the same.
    if (error instanceof StartFault) return { stays: error.message };
    throw error;
  }
}

/** Who owns data that is there, the cluster's before the directory's; undefined where that is root. */
async function findOwner(dataDir: string): Promise<{ uid: number; gid: number } | undefined> {
  for (const path of [join(dataDir, "pg"), join(dataDir, "pg-home", "pg"), dataDir]) {
    const found = await stat(path).catch(ignoreMissing);
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  return undefined;
}

function become({ uid, gid }: SystemUser): void {
  // Groups first: afterwards nobody may change them any more.
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

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

/**
 * As root, throws where the start would be refused by its data, before the data directory is given to somebody: who is root no more
 * cannot give it back. Leaves out what nobody can look at so early: a database that root has, or that has to be moved first.
 */
export async function judgeFirst(
  settings: Pick<Settings, "databaseUrl" | "dataDir">,
  source: SecretSource,
  log: Logger,
): Promise<void> {
  const { databaseUrl, dataDir } = settings;
  if (process.getuid?.() !== 0 || (await lstat(dataDir)).uid !== 0) return;
  if (!databaseUrl && (!(await findClusterOwner(dataDir)) || (await findOlderCluster(dataDir)))) return;
  const { ownerUrl, stopRefused } = await openOwnerDatabase(settings, { log });
  try {
    await checkStart(ownerUrl, source, slowNotice(log));
  } finally {
    // Whoever starts now writes the settings again.
    await stopRefused();
  }
}
