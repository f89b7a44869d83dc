import { Kysely, PostgresDialect } from "kysely";
import { createPool } from "./pool.ts";

/** The sign-in library's own pool, as its role; the library names its tables itself, so they are not typed here. */
export function openSignInDatabase(url: string, onError: (error: Error) => void): Kysely<Record<string, never>> {
  // The library reads times as dates, as the driver gives them.
  return new Kysely({ dialect: new PostgresDialect({ pool: createPool(url, 4, onError, {}) }) });
}
