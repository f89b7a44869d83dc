import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { domains } from "./domains.ts";
import type { UnsealedSettings } from "./env.ts";
import { findClusterOwner } from "./platform/db/embedded/cluster-home.ts";
import { openOwnerDatabase } from "./platform/db/open-owner-database.ts";
import { reasonOf } from "./platform/error-code.ts";
import { readSecret } from "./platform/secrets/secret-file.ts";

/** What tells an installation's settings: where its data are, and its secret where that is not kept there. */
export type InstallationSettings = Pick<UnsealedSettings, "dataDir" | "databaseUrl" | "secret">;

/** The file of the data directory that holds the secret, where none is set. */
export const secretFile = "secret-key";

/** The queues of all that is done once, but what runs by the clock. */
export const jobQueues = domains.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue));

/** Those of which a store takes its jobs along, and may bring some. */
export const storeQueues = jobQueues.filter(({ isOfNoStore }) => !isOfNoStore);

/** An installation that is there, whether it runs or not; `close` stops what was started for it. */
export type Installation = { ownerUrl: string; secret: string; product: string; close: () => Promise<void> };

/** Throws where the settings name no installation, which whoever only reads one must not make. */
export async function refuseMissing({ dataDir, databaseUrl }: Omit<InstallationSettings, "secret">): Promise<void> {
  if (databaseUrl === null && (await findOwner(dataDir)) === undefined)
    throw new Error(`There is no installation in ${dataDir}: say where it is by DESKHAND_DATA or DATABASE_URL`);
}

/** Opens an installation that is there; makes none. */
export async function openInstallation(settings: InstallationSettings): Promise<Installation> {
  const { dataDir } = settings;
  await refuseMissing(settings);
  const kept = await readSecret(join(dataDir, secretFile));
  const secret = settings.secret ?? kept;
  if (!secret)
    throw new Error(
      `There is no secret in ${join(dataDir, secretFile)}: use the settings of the server (DESKHAND_SECRET, DESKHAND_DATA)`,
    );
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  const { ownerUrl, stopDatabase } = await openOwnerDatabase(settings);
  return { ownerUrl, secret, product: version, close: stopDatabase };
}

function findOwner(dataDir: string): Promise<number | undefined> {
  return findClusterOwner(dataDir).catch((cause) => {
    throw new Error(`Cannot look into ${dataDir} (${reasonOf(cause)}): do it as the user whom the server runs as`, {
      cause,
    });
  });
}
