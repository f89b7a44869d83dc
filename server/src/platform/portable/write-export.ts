import pg from "pg";
import { copyOut } from "../backup/copy-stream.ts";
import { namesOf, plainTexts } from "../backup/tables.ts";
import { connectionFault } from "../db/database-faults.ts";
import { refuseWrongSecret } from "../db/refuse-other-secret.ts";
import { urlForRole } from "../db/roles.ts";
import type { TenantId } from "../db/tenant.ts";
import { type AddFile, writeNewFolder } from "./export-folder.ts";
import {
  checksumsPath,
  jobsPath,
  type Manifest,
  makeManifest,
  manifestPath,
  readmeOf,
  readmePath,
  readSchema,
  tablePath,
} from "./portable-format.ts";
import {
  jobLinesSql,
  leftOut,
  linesSql,
  type PortableTable,
  passwordsLeftOut,
  readPortableTables,
  type StoreKeys,
} from "./portable-tables.ts";

/** What to export. Store data is read as the application, sign-ins by a role that may read them. */
type Source = {
  product: string;
  /** The queues whose waiting jobs are exported. */
  queues: readonly string[];
  /** Whether to leave out password hashes. */
  leavesPasswords: boolean;
  /** Called with the number of bytes written so far. */
  onBytes?: (bytes: number) => void;
};

type OwnersSource = Pick<Source, "product" | "queues"> & {
  ownerUrl: string;
  secret: string;
  /** The store's code, id or support address. */
  store: string;
};

type StoresSource = Source & { appUrl: string; authUrl: string; tenantId: TenantId };

/**
 * Writes a consistent snapshot of one store to a new folder while the server runs. Store data is read as the
 * application, to which the database shows only that store; only sign-ins are read as the owner.
 */
export async function writeExport(path: string, source: OwnersSource, signal: AbortSignal): Promise<Manifest> {
  return withConnection(source.ownerUrl, async (owner) => {
    await refuseWrongSecret(owner, source.secret);
    const store = await findStore(owner, source.store);
    return withConnection(urlForRole(source.ownerUrl, "app", source.secret), (app) =>
      writeSnapshot(path, { people: owner, app }, { ...source, store, leavesPasswords: false }, signal),
    );
  });
}

/**
 * Writes the export that a store's admin may have, without the owner's connection
 * (docs/product.md#exports-of-the-store).
 */
export async function writeStoreExport(path: string, source: StoresSource, signal: AbortSignal): Promise<Manifest> {
  return withConnection(source.authUrl, (people) =>
    withConnection(source.appUrl, async (app) => {
      await app.query(`set app.client_id = ${pg.escapeLiteral(source.tenantId)}`);
      const store = await findStore(app, source.tenantId);
      return writeSnapshot(path, { people, app }, { ...source, store }, signal);
    }),
  );
}

type ExportSource = Source & { store: Manifest["store"] };

async function writeSnapshot(
  path: string,
  clients: Clients,
  source: ExportSource,
  signal: AbortSignal,
): Promise<Manifest> {
  const snapshot = await beginSnapshot(clients, source);
  let manifest: Manifest | undefined;
  await writeNewFolder(path, async (add) => {
    manifest = await writeAll(add, snapshot, source, signal);
  });
  if (!manifest) throw new Error("A folder that is whole has its manifest");
  return manifest;
}

async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A lost connection also fails the running statement, which reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw connectionFault(url, error);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Clients = { people: pg.Client; app: pg.Client };
type Snapshot = Clients & Pick<Manifest, "store" | "schema" | "takenAt"> & { tables: PortableTable[] };

/** Begins a transaction on both connections with a common snapshot, and locks the tables against changes. */
async function beginSnapshot({ people, app }: Clients, { store }: ExportSource): Promise<Snapshot> {
  const before = await readPortableTables(app);
  const lock = (ofPeople: boolean) =>
    `${plainTexts}; set local lock_timeout = '10s';
     lock table ${namesOf(before.filter((table) => table.isOwners === ofPeople).map(({ name }) => name))} in access share mode`;
  // Locks before the first other statement, which takes the snapshot, so no table can be replaced in between.
  await people.query("begin isolation level repeatable read read only");
  await people.query(lock(true));
  await app.query("begin isolation level repeatable read read only");
  await app.query(lock(false));
  await app.query(`set local app.client_id = ${pg.escapeLiteral(store.id)}; set local app.removes = 'on'`);
  const { rows } = await app.query<{ snapshot: string; takenAt: Date }>(
    `select pg_export_snapshot() as snapshot, transaction_timestamp() as "takenAt"`,
  );
  const [{ snapshot, takenAt } = { snapshot: "", takenAt: new Date() }] = rows;
  await people.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
  const [tables, schema] = [await readPortableTables(app), await readSchema(app)];
  return { people, app, tables, store, schema, takenAt: takenAt.toISOString() };
}

async function findStore(client: pg.Client, search: string): Promise<Manifest["store"]> {
  const { rows } = await client.query<Manifest["store"]>(
    `select id, client_code as code, store_name as name, support_email as "supportEmail" from clients
     where $1 in (id::text, client_code, support_email, custom_support_email)`,
    [search.trim().toLowerCase()],
  );
  if (!rows[0])
    throw new Error(
      `There is no store ${search} here: name it by its code (as in help+CODE@…), its support address or its id`,
    );
  return rows[0];
}

async function writeAll(
  add: AddFile,
  snapshot: Snapshot,
  { product, queues, leavesPasswords, onBytes }: ExportSource,
  signal: AbortSignal,
): Promise<Manifest> {
  const { people, app, store, schema, takenAt } = snapshot;
  const sums: string[] = [];
  let bytesWritten = 0;
  const addListed = async (path: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    signal.throwIfAborted();
    const content = await add(path, bytes);
    sums.push(`${content.sha256}  ${path}\n`);
    bytesWritten += content.bytes;
    onBytes?.(bytesWritten);
    return content;
  };
  const allOf = async (kind: "files" | "mails") => {
    const found = { count: 0, bytes: 0 };
    for await (const { path, bytes } of storedBytes(app, kind, store)) {
      found.bytes += (await addListed(path, bytes)).bytes;
      found.count += 1;
    }
    return found;
  };
  // Sorted by path.
  await addListed(readmePath, [Buffer.from(readmeOf(leavesPasswords))]);
  const files = await allOf("files");
  const jobs = await addListed(jobsPath, copyOut(app, jobLinesSql(queues, store)));
  const mails = await allOf("mails");
  const tables: Manifest["tables"] = {};
  const paths = new Map(snapshot.tables.map((table) => [tablePath(table.name), table]));
  for (const path of [...paths.keys()].sort()) {
    const table = paths.get(path) as PortableTable;
    const content = await addListed(
      path,
      copyOut(table.isOwners ? people : app, linesSql(table, store, leavesPasswords)),
    );
    tables[table.name] = { ...content, columns: table.columns.map(({ name }) => name) };
  }
  const { sha256: checksums } = await add(checksumsPath, [Buffer.from(sums.join(""))]);
  const manifest = makeManifest({
    product,
    takenAt,
    schema,
    store,
    tables,
    jobs,
    files,
    mails,
    checksums,
    leftOut: leavesPasswords ? { ...leftOut, ...passwordsLeftOut } : leftOut,
  });
  await add(manifestPath, [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]);
  return manifest;
}

/** A file or mail; read its bytes before asking for the next one. */
type StoredBytes = { path: string; bytes: AsyncIterable<Uint8Array> };

/** Rows fetched at once; a chunk has up to 256 kB. */
const fetchSize = 32;

/** Extensions of harmless files; the tables have the full names. */
const endings =
  "pdf png jpg jpeg gif webp heic txt csv doc docx xls xlsx ppt pptx odt ods rtf zip mp3 mp4 mov webm wav ics".split(
    " ",
  );

// Each of these tables has an index by file.
const nameSql = `coalesce(
  (select a.filename from ticket_attachments a where a.client_id = f.client_id and a.file_id = f.id order by a.id limit 1),
  (select u.filename from uploads u where u.client_id = f.client_id and u.file_id = f.id order by u.id limit 1),
  (select k.file_name from knowledge_articles k where k.client_id = f.client_id and k.file_id = f.id order by k.id limit 1),
  (select replace(l.content_type, '/', '.') from email_logos l where l.client_id = f.client_id and l.file_id = f.id order by l.id limit 1),
  (select replace(p.avatar_type, '/', '.') from users p where p.client_id = f.client_id and p.avatar_file_id = f.id order by p.id limit 1))`;

const dayOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;

const filesSql = (store: string) => `
  select f.id, f.day, ${nameSql} as name, c.bytes
  from (select client_id, id, ${dayOf("created_at")} as day from files where client_id = ${store}) f
  left join file_chunks c on c.client_id = f.client_id and c.file_id = f.id order by f.day, f.id, c.position`;

const mailsSql = (store: string) => `
  select m.id, m.day, 'x.eml' as name, c.bytes
  from (select id, ${dayOf("received_at")} as day from raw_mails
    where id in (select l.raw_mail_id from mail_log l where l.client_id = ${store})) m
  left join raw_mail_chunks c on c.raw_mail_id = m.id order by m.day, m.id, c.position`;

/** Yields a store's files or incoming mails in the order of their paths, a few chunks at a time. */
async function* storedBytes(
  client: pg.ClientBase,
  kind: "files" | "mails",
  store: StoreKeys,
): AsyncGenerator<StoredBytes> {
  const sql = (kind === "files" ? filesSql : mailsSql)(pg.escapeLiteral(store.id));
  await client.query(`declare stored_bytes no scroll cursor for ${sql}`);
  const rows = fetchAll(client);
  let next = await rows.next();
  while (!next.done) {
    const { id, day, name } = next.value;
    yield { path: `${kind}/${day}/${id}${endingOf(name)}`, bytes: chunksOf(id) };
  }
  await client.query("close stored_bytes");

  async function* chunksOf(id: string): AsyncGenerator<Uint8Array> {
    for (; !next.done && next.value.id === id; next = await rows.next()) if (next.value.bytes) yield next.value.bytes;
  }
}

type Row = { id: string; day: string; name: string | null; bytes: Buffer | null };

async function* fetchAll(client: pg.ClientBase): AsyncGenerator<Row> {
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${fetchSize} from stored_bytes`);
    yield* rows;
    if (rows.length < fetchSize) return;
  }
}

function endingOf(name: string | null): string {
  const [, ending = ""] = /\.([a-z0-9]{1,5})$/i.exec(name ?? "") ?? [];
  const lower = ending.toLowerCase();
  return lower === "eml" || endings.includes(lower) ? `.${lower}` : "";
}
