import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { domains } from "./domains.ts";
import type { UnsealedSettings } from "./env.ts";
import { type Written, writeBackup } from "./platform/backup/write-backup.ts";
import { findClusterOwner } from "./platform/db/embedded/cluster-home.ts";
import { openOwnerDatabase } from "./platform/db/open-owner-database.ts";
import { ignoreMissing } from "./platform/error-code.ts";

/** What tells an installation's settings: where its data are, and its secret where that is not kept there. */
export type InstallationSettings = Pick<UnsealedSettings, "dataDir" | "databaseUrl" | "secret">;

/** The file of the data directory that holds the secret, where none is set. */
export const secretFile = "secret-key";
/** The other files there that belong to the installation: what the demo store's Shopify holds. All else is made anew. */
export const keptFiles = ["demo-shop.json"] as const;

/** The queues of all that is done once, but what runs by the clock. */
export const jobQueues = domains.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue));

/** Writes a backup of an installation to a new file, whether it runs or not; says what it holds, and whether the secret is in it. */
export async function backUp(
  settings: InstallationSettings,
  path: string,
  signal: AbortSignal,
): Promise<Written & { holdsSecret: boolean }> {
  const { dataDir, databaseUrl } = settings;
  if (databaseUrl === null && (await findClusterOwner(dataDir)) === undefined)
    throw new Error(`There is no installation in ${dataDir}: say where it is by DESKHAND_DATA or DATABASE_URL`);
  const files = await readFiles(dataDir, [...(settings.secret === null ? [secretFile] : []), ...keptFiles]);
  const secret = settings.secret ?? files.get(secretFile)?.toString();
  if (!secret)
    throw new Error(
      `There is no secret in ${join(dataDir, secretFile)}: make the backup with the settings of the server (DESKHAND_SECRET, DESKHAND_DATA)`,
    );
  const { ownerUrl, stopDatabase } = await openOwnerDatabase(settings);
  try {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    const queues = jobQueues.map(({ name }) => name);
    const written = await writeBackup(path, { ownerUrl, product: version, secret, files, queues }, signal);
    return { ...written, holdsSecret: files.has(secretFile) };
  } finally {
    await stopDatabase();
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
