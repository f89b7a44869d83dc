import pg from "pg";
import { StartFault } from "../start-fault.ts";
import { applyFunctions } from "./apply-functions.ts";
import { readSqlFiles, type SqlFile } from "./read-sql-files.ts";
import { ensureRoles } from "./roles.ts";

const folder = new URL("../../../../db/migrations/", import.meta.url);
/** Any number: whoever migrates holds this lock, so two servers starting at once migrate one after the other. */
const migrationLock = 4_711_001;

/**
 * Makes the roles, runs the migrations that have not run yet, each in a transaction of its own, in order of their names, and
 * then makes the functions what their files say.
 */
export async function migrate(ownerUrl: string, secret: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await ensureRoles(client, secret);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
    );
    const ran = new Map<string, string>(
      (await client.query("select name, sha256 from schema_migrations")).rows.map((row) => [row.name, row.sha256]),
    );
    for (const file of await readSqlFiles(folder)) {
      const before = ran.get(file.name);
      if (before === file.sha256) continue;
      if (before)
        throw new StartFault(`The migration ${file.name} was changed after it ran here; migrations only go forward`);
      await runOne(client, file);
    }
    await applyFunctions(client);
  } finally {
    await client.end();
  }
}

async function runOne(client: pg.Client, { name, sql, sha256 }: SqlFile): Promise<void> {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [name, sha256]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed and left nothing behind`, { cause: error });
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number");
  if (rows[0].number < 150_000) throw new StartFault("PostgreSQL 15 or newer is needed");
}
