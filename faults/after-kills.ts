import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { until } from "../server/src/testing/take-mail.ts";

/** How many of these were acknowledged. */
export function countAcknowledged(sent: Map<string, { isAcknowledged: boolean }>): number {
  return [...sent.values()].filter(({ isAcknowledged }) => isAcknowledged).length;
}

/** Kills the embedded database of an installation. */
export async function killDatabase(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
}

/** The first store's rows, as their owner reads them. */
export type Settled = {
  read<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
};

/** Waits until no mail is pending in a running installation; only jobs begun since the last start are alive. */
export async function openSettled(dataDir: string, lastStart: Date): Promise<Settled> {
  const server = await startEmbeddedPostgres({ dataDir });
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const read = async <Row extends pg.QueryResultRow>(sql: string) => (await owner.query<Row>(sql)).rows;
  await read("select set_config('app.client_id', (select client_id::text from inbound_addresses limit 1), false)");
  // Jobs cut off by a kill fail after a while, and wait half a minute or more for the next try; the test does not wait so long.
  const hurry = `update pgboss.job set state = 'retry', start_after = now()
    where state = 'retry' or (state = 'active' and started_on < '${lastStart.toISOString()}')`;
  const waiting = `select (select count(*) from mail_log where state = 'received')::int
    + (select count(*) from outgoing_mails where state = 'queued')::int as count`;
  await until(async () => {
    await read(hurry);
    return (await read<{ count: number }>(waiting))[0]?.count === 0;
  });
  return {
    read,
    async close() {
      await owner.end();
      await server.stop();
    },
  };
}
