import type { Settings } from "../settings.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";

/** The owner's URL of the database that the settings name, with the embedded server started where there is none, and what stops that again. */
export async function openOwnerDatabase(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
  options: Pick<EmbeddedPostgresOptions, "log" | "onLost" | "leaving"> = {},
): Promise<{ ownerUrl: string; stopDatabase: () => Promise<void> }> {
  if (databaseUrl) return { ownerUrl: databaseUrl, stopDatabase: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir, ...options });
  return { ownerUrl: postgres.ownerUrl, stopDatabase: () => postgres.stop() };
}
