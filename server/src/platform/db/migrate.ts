import type pg from "pg";
import { announceIfSlow, type SlowNotice, StartFault } from "../start/start-notices.ts";
import { applyFunctions, readSqlFiles, type SqlFile } from "./apply-functions.ts";
import { hasTable } from "./as-owner.ts";
import { type LockPatience, withBriefLocks } from "./brief-locks.ts";
import { describeFault } from "./database-faults.ts";
import { applyRenames, findRenamed, recordRenames, refuseOtherHistory } from "./history/earlier-migrations.ts";
import { restoreAccess } from "./restore-access.ts";
import { ensureRoles } from "./roles.ts";

const migrationsFolder = new URL("../../../../db/migrations/", import.meta.url);

type Migrations = {
  folder?: URL | undefined;
  /** The last migration to run; before a later one, functions stay as the migrations made them. */
  until?: string | undefined;
  notice?: SlowNotice | undefined;
};

/** Reads all migrations in order. */
export function readMigrations(folder: URL = migrationsFolder): Promise<SqlFile[]> {
  return readSqlFiles(folder);
}

/**
 * Creates the roles, runs pending migrations by name, each in its own transaction or, if named `….concurrent.sql`, in
 * none, and then applies the functions. Callers must not run concurrently.
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
  await recordRenames(owner, renewals);
  for (const file of files) {
    if (until !== undefined && file.name > until) return;
    if (ran.has(file.name)) continue;
    const why = `The migration ${file.name} takes long: it has much to do, or waits for who uses its tables, a backup or a long query perhaps; all others go on meanwhile`;
    await announceIfSlow(notice, why, () => runMigration(owner, file));
  }
  await applyFunctions(owner);
  // A new database has its access from the migrations.
  if (ran.size > 0) await restoreAccess(owner);
}

/**
 * Compares the migrations on disk with those that ran, including renamed ones; throws if the histories differ. Changes
 * nothing.
 */
export async function judgeHistory(owner: pg.Client, folder?: URL) {
  const files = await readMigrations(folder);
  const before = await readRan(owner);
  const renewals = findRenamed(files, before);
  const ran = applyRenames(before, renewals);
  refuseOtherHistory(files, ran);
  return { files, ran, renewals };
}

/** Reads the hashes of the migrations that ran, by name. */
async function readRan(owner: pg.Client): Promise<Map<string, string>> {
  if (!(await hasTable(owner, "schema_migrations"))) return new Map();
  const { rows } = await owner.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_migrations order by name",
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

const isConcurrent = (name: string) => name.endsWith(".concurrent.sql");

/**
 * Runs a migration and records it. Throws if it fails: then nothing has changed, or, if concurrent, the next start
 * repeats it.
 */
export async function runMigration(
  client: pg.Client,
  { name, sql, sha256 }: SqlFile,
  patience?: LockPatience,
): Promise<void> {
  const record = () => client.query("insert into schema_migrations (name, sha256) values ($1, $2)", [name, sha256]);
  const run = async () => {
    await client.query(sql);
    await record();
  };
  try {
    if (isConcurrent(name)) await buildIndexes(client, sql).then(record);
    else await withBriefLocks(client, run, patience);
  } catch (error) {
    const left = isConcurrent(name) ? "is begun again at the next start" : "left nothing behind";
    throw new StartFault(`The migration ${name} failed and ${left}: ${describeFault(error)}`, { cause: error });
  }
}

const createIndex = /^create (?:unique )?index concurrently (\w+) on /i;
const dropIndex = /^drop index concurrently if exists \w+$/i;

/**
 * Builds or drops indexes outside a transaction, while others use their tables. An index left half built by a killed
 * process is rebuilt.
 */
async function buildIndexes(client: pg.Client, sql: string): Promise<void> {
  const statements = sql
    .replace(/^\s*--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  const other = statements.find((statement) => !createIndex.test(statement) && !dropIndex.test(statement));
  if (other) throw new Error(`it may only build and drop indexes concurrently, not ${other.split("\n")[0]}`);
  for (const statement of statements) {
    const name = createIndex.exec(statement)?.[1];
    if (name && (await isBuilt(client, name))) continue;
    try {
      await client.query(statement);
    } catch (error) {
      // A half-built unique index would reject writes of processes of the earlier version. After a lost connection, the
      // next start drops it.
      if (name) await client.query(`drop index concurrently if exists ${name}`).catch(() => undefined);
      throw error;
    }
  }
}

/** Whether an index exists and is valid; drops an invalid one. */
async function isBuilt(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ isWhole: boolean }>(
    `select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass($1)`,
    [name],
  );
  const [found] = rows;
  if (found && !found.isWhole) await client.query(`drop index concurrently ${name}`);
  return found?.isWhole ?? false;
}
