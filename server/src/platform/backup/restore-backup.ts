import type { FileHandle } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { asTenantTx, hasTable, inTransaction, isRunning } from "../db/as-owner.ts";
import { describeFault } from "../db/database-faults.ts";
import { migrate, readMigrations } from "../db/migrate.ts";
import { withPreparingLock } from "../db/prepare-database.ts";
import { hasOtherRoles } from "../db/refuse-other-secret.ts";
import { asTenantId, noTenant, type TenantTx } from "../db/tenant.ts";
import { mentionsNoRoom } from "../error-code.ts";
import type { QueueSettings } from "../jobs/job.ts";
import { prepareJobQueues } from "../jobs/prepare-job-queues.ts";
import { type Content, type Head, jobsPath, type Manifest, measure, measuring, tablePath } from "./backup-format.ts";
import type { CheckedBackup } from "./check-backup.ts";
import { copyIn, copyOut } from "./copy-stream.ts";
import { copySql, namesOf, plainTexts, readTables, type Table } from "./tables.ts";
import { unpack } from "./unpack.ts";
import { queueRestoredJobs, restoredJobs } from "./waiting-jobs.ts";

type RestoreTarget = {
  ownerUrl: string;
  secret: string;
  queues: QueueSettings[];
  /** The queues whose backed-up jobs continue here. */
  wantedQueues: readonly string[];
  /** Called before the first write, once the installation is known to be empty. */
  onEmpty: () => Promise<void>;
  /** Runs for each tenant in the transaction that loads the rows. */
  settle: (tx: TenantTx) => Promise<void>;
  /** Overrides the folder of migrations. */
  migrations?: URL;
};

/**
 * Restores a backup into an empty installation: creates the tables as they were, loads the rows in one transaction,
 * then runs the newer migrations. A failure before that transaction commits leaves the installation empty.
 */
export async function restoreBackup(
  file: FileHandle,
  backup: CheckedBackup,
  target: RestoreTarget,
  signal: AbortSignal,
): Promise<void> {
  const { ownerUrl, secret, queues, migrations } = target;
  await withPreparingLock(ownerUrl, async (owner) => {
    await refuseUsed(owner);
    const isOlder = await refuseOtherSchema(owner, backup.head, migrations);
    await refuseRoles(owner, ownerUrl, secret);
    await target.onEmpty();
    await orExplainNothingRestored(signal, async () => {
      await migrate(owner, secret, { folder: migrations, until: backup.head.migrations.at(-1)?.name });
      await prepareJobQueues(ownerUrl, owner, queues);
      await inTransaction(owner, async () => {
        await loadRows(owner, file, backup, signal);
        await settleTenants(owner, target.settle);
        await queueRestoredJobs(ownerUrl, owner, target.wantedQueues);
        signal.throwIfAborted();
      });
    });
    if (isOlder) {
      await migrate(owner, secret, { folder: migrations });
      await inTransaction(owner, () => recomputeGenerated(owner));
    }
    // Without statistics the first queries would be planned for empty tables. A failure here does no harm: the server
    // analyzes by itself later.
    await owner.query("analyze").catch(() => undefined);
  });
}

/** Adds to an error that nothing was restored. */
async function orExplainNothingRestored(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    signal.throwIfAborted();
    const why = mentionsNoRoom(cause)
      ? "There is no room for what the backup holds"
      : "The backup could not be restored";
    throw new Error(`${why}, and nothing of it is here: ${describeFault(cause)}`, { cause });
  }
}

/** A row in one of these tables means the installation is in use. */
const tablesOfUse = ["clients", "identities", "account_claims", "raw_mails"];

async function refuseUsed(owner: pg.Client): Promise<void> {
  if (await isRunning(owner)) throw new Error("Deskhand runs on this database: stop it first. Nothing was restored");
  await owner.query("select set_config('app.client_id', $1, false)", [noTenant]);
  for (const name of tablesOfUse) {
    if (!(await hasTable(owner, name))) continue;
    const { rowCount } = await owner.query(`select from ${name} limit 1`);
    if (rowCount !== 0)
      throw new Error(
        "This installation is not empty, and nothing was restored. Choose a new data directory (DESKHAND_DATA) or an empty database (DATABASE_URL)",
      );
  }
}

/** Roles belong to the whole server: throws if restoring would change the passwords of another installation's roles. */
async function refuseRoles(owner: pg.Client, ownerUrl: string, secret: string): Promise<void> {
  if (!(await hasOtherRoles(owner, ownerUrl, secret))) return;
  if (await isRunning(owner, "anywhere"))
    throw new Error(
      "Another Deskhand runs on this PostgreSQL server, with roles of another secret than the backup's, and nothing was restored. Give each a server of its own",
    );
  // An installation that was started once may have another secret, which the restore replaces.
  if (await hasTable(owner, "installation_keys")) return;
  throw new Error(
    "The roles of this PostgreSQL server have the passwords of another secret, and nothing was restored. Where no other Deskhand uses it, start this installation " +
      "once, empty, with npm start -- --empty --new-secret, stop it, and restore; else give each a server of its own",
  );
}

/**
 * Refuses a backup or an installation with unknown migrations; returns whether this version has newer ones than the
 * backup.
 */
async function refuseOtherSchema(owner: pg.Client, { migrations }: Head, folder: URL | undefined): Promise<boolean> {
  const ours = await readMigrations(folder);
  const unknown = migrations.find(({ name, sha256 }, place) => {
    const own = ours[place];
    return own?.name !== name || own.sha256 !== sha256;
  });
  if (unknown)
    throw new Error(
      `The backup was made by a newer Deskhand, or by one between two releases: its ${unknown.name} is not known here. Restore it with that version; nothing was restored`,
    );
  const ran = (await hasTable(owner, "schema_migrations")) ? await owner.query("select from schema_migrations") : null;
  if ((ran?.rowCount ?? 0) > migrations.length)
    throw new Error(
      "This installation was started by a newer Deskhand than the backup was made by. Restore it into a new data directory or database; nothing was restored",
    );
  return ours.length > migrations.length;
}

async function settleTenants(owner: pg.Client, settle: RestoreTarget["settle"]): Promise<void> {
  const { rows: tenants } = await owner.query<{ id: string }>("select id from clients order by id");
  for (const { id } of tenants) await settle(await asTenantTx(owner, asTenantId(id)));
}

/**
 * Selects, of these tables, those with generated columns or expression or partial indexes, with the columns that are
 * written directly.
 */
const computedSql = `
  select c.relname as name, array_agg(a.attname::text) as "writtenColumns"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity = ''
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and (
    exists (select from pg_attribute g where g.attrelid = c.oid and g.attgenerated = 's')
    or exists (select from pg_index i where i.indrelid = c.oid and (i.indexprs is not null or i.indpred is not null)))
  group by c.relname`;

/**
 * Recomputes generated columns and indexes that an older version's functions filled, in the owner's transaction.
 * Triggers are off, as no visible data changes.
 */
async function recomputeGenerated(owner: pg.ClientBase): Promise<void> {
  const all = (await readTables(owner)).map(({ name }) => name);
  const { rows: tables } = await owner.query<{ name: string; writtenColumns: string[] }>(computedSql, [all]);
  const close = await openTables(
    owner,
    tables.map(({ name }) => name),
  );
  for (const { name, writtenColumns } of tables) {
    const table = pg.escapeIdentifier(name);
    // Sets every column, because a generated one is recomputed when a column it depends on is set.
    const same = writtenColumns.map((column) => `${pg.escapeIdentifier(column)} = ${pg.escapeIdentifier(column)}`);
    await owner.query(`update ${table} set ${same.join(", ")}`);
    await owner.query(`reindex table ${table}`);
  }
  await close();
}

/**
 * Loads a backup's rows into an empty installation in the owner's transaction, replacing what its start created. Reads
 * each table back and compares it with the backup.
 */
async function loadRows(
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
async function openTables(owner: pg.ClientBase, names: readonly string[]): Promise<Restore> {
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
