import { statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "../settings.ts";

/** The disk has no room for anything but what runs. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

/**
 * How many bytes are free where this installation keeps its data, and its database where that is the embedded one: on the
 * fullest of those disks.
 */
async function freeSpace({ dataDir, databaseUrl }: Pick<Settings, "dataDir" | "databaseUrl">): Promise<number> {
  const clusters = databaseUrl === null ? [join(dataDir, "pg"), join(dataDir, "pg-home", "pg")] : [];
  const free = await Promise.all([freeOf(dataDir), ...clusters.map((folder) => freeOf(folder).catch(unknown))]);
  return Math.min(...free);
}

/** Fails with `DiskFull` where fewer bytes are free than the operator's mark. */
export async function refuseFullDisk(
  settings: Pick<Settings, "dataDir" | "databaseUrl" | "freeSpaceMark">,
): Promise<void> {
  const { freeSpaceMark } = settings;
  if (freeSpaceMark > 0 && (await freeSpace(settings)) < freeSpaceMark) {
    throw new DiskFull("The disk of this server is almost full");
  }
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

// The cluster lies in one of two places; where it may not be looked at, the data folder says enough.
function unknown(): number {
  return Number.POSITIVE_INFINITY;
}
