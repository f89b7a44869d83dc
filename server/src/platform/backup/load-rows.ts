import type { FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { type Content, type Head, jobsPath, type Manifest, measure, measuring, tablePath } from "./backup-format.ts";
import { copyIn, copyOut } from "./copy-stream.ts";
import { copySql, namesOf, plainTexts, readTables, type Table } from "./tables.ts";
import { unpack } from "./unpack.ts";
import { restoredJobs } from "./waiting-jobs.ts";

/**
 * Loads a backup's rows into an empty installation in the owner's transaction, replacing what its start created. Reads
 * each table back and compares it with the backup.
 */
export async function loadRows(
  owner: pg.Client,
  file: FileHandle,
  { head, manifest }: { head: Head; manifest: Manifest },
  signal: AbortSignal,
): Promise<void> {
  await owner.query(`${plainTexts}; set local lock_timeout = '10s'`);
  const tables = await readTables(owner, Object.keys(head.tables));
  const columns = Object.fromEntries(tables.map((table) => [table.name, table.columns]));
  if (!isDeepStrictEqual(columns, head.tables)) throw new Error("The tables here are not those of the backup");
  const names = tables.map(({ name }) => name);
  const addReferences = await dropReferences(owner, names);
  const close = await openTables(owner, names);
  await owner.query(`truncate ${namesOf(names)}`);
  const byPath = new Map(tables.map((table) => [tablePath(table.name), table]));
  await owner.query(restoredJobs.createSql);
  for await (const { path, body } of unpack(file)) {
    signal.throwIfAborted();
    const table = byPath.get(path);
    const sql = table ? copyInSql(table) : path === jobsPath ? restoredJobs.copySql : null;
    const { through, whole } = measuring();
    if (sql) await copyIn(owner, sql, through(until(signal, body)));
    else for await (const _ of through(body));
    if (sql) expectSame(path, whole(), manifest.contents[path]);
  }
  for (const table of tables) {
    const path = tablePath(table.name);
    expectSame(path, await measure(until(signal, copyOut(owner, copySql(table)))), manifest.contents[path]);
  }
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await owner.query("select setval($1::regclass, $2, $3)", [pg.escapeIdentifier(name), lastValue, isCalled]);
  await addReferences();
  await close();
}

function copyInSql({ name, columns }: Table): string {
  return `copy ${pg.escapeIdentifier(name)} (${namesOf(columns)}) from stdin`;
}

function expectSame(path: string, found: Content, written: Content | undefined): void {
  if (!isDeepStrictEqual(found, written)) throw new Error(`${path} did not come to stand here as it was written`);
}

async function* until(signal: AbortSignal, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** Restores what was removed. */
type Restore = () => Promise<void>;

const forcedSql = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity and relname = any ($1)`;

/** Lets the owner write these tables in a transaction without triggers or policies. */
export async function openTables(owner: pg.ClientBase, names: readonly string[]): Promise<Restore> {
  const { rows } = await owner.query<{ name: string }>(forcedSql, [names]);
  const forced = new Set(rows.map(({ name }) => name));
  for (const name of names)
    await owner.query(`alter table ${pg.escapeIdentifier(name)} no force row level security, disable trigger user`);
  return async () => {
    for (const name of names) {
      const force = forced.has(name) ? ", force row level security" : "";
      await owner.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user${force}`);
    }
  };
}

type Reference = { table: string; name: string; definition: string };

const referencesSql = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    and conrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)) order by 1, 2`;

/** Drops the tables' foreign keys so that rows may load in any order. Restoring them checks all rows. */
async function dropReferences(owner: pg.ClientBase, names: readonly string[]): Promise<Restore> {
  const { rows: references } = await owner.query<Reference>(referencesSql, [names]);
  for (const { table, name } of references) await owner.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of references)
      await owner.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}
