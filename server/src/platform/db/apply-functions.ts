import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { codeOf } from "../error-code.ts";
import { StartFault } from "../start/start-notices.ts";
import { isLockFault, withBriefLocks } from "./brief-locks.ts";
import { describeFault } from "./database-faults.ts";

const functionsFolder = new URL("../../../../db/functions/", import.meta.url);
const header = /^create (?:or replace )?(?:function|procedure) (\w+)/gim;
/**
 * Errors that mean the old function must be dropped first: its result or parameter names differ, or both would match a
 * call.
 */
const inTheWay = ["42P13", "42725"];
const undefinedFunction = "42883";

/**
 * Brings the database's functions and triggers in line with db/functions: applies each changed file and drops whatever
 * no file defines, in one transaction. A file is known by its name, whichever folder it is in. Returns the names of the
 * applied files. Callers must not run concurrently.
 * Unchanged files are skipped, as replacing a trigger waits for the table's writers.
 */
export async function applyFunctions(client: pg.Client, folder: URL = functionsFolder): Promise<string[]> {
  await client.query(
    "create table if not exists schema_functions (file text primary key, sha256 text not null, names text[] not null)",
  );
  const { rows: before } = await client.query<{ file: string; sha256: string; names: string[] }>(
    "select file, sha256, names from schema_functions",
  );
  const files = await readSqlFiles(folder);
  const changed = files.filter(({ name, sha256 }) => !before.some((row) => row.file === name && row.sha256 === sha256));
  if (changed.length === 0 && files.length === before.length) return [];
  const locks = locksOf(changed);
  const apply = async () => {
    await lockTogether(client, locks);
    await applyAll(client, changed);
    const defined = files.flatMap(namesIn);
    const obsolete = before.flatMap(({ names }) => names).filter((name) => !defined.includes(name));
    await drop(client, obsolete);
    await drop(client, changed.flatMap(namesIn), "and age(p.xmin) > 0");
    await client.query("delete from schema_functions where file <> all ($1)", [files.map(({ name }) => name)]);
  };
  try {
    await withBriefLocks(client, apply, undefined, () => waitForEachLock(client, locks));
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault(`The database's functions are as they were: ${describeFault(error)}`, { cause: error });
  }
  return changed.map(({ name }) => name);
}

const triggerOn = {
  "share row exclusive": /^create (?:or replace )?(?:constraint )?trigger \w+[^;]*? on (\w+)/gim,
  "access exclusive": /^drop trigger if exists \w+ on (\w+)/gim,
};
/** PostgreSQL checks for deadlocks after a second and ends the checking transaction: by then we have given up. */
const allLocksMs = 800;
const vacuumEndsMs = 1_500;

/** Returns the statements that take the locks these files' triggers need. */
function locksOf(files: SqlFile[]): string[] {
  const text = files.map(({ sql }) => sql).join("\n");
  return Object.entries(triggerOn).flatMap(([mode, pattern]) => {
    const tables = new Set([...text.matchAll(pattern)].map(([, table]) => table));
    return [...tables].map((table) => `lock table ${table} in ${mode} mode`);
  });
}

/** Takes all locks within a moment: taken slowly one by one, they block whoever writes several of the tables. */
async function lockTogether(client: pg.Client, locks: string[]): Promise<void> {
  if (locks.length === 0) return;
  const { rows } = await client.query("select current_setting('lock_timeout') as before");
  await client.query(`set local lock_timeout = ${Math.floor(allLocksMs / locks.length)}; ${locks.join("; ")}`);
  await client.query("select set_config('lock_timeout', $1, true)", [rows[0].before]);
}

/** Waits for each lock alone while holding none, long enough that PostgreSQL cancels an autovacuum in the way. */
async function waitForEachLock(client: pg.Client, locks: string[]): Promise<void> {
  for (const lock of locks) {
    try {
      await client.query(`begin; set local lock_timeout = ${vacuumEndsMs}; ${lock}`);
    } catch (error) {
      // Somebody holds the lock for longer; the next attempt at all locks shows whether that is over.
      if (!isLockFault(error)) throw error;
    } finally {
      await client.query("rollback");
    }
  }
}

/** Applies files in any order: one that needs a function of a later file is retried after it. */
async function applyAll(client: pg.Client, files: SqlFile[]): Promise<void> {
  const postponed: SqlFile[] = [];
  for (const file of files) {
    try {
      await applyOne(client, file);
    } catch (error) {
      const isPostponed = codeOf(error) === undefinedFunction && postponed.length < files.length - 1;
      if (!isPostponed)
        throw new StartFault(
          `${file.name} of db/functions failed, and all functions are as they were: ${describeFault(error)}`,
          { cause: error },
        );
      await client.query("rollback to savepoint one");
      postponed.push(file);
    }
  }
  if (postponed.length > 0) await applyAll(client, postponed);
}

async function applyOne(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query("savepoint one");
  await client.query(file.sql).catch(async (error: unknown) => {
    if (!inTheWay.includes(codeOf(error) ?? "")) throw error;
    await client.query("rollback to savepoint one");
    await drop(client, namesIn(file));
    await client.query(file.sql);
  });
  await client.query(
    `insert into schema_functions (file, sha256, names) values ($1, $2, $3)
     on conflict (file) do update set sha256 = excluded.sha256, names = excluded.names`,
    [file.name, file.sha256, namesIn(file)],
  );
}

function namesIn({ sql }: SqlFile): string[] {
  return [...sql.matchAll(header)].map(([, name = ""]) => name);
}

/**
 * Drops functions and procedures by name, with their triggers; fails if an index, a default or another function needs
 * one. `condition` spares some: those older than this transaction were not written by it.
 */
async function drop(client: pg.Client, names: string[], condition = ""): Promise<void> {
  const { rows } = await client.query<{ routines: string | null; triggers: string[] }>(
    `select string_agg(distinct p.oid::regprocedure::text, ', ') as routines,
       coalesce(array_agg(format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass)) filter (where t.oid is not null), '{}') as triggers
     from pg_proc p left join pg_trigger t on t.tgfoid = p.oid and not t.tgisinternal
     where p.pronamespace = 'public'::regnamespace and p.proname = any ($1) ${condition}`,
    [names],
  );
  const [{ routines, triggers } = { routines: null, triggers: [] }] = rows;
  for (const statement of triggers) await client.query(statement);
  if (routines) await client.query(`drop routine ${routines}`);
}

export interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** Reads the `.sql` files of a folder and its subfolders in the order of their names, whichever folder they are in. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql"))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ name, parentPath }) => {
      const sql = await readFile(`${parentPath}/${name}`, "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
