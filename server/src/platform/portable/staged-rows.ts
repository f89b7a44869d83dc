import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { type Content, measuring } from "../backup/backup-format.ts";
import { copyIn } from "../backup/copy-stream.ts";
import type { CheckedExport } from "./check-export.ts";
import type { Manifest } from "./portable-format.ts";
import { jsonLinesFormat, type PortableTable } from "./portable-tables.ts";
import { bytesIn } from "./read-folder.ts";

/** A temporary table for one file's rows, in the owner's transaction. */
export const stagedRows = "pg_temp.staged_rows";

const createSql = `create temporary table if not exists staged_rows
  (number bigint generated always as identity, line json not null) on commit drop; truncate ${stagedRows} restart identity`;

/**
 * Reads a file's lines into `stagedRows` with the database's JSON parser. Throws if a row's columns are missing, extra,
 * repeated or in another order, or if the file has changed since it was measured.
 */
export async function stageRows(
  owner: pg.Client,
  { folder }: Pick<CheckedExport, "folder">,
  { path, content, columns }: { path: string; content: Content; columns: readonly string[] },
): Promise<void> {
  await owner.query(createSql);
  const { through, whole } = measuring();
  await copyIn(owner, `copy ${stagedRows} (line) from stdin with ${jsonLinesFormat}`, through(bytesIn(folder, path)));
  if (!isDeepStrictEqual(whole(), content)) throw new Error(`${path} was changed meanwhile`);
  const { rows } = await owner.query<{ count: string; badLine: string | null }>(
    `select count(*), min(number) filter (where array(select json_object_keys(line)) is distinct from $1::text[]) as "badLine" from ${stagedRows}`,
    [columns],
  );
  const [{ count, badLine } = { count: "0", badLine: null }] = rows;
  if (badLine !== null) throw new Error(`line ${badLine} of ${path} has not the columns of the table`);
  if (Number(count) !== content.rows) throw new Error(`${path} has not as many rows as lines`);
}

const mailGoesElsewhere = (address: string) => `Mail to ${address} comes to another store here`;

type StagedStore = { store: Manifest["store"]; addresses: string[] };

/** Throws if staged rows belong to another store or use what another store has here. */
export async function refuseTaken(
  owner: pg.ClientBase,
  { name, columns }: PortableTable,
  staged: StagedStore,
): Promise<void> {
  const { store } = staged;
  if (columns.some((column) => column.name === "client_id")) {
    const others = await first(
      owner,
      `select number as found from ${stagedRows} where line ->> 'client_id' is distinct from $1`,
      [store.id],
    );
    if (others) throw new Refusal(`Line ${others} of the export's ${name} is of another store`);
  }
  if (name === "clients") await refuseStore(owner, staged);
  if (name === "inbound_addresses") {
    const given = `select line ->> 'address' from ${stagedRows} union select unnest($1::text[])`;
    const address = await first(owner, `select address as found from inbound_addresses where address in (${given})`, [
      staged.addresses,
    ]);
    if (address) throw new Refusal(mailGoesElsewhere(address));
  }
  // Invitations are not checked: an address with an account elsewhere may still be invited.
  if (name === "identities") {
    const email = await first(
      owner,
      `select email as found from identities where email in (select line ->> 'email' from ${stagedRows})`,
    );
    if (email) throw new Refusal(`${email} is a person of another store here: each address signs in to one store`);
  }
}

async function refuseStore(owner: pg.ClientBase, { store }: StagedStore): Promise<void> {
  const { rows } = await owner.query<{ id: string; code: string; name: string }>(
    `select line ->> 'id' as id, line ->> 'client_code' as code, line ->> 'store_name' as name from ${stagedRows}`,
  );
  const [own] = rows;
  if (rows.length !== 1 || own?.id !== store.id || own.code !== store.code)
    throw new Refusal("The export's table of stores has not its store alone");
  const taken = await first(owner, "select store_name as found from clients where id = $1 or client_code = $2", [
    store.id,
    store.code,
  ]);
  if (taken !== undefined) throw new Refusal(`The store ${own.name} (${store.code}) is here already`);
  const address = await first(
    owner,
    `select address as found from (
       select custom_support_email as address from clients union select support_email from clients union select address from inbound_addresses) taken
     where address in (select line ->> 'custom_support_email' from ${stagedRows})`,
  );
  if (address) throw new Refusal(mailGoesElsewhere(address));
}

async function first(owner: pg.ClientBase, sql: string, values: unknown[] = []): Promise<string | undefined> {
  const { rows } = await owner.query<{ found: string }>(`${sql} limit 1`, values);
  return rows[0]?.found;
}

/** A refusal that is shown as it is, followed only by "Nothing was imported". */
export class Refusal extends Error {}
