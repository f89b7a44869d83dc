import pg from "pg";
import { copyOut } from "../backup/copy-stream.ts";
import { refuseWrongSecret } from "../backup/refuse-wrong-secret.ts";
import { namesOf, plainTexts } from "../backup/tables.ts";
import { connectionFault } from "../db/connection-fault.ts";
import { urlForRole } from "../db/roles.ts";
import type { TenantId } from "../db/tenant.ts";
import {
  checksumsPath,
  jobsPath,
  type Manifest,
  makeManifest,
  manifestPath,
  readmeOf,
  readmePath,
  tablePath,
} from "./portable-format.ts";
import {
  jobLinesSql,
  leftOut,
  linesSql,
  type PortableTable,
  passwordsLeftOut,
  readPortableTables,
} from "./portable-tables.ts";
import { readSchema } from "./read-schema.ts";
import { storedBytes } from "./stored-bytes.ts";
import { type AddFile, writeNewFolder } from "./write-new-folder.ts";

/** What is written, and by which connections: what stores have is read as the application, their people's sign-ins by who may read those. */
type Source = {
  product: string;
  /** The queues whose waiting jobs go along. */
  queues: readonly string[];
  /** Whether the hashes of people's passwords stay behind. */
  leavesPasswords: boolean;
  /** Hears how many bytes were written, whenever some were. */
  onBytes?: (bytes: number) => void;
};

export type OwnersSource = Pick<Source, "product" | "queues"> & {
  ownerUrl: string;
  secret: string;
  /** The store's code, its id, or its support address. */
  store: string;
};

export type StoresSource = Source & { appUrl: string; authUrl: string; tenantId: TenantId };

/**
 * Writes all of one store at one moment to a new folder, while others go on reading and writing. What stores have is read as the
 * application, to which the database shows that store alone; only its people's sign-ins are read as the owner.
 */
export async function writeExport(path: string, source: OwnersSource, signal: AbortSignal): Promise<Manifest> {
  return connected(source.ownerUrl, async (owner) => {
    await refuseWrongSecret(owner, source.secret);
    const store = await findStore(owner, source.store);
    return connected(urlForRole(source.ownerUrl, "app", source.secret), (app) =>
      writeSnapshot(path, { people: owner, app }, { ...source, store, leavesPasswords: false }, signal),
    );
  });
}

/** Writes the same as the store itself may have it, without the owner's connection (docs/product.md#exports-of-the-store). */
export async function writeStoreExport(path: string, source: StoresSource, signal: AbortSignal): Promise<Manifest> {
  return connected(source.authUrl, (people) =>
    connected(source.appUrl, async (app) => {
      await app.query(`set app.client_id = ${pg.escapeLiteral(source.tenantId)}`);
      const store = await findStore(app, source.tenantId);
      return writeSnapshot(path, { people, app }, { ...source, store }, signal);
    }),
  );
}

type Written = Source & { store: Manifest["store"] };

async function writeSnapshot(path: string, clients: Clients, source: Written, signal: AbortSignal): Promise<Manifest> {
  const snapshot = await beginSnapshot(clients, source);
  let manifest: Manifest | undefined;
  await writeNewFolder(path, async (add) => {
    manifest = await writeAll(add, snapshot, source, signal);
  });
  if (!manifest) throw new Error("A folder that is whole has its manifest");
  return manifest;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that is lost fails the statement that uses it, which reports it.
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

/** Begins a transaction of both that see the database as it is now, and keeps its tables from being changed. */
async function beginSnapshot({ people, app }: Clients, { store }: Written): Promise<Snapshot> {
  const before = await readPortableTables(app);
  const lock = (ofPeople: boolean) =>
    `${plainTexts}; set local lock_timeout = '10s';
     lock table ${namesOf(before.filter((table) => table.isOwners === ofPeople).map(({ name }) => name))} in access share mode`;
  // Locking comes first: the snapshot is taken by the first statement after it, so no table is another one by then.
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

async function findStore(client: pg.Client, named: string): Promise<Manifest["store"]> {
  const { rows } = await client.query<Manifest["store"]>(
    `select id, client_code as code, store_name as name, support_email as "supportEmail" from clients
     where $1 in (id::text, client_code, support_email, custom_support_email)`,
    [named.trim().toLowerCase()],
  );
  if (!rows[0])
    throw new Error(
      `There is no store ${named} here: name it by its code (as in help+CODE@…), its support address or its id`,
    );
  return rows[0];
}

async function writeAll(
  add: AddFile,
  snapshot: Snapshot,
  { product, queues, leavesPasswords, onBytes }: Written,
  signal: AbortSignal,
): Promise<Manifest> {
  const { people, app, store, schema, takenAt } = snapshot;
  const sums: string[] = [];
  let written = 0;
  const listed = async (path: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    signal.throwIfAborted();
    const content = await add(path, bytes);
    sums.push(`${content.sha256}  ${path}\n`);
    written += content.bytes;
    onBytes?.(written);
    return content;
  };
  const allOf = async (kind: "files" | "mails") => {
    const found = { count: 0, bytes: 0 };
    for await (const { path, bytes } of storedBytes(app, kind, store)) {
      found.bytes += (await listed(path, bytes)).bytes;
      found.count += 1;
    }
    return found;
  };
  // In the order of their paths.
  await listed(readmePath, [Buffer.from(readmeOf(leavesPasswords))]);
  const files = await allOf("files");
  const jobs = await listed(jobsPath, copyOut(app, jobLinesSql(queues, store)));
  const mails = await allOf("mails");
  const tables: Manifest["tables"] = {};
  const paths = new Map(snapshot.tables.map((table) => [tablePath(table.name), table]));
  for (const path of [...paths.keys()].sort()) {
    const table = paths.get(path) as PortableTable;
    const content = await listed(path, copyOut(table.isOwners ? people : app, linesSql(table, store, leavesPasswords)));
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
