import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Waits until the worker has done the jobs that a measurement left behind; returns how many it did per second, if any. */
export async function waitUntilIdle(superuserUrl: string): Promise<{ jobs: number; perSecond: number } | null> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const started = performance.now();
    const jobs = await countWaiting(client);
    for (let left = jobs; left > 0; left = await countWaiting(client)) await sleep(200);
    return jobs < 20 ? null : { jobs, perSecond: jobs / ((performance.now() - started) / 1000) };
  } finally {
    await client.end();
  }
}

async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name like 'mail.%' and state < 'completed'",
  );
  return rows[0]?.count ?? 0;
}

/** Returns how many transactions the database has committed so far, and how many bytes of WAL it has written. */
export async function countWritten(superuserUrl: string): Promise<{ commits: number; walBytes: number }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ commits: string; bytes: string }>(
      `select xact_commit as commits, pg_current_wal_insert_lsn() - '0/0' as bytes
       from pg_stat_database where datname = current_database()`,
    );
    return { commits: Number(rows[0]?.commits), walBytes: Number(rows[0]?.bytes) };
  } finally {
    await client.end();
  }
}
