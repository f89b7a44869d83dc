import type pg from "pg";
import { asTenantId } from "../platform/db/tenant.ts";
import { until } from "./take-mail.ts";

export type HeldRows = {
  /** Waits until this many transactions wait for these rows, or for each other behind them. */
  untilWaiting(count: number): Promise<void>;
  /** Runs one more statement in the transaction that holds the rows. */
  run(sql: string, values?: unknown[]): Promise<void>;
  release(): Promise<void>;
};

const waiting = `
  with recursive waits as (select distinct pid, pg_blocking_pids(pid) as others from pg_locks where not granted),
    behind (pid) as (select pg_backend_pid() union select w.pid from waits w join behind b on b.pid = any (w.others))
  select count(*)::int - 1 as count from behind`;

/** Locks rows with one tenant's statement, so that a test can decide what happens at the same time. */
export async function holdRows(
  pool: pg.Pool,
  { tenantId }: { tenantId: string },
  sql: string,
  values: unknown[],
): Promise<HeldRows> {
  const client = await pool.connect();
  await client.query(`begin; set local app.client_id = '${asTenantId(tenantId)}'`);
  await client.query(sql, values);
  return {
    untilWaiting: async (count) => {
      await until(async () => (await client.query<{ count: number }>(waiting)).rows[0]?.count === count);
    },
    run: async (statement, parameters = []) => {
      await client.query(statement, parameters);
    },
    release: async () => {
      await client.query("commit");
      client.release();
    },
  };
}

/** Waits until this many connections to this database wait for a lock, no matter who holds it. */
export async function untilLocksWait(pool: pg.Pool, count: number): Promise<void> {
  const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await pool.query(waits)).rowCount === count);
}
