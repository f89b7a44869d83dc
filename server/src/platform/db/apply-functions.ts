import type pg from "pg";
import { codeOf } from "../error-code.ts";
import { StartFault } from "../start/start-notices.ts";
import { isOfLock, withBriefLocks } from "./brief-locks.ts";
import { describeFault } from "./database-faults.ts";
import { readSqlFiles, type SqlFile } from "./read-sql-files.ts";

const ourFolder = new URL("../../../../db/functions/", import.meta.url);
const header = /^create (?:or replace )?(?:function|procedure) (\w+)/gim;
/** Errors that say that the old function is in the way: its result or names of parameters differ, or both have the name. */
const inTheWay = ["42P13", "42725"];
const undefinedFunction = "42883";

/**
 * Makes the database's functions and triggers those of db/functions: applies each file whose text has changed, and drops
 * what no file defines any more, all in one transaction. A file is known by its name, whichever domain's folder it is in. Returns the names of the files applied. Two callers must not run
 * at once; an unchanged file is not touched, as replacing a trigger waits for those who write its table.
 */
export async function applyFunctions(client: pg.Client, folder: URL = ourFolder): Promise<string[]> {
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
    const gone = before.flatMap(({ names }) => names).filter((name) => !defined.includes(name));
    await drop(client, gone);
    await drop(client, changed.flatMap(namesIn), "and age(p.xmin) > 0");
    await client.query("delete from schema_functions where file <> all ($1)", [files.map(({ name }) => name)]);
  };
  try {
    await withBriefLocks(client, apply, undefined, () => waitForEach(client, locks));
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
/** PostgreSQL looks for a deadlock after a second, and ends whoever looks: by then we have given up. */
const allLocksMs = 800;
const vacuumEndsMs = 1_500;

/** The locks that the triggers of these files need, as statements. */
function locksOf(files: SqlFile[]): string[] {
  const text = files.map(({ sql }) => sql).join("\n");
  return Object.entries(triggerOn).flatMap(([mode, pattern]) => {
    const tables = new Set([...text.matchAll(pattern)].map(([, table]) => table));
    return [...tables].map((table) => `lock table ${table} in ${mode} mode`);
  });
}

/** Takes all locks in a moment: one after the other they are in the way of who writes several tables. */
async function lockTogether(client: pg.Client, locks: string[]): Promise<void> {
  if (locks.length === 0) return;
  const { rows } = await client.query("select current_setting('lock_timeout') as before");
  await client.query(`set local lock_timeout = ${Math.floor(allLocksMs / locks.length)}; ${locks.join("; ")}`);
  await client.query("select set_config('lock_timeout', $1, true)", [rows[0].before]);
}

/** Waits for each lock alone, holding nothing: for so long that PostgreSQL ends a vacuum that is in the way. */
async function waitForEach(client: pg.Client, locks: string[]): Promise<void> {
  for (const lock of locks) {
    try {
      await client.query(`begin; set local lock_timeout = ${vacuumEndsMs}; ${lock}`);
    } catch (error) {
      // Somebody else is at it for longer; whether that is over is seen when all are wanted again.
      if (!isOfLock(error)) throw error;
    } finally {
      await client.query("rollback");
    }
  }
}

/** Applies files in any order: one that calls a function of a later file is tried again after it. */
async function applyAll(client: pg.Client, files: SqlFile[]): Promise<void> {
  const early: SqlFile[] = [];
  for (const file of files) {
    try {
      await applyOne(client, file);
    } catch (error) {
      const isEarly = codeOf(error) === undefinedFunction && early.length < files.length - 1;
      if (!isEarly)
        throw new StartFault(
          `${file.name} of db/functions failed, and all functions are as they were: ${describeFault(error)}`,
          { cause: error },
        );
      await client.query("rollback to savepoint one");
      early.push(file);
    }
  }
  if (early.length > 0) await applyAll(client, early);
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
 * Drops functions and procedures by name, with the triggers that call them; fails if an index, a default or another function
 * needs one. `condition` leaves some alone: what is older than this transaction was not written by it.
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
