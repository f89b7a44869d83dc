import type { Settings } from "../settings.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { rememberSettings } from "./embedded/postgres-settings.ts";

type OwnerDatabase = {
  ownerUrl: string;
  stopDatabase: () => Promise<void>;
  /** Stops it where the start is refused: its settings are those of the start before. */
  stopRefused: () => Promise<void>;
};

/** The owner's URL of the database that the settings name, with the embedded server started where there is none, and what stops that again. */
export async function openOwnerDatabase(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  options: Pick<EmbeddedPostgresOptions, "log" | "onLost" | "leaving"> = {},
): Promise<OwnerDatabase> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stopDatabase: async () => {}, stopRefused: async () => {} };
  const putBack = await rememberSettings(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, ...options });
    return {
      ownerUrl: postgres.ownerUrl,
      stopDatabase: () => postgres.stop(),
      stopRefused: () => postgres.stop().finally(putBack),
    };
  } catch (error) {
    await putBack();
    throw error;
  }
}
