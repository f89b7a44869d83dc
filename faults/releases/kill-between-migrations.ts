import pg from "pg";
import { startEmbeddedPostgres } from "../../server/src/platform/db/embedded/embedded-postgres.ts";
import { until } from "../../server/src/testing/take-mail.ts";
import type { Started } from "./npm-start.ts";

const mostKills = 12;
const hold = "begin; lock table schema_migrations in share mode";

/**
 * Starts a program repeatedly on an older database, and kills it when one more migration has run and the next is about to be
 * recorded, until none is left; returns the number of kills. The database keeps running, as when a program is killed.
 */
export async function killBetweenMigrations(dataDir: string, start: () => Started): Promise<number> {
  const server = await startEmbeddedPostgres({ dataDir });
  const connectionString = Object.assign(new URL(server.superuserUrl), { pathname: "/deskhand" }).href;
  const [watcher, holder] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  try {
    await Promise.all([watcher.connect(), holder.connect()]);
    const count = async (sql: string) => Number((await watcher.query(sql)).rows[0].count);
    const noted = () => count("select count(*) from schema_migrations");
    const waiting = () =>
      count("select count(*) from pg_locks where relation = 'schema_migrations'::regclass and not granted");
    for (let kills = 0; kills < mostKills; kills += 1) {
      await holder.query(hold);
      const started = start();
      const ready = started.ready.then(() => "ready" as const);
      const isWaiting = async () => (await until(() => Promise.race([ready, waiting()]))) !== "ready";
      let hasMore = await isWaiting();
      const before = await noted();
      while (hasMore && (await noted()) === before) {
        // The waiting program gets the lock before it is taken again.
        await holder.query(`rollback; ${hold}`);
        hasMore = await isWaiting();
      }
      await started.kill();
      await holder.query("rollback");
      if (!hasMore) return kills;
    }
    return mostKills;
  } finally {
    await Promise.all([watcher.end(), holder.end()]);
    await server.stop();
  }
}
