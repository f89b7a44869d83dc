import type pg from "pg";
import { databaseRoles } from "../db/roles.ts";

/** Throws where a server of Deskhand is connected to the owner's database. */
export async function refuseRunning(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query(
    "select from pg_stat_activity where datname = current_database() and usename = any ($1)",
    [Object.values(databaseRoles)],
  );
  if (rows.length > 0) throw new Error("Deskhand runs on this database: stop it first. Nothing was written");
}
