import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** The sign-in library's own pool, as its role; the library names its tables itself, so they are not typed here. */
export function openSignInDatabase(url: string, onError: (error: Error) => void): Kysely<Record<string, never>> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  pool.on("error", onError);
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
