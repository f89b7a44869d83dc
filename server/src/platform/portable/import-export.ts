import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { measure } from "../backup/backup-format.ts";
import { copyOut } from "../backup/copy-stream.ts";
import { namesOf, plainTexts } from "../backup/tables.ts";
import { queueRestoredJobs, restoredJobs } from "../backup/waiting-jobs.ts";
import { asTenantTx, hasTable, inTransaction, isRunning } from "../db/as-owner.ts";
import { describeFault } from "../db/database-faults.ts";
import { withPreparingLock } from "../db/prepare-database.ts";
import { asTenantId, type TenantTx } from "../db/tenant.ts";
import { nameToSave } from "../storage/safe-filename.ts";
import type { CheckedExport } from "./check-export.ts";
import { loadBytes, Refusal, refuseTaken, stagedRows, stageRows } from "./load-rows-and-bytes.ts";
import { jobsPath, type Manifest, readSchema, tablePath } from "./portable-format.ts";
import { linesSql, type PortableTable, readPortableTables } from "./portable-tables.ts";

type ImportTarget = Loading & {
  ownerUrl: string;
  /** The queues whose exported jobs continue here. */
  wantedQueues: readonly string[];
  /** Runs for the store in the transaction that loads the rows. */
  settle: (tx: TenantTx) => Promise<void>;
};

/** Imports an export into a stopped installation, beside its other stores, in one transaction. */
export async function importExport(checked: CheckedExport, target: ImportTarget, signal: AbortSignal): Promise<void> {
  const { ownerUrl, wantedQueues } = target;
  const { store, schema } = checked.manifest;
  try {
    await withPreparingLock(ownerUrl, async (owner) => {
      if (!(await hasTable(owner, "schema_functions")))
        throw new Refusal("Deskhand was never started here: start it once (npm start -- --empty), and stop it");
      if (await isRunning(owner)) throw new Refusal("Deskhand runs on this database: stop it first");
      await refuseOtherSchema(owner, schema);
      await inTransaction(owner, async () => {
        await loadExport(owner, checked, target, signal);
        await target.settle(await asTenantTx(owner, asTenantId(store.id)));
        await queueRestoredJobs(ownerUrl, owner, wantedQueues);
        signal.throwIfAborted();
      });
      // Without statistics the first queries would be planned for empty tables. A failure here does no harm: the server
      // analyzes by itself later.
      await owner.query("analyze").catch(() => undefined);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) throw new Error(`${error.message}. Nothing was imported`, { cause: error });
    throw new Error(`The export could not be imported, and nothing of it is here: ${describeFault(error)}`, {
      cause: error,
    });
  }
}

async function refuseOtherSchema(
  owner: pg.Client,
  { migration, sha256 }: CheckedExport["manifest"]["schema"],
): Promise<void> {
  const own = await readSchema(owner);
  if (own.sha256 === sha256 && own.migration === migration) return;
  throw new Refusal(
    `The export was made by another version of Deskhand: its tables are as of ${migration}, those here as of ${own.migration}. Bring both installations to the same version, and export again`,
  );
}

type Loading = {
  /** The domain of the installation's support addresses. */
  mailDomain: string;
  /** All queues. */
  queues: readonly string[];
};

/** Tables whose triggers stay on: their totals cover all stores. */
const tablesWithTotals = ["help_uses"];

/** These always have a row: the store's own, and its address. */
const neverEmpty = ["clients", "inbound_addresses"];

/**
 * Loads a store into the installation's tables, in the owner's transaction and limited to that tenant by the policies.
 * Triggers are off, as an import is no change that others should see. Reads each table back and compares it with the
 * export.
 */
async function loadExport(
  owner: pg.Client,
  checked: CheckedExport,
  { mailDomain, queues }: Loading,
  signal: AbortSignal,
): Promise<void> {
  const { store, tables: exportedTables, jobs } = checked.manifest;
  await owner.query(
    `${plainTexts}; set local lock_timeout = '10s'; set local app.client_id = ${pg.escapeLiteral(store.id)}`,
  );
  const tables = await inReferenceOrder(owner, await readPortableTables(owner));
  const columns = (of: Manifest["tables"]) =>
    Object.fromEntries(Object.entries(of).map(([name, { columns: own }]) => [name, own]));
  const ours = Object.fromEntries(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]));
  if (!isDeepStrictEqual(columns(exportedTables), ours))
    throw new Refusal("The tables here are not those of the export");
  const enableTriggers = await disableTriggers(
    owner,
    tables.map(({ name }) => name).filter((name) => !tablesWithTotals.includes(name)),
  );
  const domains = { mailDomain: mailDomain.toLowerCase(), leftDomain: store.supportEmail.split("@").at(-1) ?? "" };
  const addresses = [...new Set(Object.values(domains))].map((domain) => `help+${store.code}@${domain}`);
  for (const table of tables) {
    signal.throwIfAborted();
    const { columns: names, ...content } = exportedTables[table.name] as Manifest["tables"][string];
    if (content.rows === 0 && !neverEmpty.includes(table.name)) continue;
    await stageRows(owner, checked, { path: tablePath(table.name), content, columns: names });
    await refuseTaken(owner, table, { store, addresses });
    await refuseAddresses(owner, table.name, domains);
    if (table.name === "inbound_addresses") await stageAddresses(owner, store.id, addresses);
    await insertRows(owner, table, addresses[0] ?? "");
  }
  await loadBytes(owner, checked, signal);
  for (const table of tables) {
    signal.throwIfAborted();
    const { columns: _, ...content } = exportedTables[table.name] as Manifest["tables"][string];
    if (!isDeepStrictEqual(await measure(copyOut(owner, linesSql(table, store))), content))
      throw new Error(`${tablePath(table.name)} did not come to stand here as it was written`);
  }
  await fixFilenames(owner);
  await stageRows(owner, checked, { path: jobsPath, content: jobs, columns: ["queue", "payload", "startAfter"] });
  await stageJobs(owner, store.id, queues);
  await enableTriggers();
}

const triggersSql = `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`;

/** Disables the tables' triggers in a transaction; the returned function enables them. */
async function disableTriggers(owner: pg.Client, names: string[]): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ table: string }>(triggersSql, [names]);
  const set = (verb: string) => rows.map(({ table }) => `alter table ${table} ${verb} trigger user`).join("; ");
  await owner.query(set("disable"));
  return async () => void (await owner.query(set("enable")));
}

/**
 * Stages the store's addresses of this installation and of its former one: mail is forwarded from there until senders
 * know the new one.
 */
async function stageAddresses(owner: pg.Client, storeId: string, addresses: string[]): Promise<void> {
  await owner.query(
    `insert into ${stagedRows} (line) select json_build_object('address', address, 'client_id', $2::uuid, 'is_verified', true,
       'created_at', now()) from unnest($1::text[]) as address`,
    [addresses, storeId],
  );
}

/** Inserts all rows in one statement, so that they may refer to each other. */
async function insertRows(owner: pg.Client, { name, columns }: PortableTable, supportEmail: string): Promise<void> {
  const own = columns.map((column) => column.name);
  const declared = columns.map(
    (column) => `${pg.escapeIdentifier(column.name)} ${column.type === "bytea" ? "text" : column.type}`,
  );
  const values = columns.map(({ name: column, type }) => {
    const value = `r.${pg.escapeIdentifier(column)}`;
    return type === "bytea" ? `decode(${value}, 'base64')` : value;
  });
  const isStore = name === "clients";
  // Another store may already have the same mail; loadBytes compares its bytes.
  const known = name === "raw_mails" ? "on conflict (id) do nothing" : "";
  await owner.query(
    `insert into ${pg.escapeIdentifier(name)} (${namesOf(own)}${isStore ? ", support_email" : ""})
     select ${values.join(", ")}${isStore ? `, ${pg.escapeLiteral(supportEmail)}` : ""}
     from ${stagedRows} s cross join json_to_record(s.line) as r (${declared.join(", ")}) order by s.number ${known}`,
  );
}

/** Sets the jobs' owner to the store, whatever they say. */
async function stageJobs(owner: pg.Client, storeId: string, queues: readonly string[]): Promise<void> {
  const { rowCount } = await owner.query(
    `select from ${stagedRows} where line ->> 'queue' <> all ($1) or json_typeof(line -> 'payload') <> 'object' limit 1`,
    [queues],
  );
  if (rowCount !== 0) throw new Error(`${jobsPath} has work that is none of a store's`);
  await owner.query(restoredJobs.createSql);
  await owner.query(
    `insert into ${restoredJobs.name} (name, data, start_after)
     select line ->> 'queue', jsonb_build_object('tenantId', $1::text, 'payload', line -> 'payload'), (line ->> 'startAfter')::timestamptz
     from ${stagedRows} order by number`,
    [storeId],
  );
}

const referencesSql = `select conrelid::regclass::text as table, confrelid::regclass::text as refers
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/** Orders tables so that each follows those it refers to. */
async function inReferenceOrder(owner: pg.ClientBase, tables: PortableTable[]): Promise<PortableTable[]> {
  const { rows } = await owner.query<{ table: string; refers: string }>(referencesSql);
  const ordered: PortableTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const isWaiting = (name: string) =>
      rows.some(({ table, refers }) => table === name && left.some((other) => other.name === refers));
    const next = left.filter(({ name }) => !isWaiting(name));
    if (next.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name).join(", ")}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** Columns with file names that people download. */
const columns = [
  ["ticket_attachments", "filename"],
  ["uploads", "filename"],
  ["knowledge_articles", "file_name"],
  ["knowledge_versions", "file_name"],
  ["knowledge_uploads", "file_name"],
] as const;

/** Never part of a name from a mail or an upload: a path, a control character, a leading dot. */
const unsafeName = "[/\\\\[:cntrl:]]|^\\.";

/** Makes an imported store's file names safe to save, as an export may be crafted by hand. */
async function fixFilenames(owner: pg.Client): Promise<void> {
  for (const [table, column] of columns) {
    const { rows } = await owner.query<{ name: string }>(
      `select distinct ${column} as name from ${table} where ${column} ~ $1`,
      [unsafeName],
    );
    for (const { name } of rows)
      await owner.query(`update ${table} set ${column} = $2 where ${column} = $1`, [name, nameToSave(name)]);
  }
}

/** The domains of support addresses: this installation's and the former one's. */
type Domains = { mailDomain: string; leftDomain: string };

/** Columns with the addresses a store receives mail at. */
const receivingColumns: Record<string, string> = { clients: "custom_support_email", inbound_addresses: "address" };

/** The spelling of verified addresses: another spelling is another row but maybe the same mailbox. */
const spelling = "^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@([a-z0-9][a-z0-9-]*[.])+[a-z0-9-]{2,}$";

const domainSql = "substring(address from '[^@]*$')";

/**
 * Throws if a staged row has an address that nobody could have verified. Only the installation assigns addresses at its
 * domain and below; an export may contain anything.
 */
async function refuseAddresses(owner: pg.ClientBase, table: string, domains: Domains): Promise<void> {
  const [mailDomain, leftDomain] = [plain(domains.mailDomain), plain(domains.leftDomain)];
  const column = receivingColumns[table];
  if (column) {
    const refuse = (where: string, values: unknown[], reason: string) =>
      refuseFirst(owner, { table, column, where, values, reason });
    await refuse("address !~ $2", [spelling], "is not spelled as the address of a store");
    const below = `${domainSql} = $2 or right(address, char_length($2) + 1) = '.' || $2`;
    await refuse(below, [mailDomain], `is at ${mailDomain}, where only the installation gives addresses`);
    await refuse(below, [leftDomain], `is at ${leftDomain}, where only the installation that it left gave addresses`);
  }
  // Nobody has a mailbox there: mail to it would reach a desk.
  if (table === "users") {
    const [where, values, reason] = [`${domainSql} = $2`, [mailDomain], `is at ${mailDomain}, where only desks are`];
    await refuseFirst(owner, { table, column: "email", where, values, reason });
  }
  if (table === "identities") {
    const where = "not exists (select from users u where u.id::text = line ->> 'id' and u.email = address)";
    await refuseFirst(owner, { table, column: "email", where, reason: "is not the address of that person in users" });
  }
}

type Check = { table: string; column: string; where: string; values?: unknown[]; reason: string };

async function refuseFirst(owner: pg.ClientBase, check: Check): Promise<void> {
  const { table, column, where, values = [], reason } = check;
  const { rows } = await owner.query<{ number: string; address: string }>(
    `select number, left(address, 320) as address from (select number, line, line ->> $1 as address from ${stagedRows}) s
     where ${where} order by number limit 1`,
    [column, ...values],
  );
  const [found] = rows;
  // Quoted, as a stranger's text goes to a terminal.
  if (found)
    throw new Refusal(`Line ${found.number} of the export's ${table}: ${JSON.stringify(found.address)} ${reason}`);
}

function plain(domain: string): string {
  return domain.toLowerCase().replace(/\.+$/, "");
}
