import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type InstallationSettings, jobQueues, openInstallation, secretFile } from "./open-installation.ts";
import { noteBackup, type Written, writeBackup } from "./platform/backup/write-backup.ts";
import { ignoreMissing } from "./platform/error-code.ts";

/** The other files of the data directory that belong to the installation: what the demo store's Shopify holds. All else is made anew. */
export const keptFiles = ["demo-shop.json"] as const;

/** Writes a backup of an installation to a new file, whether it runs or not; says what it holds, and whether the secret is in it. */
export async function backUp(
  settings: InstallationSettings,
  path: string,
  signal: AbortSignal,
): Promise<Written & { holdsSecret: boolean }> {
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
