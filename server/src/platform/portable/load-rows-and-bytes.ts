import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { type Content, measuring } from "../backup/backup-format.ts";
import { copyIn } from "../backup/copy-stream.ts";
import { inChunks } from "../storage/files.ts";
import { type CheckedExport, listedFiles } from "./check-export.ts";
import { bytesIn } from "./export-folder.ts";
import { type Manifest, readPath } from "./portable-format.ts";
import { jsonLinesFormat, type PortableTable } from "./portable-tables.ts";

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
    const addresses = `select line ->> 'address' from ${stagedRows} union select unnest($1::text[])`;
    const address = await first(
      owner,
      `select address as found from inbound_addresses where address in (${addresses})`,
      [staged.addresses],
    );
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
  const existing = await first(owner, "select store_name as found from clients where id = $1 or client_code = $2", [
    store.id,
    store.code,
  ]);
  if (existing !== undefined) throw new Refusal(`The store ${own.name} (${store.code}) is here already`);
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

type Kind = "files" | "mails";
type Chunk = { id: string; position: number; bytes: Buffer };
type ReadFile = { id: string; size: number; sha256: string };

const chunksOf = {
  files: { table: "file_chunks", key: "file_id" },
  // An existing mail of this id must be the same; its bytes are not written again.
  mails: { table: "raw_mail_chunks", key: "raw_mail_id" },
} as const satisfies Record<Kind, object>;

const loadedBytes = "pg_temp.loaded_bytes";

/** The most bytes held at once, apart from one chunk. */
const together = 4 * 1024 * 1024;

/** Loads the bytes of files and mails for their rows; throws if a row or its bytes are missing or differ. */
export async function loadBytes(owner: pg.Client, checked: CheckedExport, signal: AbortSignal): Promise<void> {
  await owner.query(
    "create temporary table loaded_bytes (kind text, id uuid, size bigint, sha256 text) on commit drop",
  );
  const writing = { files: batches(owner, "files"), mails: batches(owner, "mails") };
  for await (const { path, sha256 } of listedFiles(checked)) {
    const place = readPath(path);
    if (!place) continue;
    signal.throwIfAborted();
    const { id, kind } = place;
    const hash = createHash("sha256");
    let [position, size] = [0, 0];
    for await (const bytes of inChunks(bytesIn(checked.folder, path))) {
      hash.update(bytes);
      size += bytes.length;
      await writing[kind].add({ id, position, bytes });
      position += 1;
    }
    if (hash.digest("hex") !== sha256) throw new Error(`${path} was changed meanwhile`);
    await writing[kind].record({ id, size, sha256 });
  }
  for (const kind of ["files", "mails"] as const) await writing[kind].flush();
  await expectAll(owner, checked.manifest.store.id);
}

function batches(owner: pg.Client, kind: Kind) {
  let chunks: Chunk[] = [];
  let read: ReadFile[] = [];
  let heldBytes = 0;
  const column = <Row, Name extends keyof Row>(rows: Row[], name: Name) => rows.map((row) => row[name]);
  const flush = async () => {
    const { table, key } = chunksOf[kind];
    const insert = `insert into ${table} (${key}, position, bytes) select * from unnest($1::uuid[], $2::int[], $3::bytea[])`;
    await owner.query(kind === "mails" ? `${insert} on conflict (${key}, position) do nothing` : insert, [
      column(chunks, "id"),
      column(chunks, "position"),
      column(chunks, "bytes"),
    ]);
    await owner.query(`insert into ${loadedBytes} select $1, * from unnest($2::uuid[], $3::bigint[], $4::text[])`, [
      ...[kind, column(read, "id"), column(read, "size"), column(read, "sha256")],
    ]);
    [chunks, read, heldBytes] = [[], [], 0];
  };
  return {
    flush,
    async add(chunk: Chunk) {
      chunks.push(chunk);
      heldBytes += chunk.bytes.length;
      if (heldBytes >= together) await flush();
    },
    async record(file: ReadFile) {
      read.push(file);
      if (read.length >= 1_000) await flush();
    },
  };
}

// Compares the tables with what was read, for mails including what was there before.
async function expectAll(owner: pg.Client, storeId: string): Promise<void> {
  const { rows } = await owner.query<{ found: string }>(
    `select coalesce(r.kind || '/' || r.id, 'files/' || f.id) as found
     from (select * from ${loadedBytes} where kind = 'files') r
     full join (select id, size, sha256 from files where client_id = $1) f
       on f.id = r.id and f.size = r.size and f.sha256 = r.sha256 where r.id is null or f.id is null
     union all
     select coalesce(r.kind || '/' || r.id, 'mails/' || m.id)
     from (select * from ${loadedBytes} where kind = 'mails') r
     full join (select id, size from raw_mails where id in (select raw_mail_id from mail_log where client_id = $1)) m
       on m.id = r.id and m.size = r.size where r.id is null or m.id is null
     union all
     select r.kind || '/' || r.id from ${loadedBytes} r
     where r.kind = 'mails' and r.sha256 is distinct from (
       select encode(sha256(coalesce(string_agg(c.bytes, '' order by c.position), '')), 'hex') from raw_mail_chunks c where c.raw_mail_id = r.id)
     limit 1`,
    [storeId],
  );
  if (rows[0]) throw new Error(`${rows[0].found} is not what its row says, or one of them is missing`);
}
