import type pg from "pg";
import { databaseRoles } from "../db/roles.ts";

/** Whether a server of Deskhand is connected to the owner's database. */
export async function isRunning(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query(
    "select from pg_stat_activity where datname = current_database() and usename = any ($1)",
    [Object.values(databaseRoles)],
  );
  return rows.length > 0;
}
