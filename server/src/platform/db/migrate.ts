import type pg from "pg";
import { StartFault } from "../start-fault.ts";
import { applyFunctions } from "./apply-functions.ts";
import { readSqlFiles, type SqlFile } from "./read-sql-files.ts";
import { ensureRoles } from "./roles.ts";

const ourFolder = new URL("../../../../db/migrations/", import.meta.url);

type Migrations = {
  folder?: URL | undefined;
  /** The last one that is to run; where others follow it, the functions are left as the migrations made them. */
  until?: string | undefined;
};

/** Every migration there is, in their order. */
export function readMigrations(folder: URL = ourFolder): Promise<SqlFile[]> {
  return readSqlFiles(folder);
}

/**
 * Makes the roles, runs the migrations that have not run yet, each in a transaction of its own, in order of their names, and
 * then makes the functions what their files say. Two callers must not run at once.
 */
export async function migrate(owner: pg.Client, secret: string, { folder, until }: Migrations = {}): Promise<void> {
  const server = await owner.query("select current_setting('server_version_num')::int as number");
  if (server.rows[0].number < 150_000) throw new StartFault("PostgreSQL 15 or newer is needed");
  await ensureRoles(owner, secret);
  await owner.query(
    "create table if not exists schema_migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
  );
  const { rows } = await owner.query<{ name: string; sha256: string }>("select name, sha256 from schema_migrations");
  const ran = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  for (const file of await readMigrations(folder)) {
    if (until !== undefined && file.name > until) return;
    const before = ran.get(file.name);
    if (before === file.sha256) continue;
    if (before)
      throw new StartFault(`The migration ${file.name} was changed after it ran here; migrations only go forward`);
    await runOne(owner, file);
  }
  await applyFunctions(owner);
}

async function runOne(client: pg.Client, { name, sql, sha256 }: SqlFile): Promise<void> {
  try {
    await client.query("begin");
    // Everybody who wants the table waits behind a migration that waits for its lock: it gives up instead, and nothing is changed.
    await client.query("set local lock_timeout = '30s'");
    await client.query(sql);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [name, sha256]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed and left nothing behind`, { cause: error });
  }
}
