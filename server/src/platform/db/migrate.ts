import type pg from "pg";
import { noticed, type SlowNotice, StartFault } from "../start/start-notices.ts";
import { applyFunctions } from "./apply-functions.ts";
import { hasTable } from "./as-owner.ts";
import { type LockPatience, withBriefLocks } from "./brief-locks.ts";
import { describeFault } from "./database-faults.ts";
import { refuseOtherHistory, renew, renewalsOf, renewed } from "./history/earlier-migrations.ts";
import { readSqlFiles, type SqlFile } from "./read-sql-files.ts";
import { restoreAccess } from "./restore-access.ts";
import { ensureRoles } from "./roles.ts";

const ourFolder = new URL("../../../../db/migrations/", import.meta.url);

type Migrations = {
  folder?: URL | undefined;
  /** The last one that is to run; where others follow it, the functions are left as the migrations made them. */
  until?: string | undefined;
  notice?: SlowNotice | undefined;
};

/** Every migration there is, in their order. */
export function readMigrations(folder: URL = ourFolder): Promise<SqlFile[]> {
  return readSqlFiles(folder);
}

/**
 * Makes the roles, runs the migrations that have not run yet in order of their names, each in a transaction of its own or, where it
 * is called `….concurrent.sql`, in none, and then makes the functions what their files say. Two callers must not run at once.
 */
export async function migrate(
  owner: pg.Client,
  secret: string,
  { folder, until, notice }: Migrations = {},
): Promise<void> {
  const server = await owner.query("select current_setting('server_version_num')::int as number");
  if (server.rows[0].number < 150_000) throw new StartFault("PostgreSQL 15 or newer is needed");
  const { files, ran, renewals } = await judgeHistory(owner, folder);
  await ensureRoles(owner, secret);
  await owner.query(
    "create table if not exists schema_migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
  );
  await renew(owner, renewals);
  for (const file of files) {
    if (until !== undefined && file.name > until) return;
    if (ran.has(file.name)) continue;
    const why = `The migration ${file.name} takes long: it has much to do, or waits for who uses its tables, a backup or a long query perhaps; all others go on meanwhile`;
    await noticed(notice, why, () => runMigration(owner, file));
  }
  await applyFunctions(owner);
  // What the migrations have just made of nothing is as they say.
  if (ran.size > 0) await restoreAccess(owner);
}

/** What there is to run, what ran, and what of that is called otherwise by now; throws where others ran. Changes nothing. */
export async function judgeHistory(owner: pg.Client, folder?: URL) {
  const files = await readMigrations(folder);
  const before = await readRan(owner);
  const renewals = renewalsOf(files, before);
  const ran = renewed(before, renewals);
  refuseOtherHistory(files, ran);
  return { files, ran, renewals };
}

/** Which migrations ran, by their names. */
async function readRan(owner: pg.Client): Promise<Map<string, string>> {
  if (!(await hasTable(owner, "schema_migrations"))) return new Map();
  const { rows } = await owner.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_migrations order by name",
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

const isConcurrent = (name: string) => name.endsWith(".concurrent.sql");

/** Runs a migration and notes that it ran; throws where it fails, and has then changed nothing, or is begun again the next time. */
export async function runMigration(
  client: pg.Client,
  { name, sql, sha256 }: SqlFile,
  patience?: LockPatience,
): Promise<void> {
  const note = () => client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [name, sha256]);
  const run = async () => {
    await client.query(sql);
    await note();
  };
  try {
    if (isConcurrent(name)) await buildIndexes(client, sql).then(note);
    else await withBriefLocks(client, run, patience);
  } catch (error) {
    const left = isConcurrent(name) ? "is begun again at the next start" : "left nothing behind";
    throw new StartFault(`The migration ${name} failed and ${left}: ${describeFault(error)}`, { cause: error });
  }
}

const built = /^create (?:unique )?index concurrently (\w+) on /i;
const dropped = /^drop index concurrently if exists \w+$/i;

/**
 * Runs the statements of a migration that builds or drops indexes while others read and write their tables, which no transaction may
 * be around. An index that a kill left half built is built anew.
 */
async function buildIndexes(client: pg.Client, sql: string): Promise<void> {
  const statements = sql
    .replace(/^\s*--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  const other = statements.find((statement) => !built.test(statement) && !dropped.test(statement));
  if (other) throw new Error(`it may only build and drop indexes concurrently, not ${other.split("\n")[0]}`);
  for (const statement of statements) {
    const name = built.exec(statement)?.[1];
    if (name && (await isBuilt(client, name))) continue;
    try {
      await client.query(statement);
    } catch (error) {
      // Left half built, a unique one would refuse what the processes of the version before write. Whoever is cut off from the database
      // leaves it to the next start.
      if (name) await client.query(`drop index concurrently if exists ${name}`).catch(() => undefined);
      throw error;
    }
  }
}

/** Whether an index is there and whole; one that is not whole is dropped. */
async function isBuilt(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isWhole: boolean }>(
    `select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  const [found] = rows;
  if (found && !found.isWhole) await client.query(`drop index concurrently ${name}`);
  return found?.isWhole ?? false;
}
