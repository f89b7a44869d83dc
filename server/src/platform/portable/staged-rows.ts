import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { type Content, measuring } from "../backup/backup-format.ts";
import { copyIn } from "../backup/copy-stream.ts";
import type { CheckedExport } from "./check-export.ts";
import type { Manifest } from "./portable-format.ts";
import { asLines, type PortableTable } from "./portable-tables.ts";
import { bytesIn } from "./read-folder.ts";

/** Where the rows of one file lie until they are put into their table, in the owner's transaction. */
export const stagedRows = "pg_temp.staged_rows";

const createSql = `create temporary table if not exists staged_rows
  (number bigint generated always as identity, line json not null) on commit drop; truncate ${stagedRows} restart identity`;

/**
 * Reads the lines of a file into `stagedRows`, as the database understands JSON, and throws where one has other columns than these, in
 * another order, or twice. What was measured before has to be what is read now.
 */
export async function stageRows(
  owner: pg.Client,
  { folder }: Pick<CheckedExport, "folder">,
  { path, content, columns }: { path: string; content: Content; columns: readonly string[] },
): Promise<void> {
  await owner.query(createSql);
  const { through, whole } = measuring();
  await copyIn(owner, `copy ${stagedRows} (line) from stdin with ${asLines}`, through(bytesIn(folder, path)));
  if (!isDeepStrictEqual(whole(), content)) throw new Error(`${path} was changed meanwhile`);
  const { rows } = await owner.query<{ count: string; odd: string | null }>(
    `select count(*), min(number) filter (where array(select json_object_keys(line)) is distinct from $1::text[]) as odd from ${stagedRows}`,
    [columns],
  );
  const [{ count, odd } = { count: "0", odd: null }] = rows;
  if (odd !== null) throw new Error(`line ${odd} of ${path} has not the columns of the table`);
  if (Number(count) !== content.rows) throw new Error(`${path} has not as many rows as lines`);
}

const mailGoesElsewhere = (address: string) => `Mail to ${address} comes to another store here`;

type About = { store: Manifest["store"]; addresses: string[] };

/** Throws where rows that are staged for a table are not the store's, or name what somebody else has here. */
export async function refuseTaken(owner: pg.ClientBase, { name, columns }: PortableTable, about: About): Promise<void> {
  const { store } = about;
  if (columns.some((column) => column.name === "client_id")) {
    const others = await first(
      owner,
      `select number as found from ${stagedRows} where line ->> 'client_id' is distinct from $1`,
      [store.id],
    );
    if (others) throw new Refusal(`Line ${others} of the export's ${name} is of another store`);
  }
  if (name === "clients") await refuseStore(owner, about);
  if (name === "inbound_addresses") {
    const given = `select line ->> 'address' from ${stagedRows} union select unnest($1::text[])`;
    const address = await first(owner, `select address as found from inbound_addresses where address in (${given})`, [
      about.addresses,
    ]);
    if (address) throw new Refusal(mailGoesElsewhere(address));
  }
  // An invitation is no account, here or there: whose address has one elsewhere may be invited all the same.
  if (name === "identities") {
    const email = await first(
      owner,
      `select email as found from identities where email in (select line ->> 'email' from ${stagedRows})`,
    );
    if (email) throw new Refusal(`${email} is a person of another store here: each address signs in to one store`);
  }
}

async function refuseStore(owner: pg.ClientBase, { store }: About): Promise<void> {
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

/** A sentence for whoever imports, to which nothing is to be added but that nothing was imported. */
export class Refusal extends Error {}
