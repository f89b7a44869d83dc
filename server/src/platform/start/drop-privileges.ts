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

/** The program's sources, from which modules are loaded later. */
const sources = fileURLToPath(new URL("..", import.meta.url));

/** The new user, or the reason for staying root. */
export type Dropped = { user: string } | { stays: string };

/**
 * As root, switches for good to the owner of the data, else `deskhand`, so that nobody who breaks into the process is
 * root. Hands the data directory over to that user. If that is impossible, changes nothing and returns the reason. Null
 * if we are not root.
 */
export async function dropPrivileges(dataDir: string): Promise<Dropped | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    const user = await findServerUser(await findOwner(dataDir));
    for (const folder of [sources, dirname(dataDir)]) {
      if (!(await canEnter(user, folder))) return { stays: `the user ${user.name} cannot enter ${folder}` };
    }
    await handOver(dataDir, user);
    // While we may still write it.
    flushCompileCache();
    become(user);
    return { user: user.name };
  } catch (error) {
    // Without a possible user, as in some containers, we stay root.
    if (error instanceof StartFault) return { stays: error.message };
    throw error;
  }
}

/** Returns the owner of existing data, the cluster's before the directory's; undefined for root. */
async function findOwner(dataDir: string): Promise<{ uid: number; gid: number } | undefined> {
  for (const path of [join(dataDir, "pg"), join(dataDir, "pg-home", "pg"), dataDir]) {
    const found = await stat(path).catch(ignoreMissing);
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  return undefined;
}

function become({ uid, gid }: SystemUser): void {
  // Groups first: afterwards we may not change them.
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/**
 * Gives root's files in the data directory to the user, the directory itself last. Once it is theirs nothing is given
 * away again, because the user could have linked to somebody else's file. Files with several names stay root's.
 */
export async function handOver(dataDir: string, user: SystemUser): Promise<void> {
  if ((await lstat(dataDir)).uid !== 0) return;
  const elsewhere = await findLinkedHome(dataDir);
  if (elsewhere) await giveAll(elsewhere, user);
  await giveAll(dataDir, user);
}

/** Ignores files that another starting process removes meanwhile. */
async function giveAll(path: string, user: SystemUser): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found?.uid !== 0) return;
  if (found.isDirectory()) {
    for (const name of (await readdir(path).catch(ignoreMissing)) ?? []) await giveAll(join(path, name), user);
  } else if (found.nlink > 1) return;
  await lchown(path, user.uid, user.gid).catch(ignoreMissing);
}

/**
 * As root, throws if the data would refuse the start, before the data directory is handed over, which could not be
 * undone. Skips what cannot be checked so early: a database that does not exist yet or must be moved first.
 */
export async function checkBeforeHandOver(
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
    // The actual start writes the settings again.
    await stopRefused();
  }
}
