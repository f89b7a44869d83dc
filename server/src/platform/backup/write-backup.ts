import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import pg from "pg";
import { connectionFault } from "../db/database-faults.ts";
import { refuseWrongSecret } from "../db/refuse-other-secret.ts";
import { codeOf, reasonOf } from "../error-code.ts";
import { cannotWrite, refuseTakenName, syncFolder, takenName } from "../storage/write-durably.ts";
import {
  type Content,
  filePath,
  fingerprintOf,
  type Head,
  headPath,
  jobsPath,
  type Manifest,
  makeHead,
  makeManifest,
  manifestPath,
  measure,
  measuring,
  partName,
  tablePath,
} from "./backup-format.ts";
import { copyOut } from "./copy-stream.ts";
import { copySql, plainTexts, readTables, type Table } from "./tables.ts";
import { waitingJobsSql } from "./waiting-jobs.ts";

/** Tables are split into parts of about this size, held in memory one at a time. */
const partSize = 4 * 1024 * 1024;

type BackupSource = {
  ownerUrl: string;
  product: string;
  /** The installation's secret; the backup contains its fingerprint. */
  secret: string;
  /** Small files of the data directory, by name. */
  files: ReadonlyMap<string, Buffer>;
  /** The queues whose waiting jobs are included. */
  queues: readonly string[];
};

export type BackupSize = { tables: number; rows: number; bytes: number };

/**
 * Writes a consistent snapshot of everything to a new file while the server runs. The file gets its name when it is
 * complete; any error or abort leaves nothing behind.
 */
export async function writeBackup(path: string, source: BackupSource, signal: AbortSignal): Promise<BackupSize> {
  const owner = new pg.Client({ connectionString: source.ownerUrl, connectionTimeoutMillis: 10_000 });
  // A lost connection also fails the running statement, which reports it.
  owner.on("error", () => undefined);
  try {
    await owner.connect();
  } catch (error) {
    throw connectionFault(source.ownerUrl, error);
  }
  try {
    await refuseWrongSecret(owner, source.secret);
    const written = { tables: 0, rows: 0, bytes: 0 };
    await writeNewFile(path, async (file) => {
      const { head, tables } = await beginSnapshot(owner, source);
      const packed = pack(filesOf(owner, head, tables, source, written), new Date(head.takenAt));
      try {
        // The fastest level: most bytes are mail and files, which compress little better with more work.
        await pipeline(
          packed.stream,
          createGzip({ level: 1, chunkSize: 256 * 1024 }),
          (chunks) => file.writeFile(chunks),
          { signal },
        );
      } catch (error) {
        // Throws the signal's reason instead of the pipeline's.
        signal.throwIfAborted();
        throw error;
      } finally {
        await packed.done;
      }
    });
    return written;
  } finally {
    await owner.end();
  }
}

/** Begins a snapshot transaction and locks its tables against changes. */
async function beginSnapshot(owner: pg.Client, source: BackupSource): Promise<{ head: Head; tables: Table[] }> {
  const names = (await readTables(owner)).map(({ name }) => pg.escapeIdentifier(name));
  await owner.query("begin isolation level repeatable read read only");
  await owner.query(plainTexts);
  // Locks before the first other statement, which takes the snapshot, so no table can be replaced in between.
  await owner.query(`set local lock_timeout = '10s'; lock table ${names.join(", ")} in access share mode`);
  const tables = await readTables(owner);
  const { rows: migrations } = await owner.query<Head["migrations"][number]>(
    "select name, sha256 from schema_migrations order by name",
  );
  const { rows: about } = await owner.query<{ takenAt: Date; postgres: string }>(
    `select transaction_timestamp() as "takenAt", current_setting('server_version') as postgres`,
  );
  const [{ takenAt, postgres } = { takenAt: new Date(), postgres: "" }] = about;
  const head = makeHead({
    product: source.product,
    takenAt: takenAt.toISOString(),
    postgres,
    secretFingerprint: fingerprintOf(source.secret),
    migrations,
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  });
  return { head, tables };
}

async function* filesOf(
  owner: pg.Client,
  head: Head,
  tables: Table[],
  { files, queues }: BackupSource,
  written: BackupSize,
): AsyncGenerator<Packed> {
  const contents: Record<string, Content> = {};
  const small = async (name: string, bytes: Buffer): Promise<Packed> => {
    contents[name] = await measure([bytes]);
    return { name, bytes };
  };
  async function* large(path: string, rows: AsyncIterable<Uint8Array>): AsyncGenerator<Packed> {
    const { through, whole } = measuring();
    yield* inParts(path, through(rows));
    const content = whole();
    contents[path] = content;
    written.rows += content.rows;
    written.bytes += content.bytes;
  }
  yield await small(headPath, toJson(head));
  for (const [name, bytes] of files) yield await small(filePath(name), bytes);
  const { rows: tenants } = await owner.query<{ id: string }>("select id from clients order by id");
  for (const table of tables) yield* large(tablePath(table.name), rowsOf(owner, table, tenants));
  written.tables = tables.length;
  yield* large(jobsPath, copyOut(owner, waitingJobsSql(queues)));
  // Sequences are not part of the snapshot: read last, they are at least as high as the rows need.
  yield { name: manifestPath, bytes: toJson(makeManifest({ contents, sequences: await readSequences(owner) })) };
}

async function* rowsOf(owner: pg.Client, table: Table, tenants: { id: string }[]): AsyncGenerator<Uint8Array> {
  if (!table.isClosed) yield* copyOut(owner, copySql(table));
  else for (const { id } of tenants) yield* copyOut(owner, copySql(table, id));
}

async function* inParts(path: string, rows: AsyncIterable<Uint8Array>): AsyncGenerator<Packed> {
  let blocks: Uint8Array[] = [];
  let size = 0;
  let number = 0;
  const take = () => {
    const bytes = Buffer.concat(blocks);
    [blocks, size, number] = [[], 0, number + 1];
    return { name: partName(path, number), bytes };
  };
  for await (const block of rows) {
    blocks.push(block);
    size += block.length;
    if (size >= partSize) yield take();
  }
  // An empty table has one empty part, so the backup lists it.
  if (size > 0 || number === 0) yield take();
}

async function readSequences(owner: pg.Client): Promise<Manifest["sequences"]> {
  const { rows: found } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1",
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of found) {
    const { rows } = await owner.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value as "lastValue", is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

function toJson(value: Head | Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

type Packed = { name: string; bytes: Uint8Array };

/**
 * Packs files into a tar stream with back-pressure. `done` resolves when `files` is no longer read, also if the stream
 * is abandoned.
 */
function pack(files: AsyncIterable<Packed>, madeAt: Date): { stream: Readable; done: Promise<void> } {
  const { readable, controller } = createTarPacker();
  const packAll = async () => {
    try {
      for await (const { name, bytes } of files) {
        const body = controller.add({ name, size: bytes.length, mode: 0o600, mtime: madeAt }).getWriter();
        if (bytes.length > 0) await body.write(bytes);
        await body.close();
      }
      controller.finalize();
    } catch (error) {
      // Rejects for the stream's reader.
      controller.error(error);
    }
  };
  return { stream: Readable.fromWeb(readable), done: packAll() };
}

/** Full disk, exceeded quota, file too large. */
const noRoom = ["ENOSPC", "EDQUOT", "EFBIG"];
/** Errors of file systems without hard links. */
const noLinks = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Writes a file that only we may read. It has the suffix `.partial` until it is complete and on the disk; a failed one
 * is removed. An existing file of that name stays, and so does another writer's partial file.
 */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await refuseTakenName(path);
  const partial = `${path}.partial`;
  const file = await openNew(partial);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(partial, path).catch(async (error) => {
      if (codeOf(error) === "EEXIST") throw takenName(path);
      if (!noLinks.includes(codeOf(error) ?? "")) throw error;
      await rename(partial, path);
    });
  } catch (error) {
    await rm(partial, { force: true });
    if (!noRoom.includes(codeOf(error) ?? "")) throw error;
    throw new Error(`There is no room for ${path} (${reasonOf(error)}): nothing of it is left`, { cause: error });
  }
  await rm(partial, { force: true });
  await syncFolder(dirname(path));
}

async function openNew(partial: string): Promise<FileHandle> {
  try {
    return await open(partial, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) === "EEXIST")
      throw new Error(`${partial} is there: another backup is writing it, or one was killed; then remove it`);
    throw cannotWrite(partial, error);
  }
}

/** A constant process id, so there is one row whichever process makes the backup. */
const anyProcess = "00000000-0000-0000-0000-000000000000";

/** Records in the installation that a backup was just made; returns whether that succeeded. */
export async function noteBackup(ownerUrl: string): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on("error", () => undefined);
  try {
    await owner.connect();
    await owner.query(
      `insert into server_parts (part, process_id, seen_at, worked_at) values ('backup', $1, now(), now())
        on conflict (part, process_id) do update set seen_at = now(), worked_at = now()`,
      [anyProcess],
    );
    return true;
  } catch {
    // The backup itself is complete; the record is only for the screen.
    return false;
  } finally {
    await owner.end().catch(() => undefined);
  }
}
