import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "./database.ts";
import { clientForKysely } from "./pool.ts";
import { databaseRoles } from "./roles.ts";
import { enterTenant, type TenantId, type TenantTx } from "./tenant.ts";

/** Whether the installation's schema has a table; a database that was never prepared has none. */
export async function hasTable(owner: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await owner.query("select from pg_class where oid = to_regclass($1)", [`public.${name}`]);
  return rows.length > 0;
}

/** Whether a Deskhand server is connected to the owner's database, or to any database of that PostgreSQL server. */
export async function isRunning(owner: pg.ClientBase, where: "here" | "anywhere" = "here"): Promise<boolean> {
  const { rows } = await owner.query(
    "select from pg_stat_activity where ($1 or datname = current_database()) and usename = any ($2)",
    [where === "anywhere", Object.values(databaseRoles)],
  );
  return rows.length > 0;
}

/** Runs work in a transaction of the owner. */
export async function inTransaction(owner: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await owner.query("begin");
  try {
    await work();
    await owner.query("commit");
  } catch (error) {
    // A lost connection has ended the transaction; the first error says why.
    await owner.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Adapts the owner's transaction for the domains and enters one tenant. */
export async function asTenantTx(owner: pg.ClientBase, tenant: TenantId): Promise<TenantTx> {
  const client = clientForKysely(owner, () => undefined);
  const pool = { connect: async () => client, end: async () => undefined, options: {} };
  const tx = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return await enterTenant(Object.assign(tx, { tenantId: null }), tenant);
}
