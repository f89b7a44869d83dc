import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { keptFiles } from "./backup.ts";
import { refusePlanned } from "./domains/effects/index.ts";
import { refusePlannedActions } from "./domains/order-actions/index.ts";
import { failCopiedMail } from "./domains/outgoing/index.ts";
import { returnCopiedReplies } from "./domains/tickets/index.ts";
import { type InstallationSettings, jobQueues, secretFile } from "./open-installation.ts";
import { fingerprintOf, tablePath } from "./platform/backup/backup-format.ts";
import { type CheckedBackup, checkBackup } from "./platform/backup/check-backup.ts";
import { restoreBackup } from "./platform/backup/restore-backup.ts";
import { openOwnerDatabase } from "./platform/db/open-owner-database.ts";
import type { TenantTx } from "./platform/db/tenant.ts";
import { reasonOf } from "./platform/error-code.ts";
import { readSecret } from "./platform/secrets/secret-file.ts";
import { writeDurably } from "./platform/storage/write-durably.ts";
import { queues } from "./worker.ts";

export type RestoreOptions = {
  /** Whether to send mail that waited at the time of the backup: only if the original will not send it. */
  sendsWaiting: boolean;
  signal: AbortSignal;
  /** Overrides the folder of migrations. */
  migrations?: URL;
};

/** A complete backup, and the secret that its installation will use. */
export type OpenedBackup = { file: FileHandle; backup: CheckedBackup; secret: string };

/** Opens a backup and reads all of it; throws if it is incomplete or was made with another secret. The caller closes it. */
export async function openBackup(settings: InstallationSettings, path: string): Promise<OpenedBackup> {
  const file = await openFile(path);
  try {
    const backup = await checkBackup(file);
    return { file, backup, secret: await chooseSecret(settings, backup) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const restored = "Deskhand was restored from a backup, and this may have been sent since that was made";

/** The result of a restore. */
export type Restored = { takenAt: string; tables: number; rows: number };

/** Restores a backup into an empty installation, which any failure leaves empty. */
export async function restore(
  settings: InstallationSettings,
  { file, backup, secret }: OpenedBackup,
  { sendsWaiting, signal, migrations }: RestoreOptions,
): Promise<Restored> {
  const { ownerUrl, stopDatabase } = await openOwnerDatabase(settings);
  try {
    const target = {
      ownerUrl,
      secret,
      queues,
      wantedQueues: jobQueues.filter(({ sendsMail }) => sendsWaiting || !sendsMail).map(({ name }) => name),
      onEmpty: () => keepFiles(settings, backup),
      async settle(tx: TenantTx) {
        if (sendsWaiting) return;
        await failCopiedMail(tx, restored);
        await refusePlanned(tx, restored);
        await refusePlannedActions(tx, restored);
        await returnCopiedReplies(tx);
      },
      ...(migrations && { migrations }),
    };
    await restoreBackup(file, backup, target, signal);
  } finally {
    await stopDatabase();
  }
  const { head, manifest } = backup;
  const tables = Object.keys(head.tables);
  const rows = tables.reduce((sum, table) => sum + (manifest.contents[tablePath(table)]?.rows ?? 0), 0);
  return { takenAt: head.takenAt, tables: tables.length, rows };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new Error(`Cannot read ${path} (${reasonOf(error)})`, { cause: error });
  }
}

/** Returns the secret for the restored installation: that of the settings, of the backup, or of the data directory. */
async function chooseSecret(
  { secret, dataDir }: InstallationSettings,
  { head, files }: CheckedBackup,
): Promise<string> {
  const brought = files.get(secretFile)?.toString();
  const storedSecret = await readSecret(join(dataDir, secretFile));
  const chosen = secret ?? brought ?? storedSecret;
  if (chosen && fingerprintOf(chosen) === head.secretFingerprint) return chosen;
  if (secret !== null)
    throw new Error(
      `DESKHAND_SECRET is not the secret of the installation that the backup was made of${brought ? "; unset it, the backup brings its own" : ""}. Nothing was restored`,
    );
  throw new Error(
    "The backup does not hold the secret of its installation: set DESKHAND_SECRET to what it was there. Nothing was restored",
  );
}

/** Puts the backup's files into the data directory, with its secret only if the settings have none. */
async function keepFiles({ dataDir, secret }: InstallationSettings, { files }: CheckedBackup): Promise<void> {
  for (const name of [...(secret === null ? [secretFile] : []), ...keptFiles]) {
    const bytes = files.get(name);
    if (bytes) await writeDurably(join(dataDir, name), bytes.toString());
  }
}
