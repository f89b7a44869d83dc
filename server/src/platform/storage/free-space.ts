import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../settings.ts";

/** The disk is almost full. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

/** Returns the free bytes on the fullest disk of this installation's data and embedded database. */
async function freeSpace({ dataDir, databaseUrl }: Pick<Settings, "dataDir" | "databaseUrl">): Promise<number> {
  const clusters = databaseUrl === null ? [join(dataDir, "pg"), join(dataDir, "pg-home", "pg")] : [];
  const free = await Promise.all([
    freeBytes(dataDir),
    ...clusters.map((folder) => freeBytes(folder).catch(ignoreUnreadable)),
  ]);
  return Math.min(...free);
}

/** Throws `DiskFull` if fewer bytes are free than the operator's limit. */
export async function refuseFullDisk(
  settings: Pick<Settings, "dataDir" | "databaseUrl" | "freeSpaceMark">,
): Promise<void> {
  const { freeSpaceMark } = settings;
  if (freeSpaceMark > 0 && (await freeSpace(settings)) < freeSpaceMark) {
    throw new DiskFull("The disk of this server is almost full");
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

// The cluster is in one of two places; if unreadable, the data directory's value must do.
function ignoreUnreadable(): number {
  return Number.POSITIVE_INFINITY;
}
