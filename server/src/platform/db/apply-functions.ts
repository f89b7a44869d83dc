import pg from "pg";
import { readSqlFiles, type SqlFile } from "./read-sql-files.ts";

const ourFolder = new URL("../../../../db/functions/", import.meta.url);

/** PostgreSQL replaces a function only if its result and the names of its parameters stay. */
const notReplaceable = "42P13";

/**
 * Makes the database's functions and triggers those of db/functions: applies each file whose text has changed, and drops
 * what no file defines any more, all in one transaction. Returns the names of the files applied. Two callers must not run
 * at once; an unchanged file is not touched, as replacing a trigger waits for those who write its table.
 */
export async function applyFunctions(client: pg.Client, folder: URL = ourFolder): Promise<string[]> {
  await client.query(
    "create table if not exists schema_functions (file text primary key, sha256 text not null, routines text[] not null)",
  );
  const { rows: known } = await client.query<{ file: string; sha256: string; routines: string[] }>(
    "select file, sha256, routines from schema_functions",
  );
  const before = new Map(known.map((row) => [row.file, row]));
  const files = await readSqlFiles(folder);
  const changed = files.filter(({ name, sha256 }) => before.get(name)?.sha256 !== sha256);
  if (changed.length === 0 && files.length === known.length) return [];
  await client.query("begin");
  try {
    const defined = files
      .filter((file) => !changed.includes(file))
      .flatMap(({ name }) => before.get(name)?.routines ?? []);
    for (const file of changed) {
      defined.push(...(await applyOne(client, file, before.get(file.name)?.routines ?? [], defined)));
    }
    await dropLeftovers(
      client,
      known.flatMap(({ routines }) => routines),
      defined,
    );
    await client.query("delete from schema_functions where file <> all ($1)", [files.map(({ name }) => name)]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return changed.map(({ name }) => name);
}

/** Applies a file and records it; returns the signatures of the functions and procedures that it defines. */
async function applyOne(client: pg.Client, file: SqlFile, before: string[], others: string[]): Promise<string[]> {
  try {
    await client.query("savepoint one");
    await client.query(file.sql).catch(async (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== notReplaceable || before.length === 0) throw error;
      await client.query("rollback to savepoint one");
      await drop(client, before);
      await client.query(file.sql);
    });
  } catch (error) {
    throw new Error(`db/functions/${file.name} failed; all functions are as they were`, { cause: error });
  }
  // Whatever this transaction has written is not older than it.
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and age(xmin) <= 0 and oid::regprocedure::text <> all ($1)`,
    [others],
  );
  const routines = rows.map(({ name }) => name);
  await client.query(
    `insert into schema_functions (file, sha256, routines) values ($1, $2, $3)
     on conflict (file) do update set sha256 = excluded.sha256, routines = excluded.routines`,
    [file.name, file.sha256, routines],
  );
  return routines;
}

/** Drops what files defined before and none does now, and what has the name but not the parameters of one that is defined. */
async function dropLeftovers(client: pg.Client, before: string[], defined: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc p
     where pronamespace = 'public'::regnamespace and oid::regprocedure::text <> all ($2)
       and (oid::regprocedure::text = any ($1)
         or exists (select from pg_proc same where same.proname = p.proname and same.oid::regprocedure::text = any ($2)))`,
    [before, defined],
  );
  await drop(
    client,
    rows.map(({ name }) => name),
  );
}

/** Drops functions with the triggers that call them; fails if an index, a default or another function needs one. */
async function drop(client: pg.Client, routines: string[]): Promise<void> {
  if (routines.length === 0) return;
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger
     where not tgisinternal and tgfoid::regprocedure::text = any ($1)`,
    [routines],
  );
  for (const { statement } of rows) await client.query(statement);
  await client.query(`drop routine if exists ${routines.join(", ")}`);
}
