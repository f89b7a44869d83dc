import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type InstallationSettings, jobQueues, openInstallation, secretFile } from "./open-installation.ts";
import { type BackupSize, noteBackup, writeBackup } from "./platform/backup/write-backup.ts";
import { ignoreMissing } from "./platform/error-code.ts";

/** Other files of the data directory to back up: the state of the demo store's Shopify. All else can be made again. */
export const keptFiles = ["demo-shop.json"] as const;

/** Writes a backup of a running or stopped installation to a new file; returns its content, and whether it includes the secret. */
export async function backUp(
  settings: InstallationSettings,
  path: string,
  signal: AbortSignal,
): Promise<BackupSize & { holdsSecret: boolean }> {
  const { ownerUrl, secret, product, close } = await openInstallation(settings);
  try {
    const names = [...(settings.secret === null ? [secretFile] : []), ...keptFiles];
    const files = await readFiles(settings.dataDir, names);
    const queues = jobQueues.map(({ name }) => name);
    const written = await writeBackup(path, { ownerUrl, product, secret, files, queues }, signal);
    await noteBackup(ownerUrl);
    return { ...written, holdsSecret: files.has(secretFile) };
  } finally {
    await close();
  }
}

async function readFiles(folder: string, names: readonly string[]): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(ignoreMissing);
    if (bytes) files.set(name, bytes);
  }
  return files;
}
