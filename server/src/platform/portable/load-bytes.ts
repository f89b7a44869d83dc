import { createHash } from "node:crypto";
import type pg from "pg";
import { inChunks } from "../storage/files.ts";
import { type CheckedExport, listedFiles } from "./check-export.ts";
import { readPath } from "./portable-format.ts";
import { bytesIn } from "./read-folder.ts";

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
