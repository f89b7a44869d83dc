import { lstat } from "node:fs/promises";
import type { Logger } from "pino";
import { findClusterOwner } from "../db/embedded/cluster-home.ts";
import { findOlderCluster } from "../db/embedded/older-cluster.ts";
import { openOwnerDatabase } from "../db/open-owner-database.ts";
import { refuseData, type SecretSource } from "../db/prepare-database.ts";
import type { Settings } from "../settings.ts";
import { slowNotice } from "./start-notices.ts";

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
    await refuseData(ownerUrl, source, slowNotice(log));
  } finally {
    // Whoever starts now writes the settings again.
    await stopRefused();
  }
}
