import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect } from "./expect.ts";
import type { ServerPlace } from "./running-server.ts";

/** A store's rows beside the running server, for what no person could do in the time of a journey. */
export interface StoreDatabase {
  client: pg.Client;
  /** The store's id. */
  store: unknown;
  /** Runs a job that otherwise comes every minute, and resolves once it is done. */
  runNow(job: string): Promise<void>;
}

/** Opens a store by its support address on a server's embedded database. */
export async function openStoreDatabase({ dataDir }: ServerPlace, supportAddress: string): Promise<StoreDatabase> {
  // Lines: pid, data directory, start time, port, socket directory.
  const [, , , port, host = ""] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
  const password = (await readFile(join(dataDir, "pg-superuser-password"), "utf8")).trim();
  const client = new pg.Client({ host, port: Number(port), user: "postgres", password, database: "deskhand" });
  await client.connect();
  const { rows } = await client.query("select id from clients where support_email = $1", [supportAddress]);
  return {
    client,
    store: rows[0]?.id,
    async runNow(name) {
      // As the queue itself does, it tells the workers of the job: by themselves they look once a second.
      const { rows } = await client.query(
        `with job as (insert into pgboss.job (name, data) values ($1, '{}') returning id, name)
         select id, pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from job`,
        [name],
      );
      const isDone = async () => {
        const job = await client.query("select state from pgboss.job where id = $1", [rows[0]?.id]);
        return job.rows[0]?.state === "completed";
      };
      await expect.poll(isDone, { intervals: [20] }).toBe(true);
    },
  };
}
