import type pg from "pg";
import { databaseRoles } from "./roles.ts";

/** Whether a server of Deskhand is connected to the owner's database, or to any database of that PostgreSQL server. */
export async function isRunning(owner: pg.ClientBase, where: "here" | "anywhere" = "here"): Promise<boolean> {
  const { rows } = await owner.query(
    "select from pg_stat_activity where ($1 or datname = current_database()) and usename = any ($2)",
    [where === "anywhere", Object.values(databaseRoles)],
  );
  return rows.length > 0;
}
