import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { domains } from "./domains.ts";
import type { UnsealedSettings } from "./env.ts";
import { findClusterOwner } from "./platform/db/embedded/cluster-home.ts";
import { openOwnerDatabase } from "./platform/db/open-owner-database.ts";
import { reasonOf } from "./platform/error-code.ts";
import { readSecret } from "./platform/secrets/secret-file.ts";

/** The settings that identify an installation: where its data is, and its secret if that is not kept there. */
export type InstallationSettings = Pick<UnsealedSettings, "dataDir" | "databaseUrl" | "secret">;

/** The file in the data directory with the secret, if no setting has it. */
export const secretFile = "secret-key";

/** The queues of all jobs that are queued once, without scheduled ones. */
export const jobQueues = domains.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue));

/** The queues whose jobs a store takes along, and may import. */
export const storeQueues = jobQueues.filter(({ isOfNoStore }) => !isOfNoStore);

/** An existing installation, running or not; `close` stops what was started for it. */
export type Installation = { ownerUrl: string; secret: string; product: string; close: () => Promise<void> };

/** Throws if the settings name no installation, as only reading one must not make it. */
export async function refuseMissing({ dataDir, databaseUrl }: Omit<InstallationSettings, "secret">): Promise<void> {
  if (databaseUrl === null && (await findOwner(dataDir)) === undefined)
    throw new Error(`There is no installation in ${dataDir}: say where it is by DESKHAND_DATA or DATABASE_URL`);
}

/** Opens an existing installation; makes none. */
export async function openInstallation(settings: InstallationSettings): Promise<Installation> {
  const { dataDir } = settings;
  await refuseMissing(settings);
  const storedSecret = await readSecret(join(dataDir, secretFile));
  const secret = settings.secret ?? storedSecret;
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
