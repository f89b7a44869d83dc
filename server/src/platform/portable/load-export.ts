import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { copyOut } from "../backup/copy-stream.ts";
import { measure } from "../backup/measure.ts";
import { namesOf, plainTexts } from "../backup/tables.ts";
import { restoredJobs } from "../backup/waiting-jobs.ts";
import type { CheckedExport } from "./check-export.ts";
import { inReferenceOrder } from "./in-reference-order.ts";
import { loadBytes } from "./load-bytes.ts";
import { mendFilenames } from "./mend-filenames.ts";
import { jobsPath, type Manifest, tablePath } from "./portable-format.ts";
import { linesSql, type PortableTable, readPortableTables } from "./portable-tables.ts";
import { Refusal } from "./refusal.ts";
import { refuseAddresses } from "./refuse-addresses.ts";
import { refuseTaken } from "./refuse-taken.ts";
import { stagedRows, stageRows } from "./stage-rows.ts";

export type Loading = {
  /** What the installation gives its stores addresses at. */
  mailDomain: string;
  /** The queues that there are. */
  queues: readonly string[];
};

/** Their triggers go on: what people made of the help is added up over all stores. */
const countedOverAll = ["help_uses"];

/** A store has a row of its own, and an address. */
const neverEmpty = ["clients", "inbound_addresses"];

/**
 * Puts a store into the tables of an installation, in the owner's transaction and for that tenant alone, as the policies have it, without
 * triggers: nothing has changed for anybody. Each table is read again afterwards, and has to be what the export's is.
 */
export async function loadExport(
  owner: pg.Client,
  checked: CheckedExport,
  { mailDomain, queues }: Loading,
  signal: AbortSignal,
): Promise<void> {
  const { store, tables: given, jobs } = checked.manifest;
  await owner.query(
    `${plainTexts}; set local lock_timeout = '10s'; set local app.client_id = ${pg.escapeLiteral(store.id)}`,
  );
  const tables = await inReferenceOrder(owner, await readPortableTables(owner));
  const columns = (of: Manifest["tables"]) =>
    Object.fromEntries(Object.entries(of).map(([name, { columns: own }]) => [name, own]));
  const ours = Object.fromEntries(tables.map((table) => [table.name, table.columns.map(({ name }) => name)]));
  if (!isDeepStrictEqual(columns(given), ours)) throw new Refusal("The tables here are not those of the export");
  const awaken = await silenceTriggers(
    owner,
    tables.map(({ name }) => name).filter((name) => !countedOverAll.includes(name)),
  );
  const domains = { mailDomain: mailDomain.toLowerCase(), leftDomain: store.supportEmail.split("@").at(-1) ?? "" };
  const addresses = [...new Set(Object.values(domains))].map((domain) => `help+${store.code}@${domain}`);
  for (const table of tables) {
    signal.throwIfAborted();
    const { columns: names, ...content } = given[table.name] as Manifest["tables"][string];
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
    const { columns: _, ...content } = given[table.name] as Manifest["tables"][string];
    if (!isDeepStrictEqual(await measure(copyOut(owner, linesSql(table, store))), content))
      throw new Error(`${tablePath(table.name)} did not come to stand here as it was written`);
  }
  await mendFilenames(owner);
  await stageRows(owner, checked, { path: jobsPath, content: jobs, columns: ["queue", "payload", "startAfter"] });
  await stageJobs(owner, store.id, queues);
  await awaken();
}

const triggersSql = `select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`;

/** Switches the triggers of these tables off, in a transaction; what it gives switches them on again. */
async function silenceTriggers(owner: pg.Client, names: string[]): Promise<() => Promise<void>> {
  const { rows } = await owner.query<{ table: string }>(triggersSql, [names]);
  const set = (verb: string) => rows.map(({ table }) => `alter table ${table} ${verb} trigger user`).join("; ");
  await owner.query(set("disable"));
  return async () => void (await owner.query(set("enable")));
}

/** Those that the installation gives it, and that it had where it comes from: mail goes on to that until its senders know the other. */
async function stageAddresses(owner: pg.Client, storeId: string, addresses: string[]): Promise<void> {
  await owner.query(
    `insert into ${stagedRows} (line) select json_build_object('address', address, 'client_id', $2::uuid, 'is_verified', true,
       'created_at', now()) from unnest($1::text[]) as address`,
    [addresses, storeId],
  );
}

/** All rows by one statement, so that they may name each other. */
async function insertRows(owner: pg.Client, { name, columns }: PortableTable, supportEmail: string): Promise<void> {
  const own = columns.map((column) => column.name);
  const given = columns.map(
    (column) => `${pg.escapeIdentifier(column.name)} ${column.type === "bytea" ? "text" : column.type}`,
  );
  const values = columns.map(({ name: column, type }) => {
    const value = `r.${pg.escapeIdentifier(column)}`;
    return type === "bytea" ? `decode(${value}, 'base64')` : value;
  });
  const isStore = name === "clients";
  // A mail that came to several stores may be here with another of them; whether it is the same is looked at by its bytes.
  const known = name === "raw_mails" ? "on conflict (id) do nothing" : "";
  await owner.query(
    `insert into ${pg.escapeIdentifier(name)} (${namesOf(own)}${isStore ? ", support_email" : ""})
     select ${values.join(", ")}${isStore ? `, ${pg.escapeLiteral(supportEmail)}` : ""}
     from ${stagedRows} s cross join json_to_record(s.line) as r (${given.join(", ")}) order by s.number ${known}`,
  );
}

/** Whose jobs they are is said by the store, not by them. */
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
