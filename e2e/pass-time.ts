import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect } from "./expect.ts";
import type { ServerPlace } from "./running-server.ts";

/** What a ticket's clocks are computed from and stored in. */
const tables = ["support_tickets", "ticket_messages", "ticket_activities", "ticket_places", "ticket_clocks"];

/** The time of a store, which a journey moves on. */
export interface StoreTime {
  /**
   * Lets so many hours pass for the store: what it has becomes older, and its calendars go on with the clocks of a zone that is
   * ahead by as much. Nobody waits, and the machine's own clock stays as it is.
   */
  pass(hours: number): Promise<void>;
  /** Tells people of targets, as happens every minute, and resolves once that is done. */
  tellOfTargets(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the time of a store on a server's embedded database. */
export async function openStoreTime({ dataDir }: ServerPlace, supportAddress: string): Promise<StoreTime> {
  // Lines: pid, data directory, start time, port, socket directory.
  const [, , , port, host = ""] = (await readFile(join(dataDir, "pg", "postmaster.pid"), "utf8")).split("\n");
  const password = (await readFile(join(dataDir, "pg-superuser-password"), "utf8")).trim();
  const client = new pg.Client({ host, port: Number(port), user: "postgres", password, database: "deskhand" });
  await client.connect();
  const { rows } = await client.query("select id from clients where support_email = $1", [supportAddress]);
  const store: unknown = rows[0]?.id;
  return {
    async pass(hours) {
      await client.query("begin");
      // What is older is no change: nothing is counted or computed anew.
      await client.query("set local session_replication_role = replica");
      const columns = await client.query<{ table: string; sets: string }>(
        `select table_name as table, string_agg(format('%1$I = %1$I - make_interval(hours => $2)', column_name), ', ') as sets
         from information_schema.columns where table_name = any($1) and data_type = 'timestamp with time zone' group by 1`,
        [tables],
      );
      for (const { table, sets } of columns.rows) {
        await client.query(`update ${table} set ${sets} where client_id = $1`, [store, hours]);
      }
      // "Etc/GMT-3" is three hours ahead of UTC.
      await client.query(
        `update calendars set time_zone = 'Etc/GMT' || to_char(substring(time_zone from 8)::int - $2, 'FMSG90')
         where client_id = $1`,
        [store, hours],
      );
      await client.query("commit");
    },
    async tellOfTargets() {
      // As the queue itself does, it tells the workers of the job: by themselves they look once a second.
      const { rows } = await client.query(
        `with job as (insert into pgboss.job (name, data) values ('targets.tell', '{}') returning id, name)
         select id, pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from job`,
      );
      const isDone = async () => {
        const job = await client.query("select state from pgboss.job where id = $1", [rows[0]?.id]);
        return job.rows[0]?.state === "completed";
      };
      await expect.poll(isDone, { intervals: [20] }).toBe(true);
    },
    close: () => client.end(),
  };
}
