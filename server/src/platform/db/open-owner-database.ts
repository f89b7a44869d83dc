import type { Settings } from "../settings.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { rememberSettings } from "./embedded/launch-server.ts";

type OwnerDatabase = {
  ownerUrl: string;
  stopDatabase: () => Promise<void>;
  /** Stops it after a refused start and restores its earlier settings. */
  stopRefused: () => Promise<void>;
};

/**
 * Returns the owner's URL of the configured database, or starts the embedded server and returns its URL with functions
 * to stop it.
 */
export async function openOwnerDatabase(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  options: Pick<EmbeddedPostgresOptions, "log" | "onLost" | "leaving"> = {},
): Promise<OwnerDatabase> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stopDatabase: async () => {}, stopRefused: async () => {} };
  const restoreSettings = await rememberSettings(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, ...options });
    return {
      ownerUrl: postgres.ownerUrl,
      stopDatabase: () => postgres.stop(),
      stopRefused: () => postgres.stop().finally(restoreSettings),
    };
  } catch (error) {
    await restoreSettings();
    throw error;
  }
}
