import type { ServerPlace } from "./running-server.ts";
import { openStoreDatabase } from "./store-database.ts";

/** What a ticket's clocks are computed from and stored in, and what rules wait for. */
const tables = [
  "support_tickets",
  "ticket_messages",
  "ticket_activities",
  "ticket_places",
  "ticket_clocks",
  "rule_timers",
];

/** The time of a store, which a journey moves on. */
export interface StoreTime {
  /**
   * Lets so many hours pass for the store: what it has becomes older, and its calendars go on with the clocks of a zone that is
   * ahead by as much. Nobody waits, and the machine's own clock stays as it is.
   */
  pass(hours: number): Promise<void>;
  /** Tells people of targets, as happens every minute, and resolves once that is done. */
  tellOfTargets(): Promise<void>;
  /** Runs the rules whose time has come, as happens every minute, and resolves once that is done. */
  runRules(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the time of a store on a server's embedded database. */
export async function openStoreTime(place: ServerPlace, supportAddress: string): Promise<StoreTime> {
  const { client, store, runNow } = await openStoreDatabase(place, supportAddress);
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
    tellOfTargets: () => runNow("targets.tell"),
    runRules: () => runNow("rules.run-due"),
    close: () => client.end(),
  };
}
