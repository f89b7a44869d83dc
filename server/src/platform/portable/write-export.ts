import pg from "pg";
import { copyOut } from "../backup/copy-stream.ts";
import { refuseWrongSecret } from "../backup/refuse-wrong-secret.ts";
import { namesOf, plainTexts } from "../backup/tables.ts";
import { connectionFault } from "../db/connection-fault.ts";
import { urlForRole } from "../db/roles.ts";
import {
  checksumsPath,
  jobsPath,
  type Manifest,
  makeManifest,
  manifestPath,
  readme,
  readmePath,
  tablePath,
} from "./portable-format.ts";
import { jobLinesSql, leftOut, linesSql, type PortableTable, readPortableTables } from "./portable-tables.ts";
import { readSchema } from "./read-schema.ts";
import { storedBytes } from "./stored-bytes.ts";
import { type AddFile, writeNewFolder } from "./write-new-folder.ts";

export type ExportSource = {
  ownerUrl: string;
  secret: string;
  product: string;
  /** The store's code, its id, or its support address. */
  store: string;
  /** The queues whose waiting jobs go along. */
  queues: readonly string[];
};

/**
 * Writes all of one store at one moment to a new folder, while others go on reading and writing. What stores have is read as the
 * application, to which the database shows that store alone; only its people's sign-ins and its jobs are read as the owner.
 */
export async function writeExport(path: string, source: ExportSource, signal: AbortSignal): Promise<Manifest> {
  return connected(source.ownerUrl, async (owner) => {
    await refuseWrongSecret(owner, source.secret);
    return connected(urlForRole(source.ownerUrl, "app", source.secret), async (app) => {
      const snapshot = await beginSnapshot({ owner, app }, source);
      let manifest: Manifest | undefined;
      await writeNewFolder(path, async (add) => {
        manifest = await writeAll(add, snapshot, source, signal);
      });
      if (!manifest) throw new Error("A folder that is whole has its manifest");
      return manifest;
    });
  });
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

type Clients = { owner: pg.Client; app: pg.Client };
type Snapshot = Clients & Pick<Manifest, "store" | "schema" | "takenAt"> & { tables: PortableTable[] };

/** Begins a transaction of both that see the database as it is now, and keeps its tables from being changed. */
async function beginSnapshot({ owner, app }: Clients, source: ExportSource): Promise<Snapshot> {
  const names = namesOf((await readPortableTables(owner)).map(({ name }) => name));
  await owner.query("begin isolation level repeatable read read only");
  // Locking comes first: the snapshot is taken by the first statement after it, so no table is another one by then.
  await owner.query(`${plainTexts}; set local lock_timeout = '10s'; lock table ${names} in access share mode`);
  const store = await findStore(owner, source.store);
  const { rows } = await owner.query<{ snapshot: string; takenAt: Date }>(
    `select pg_export_snapshot() as snapshot, transaction_timestamp() as "takenAt"`,
  );
  const [{ snapshot, takenAt } = { snapshot: "", takenAt: new Date() }] = rows;
  await app.query(
    `begin isolation level repeatable read read only; set transaction snapshot ${pg.escapeLiteral(snapshot)}; ${plainTexts};
     set local app.client_id = ${pg.escapeLiteral(store.id)}; set local app.removes = 'on'`,
  );
  const [tables, schema] = [await readPortableTables(owner), await readSchema(owner)];
  return { owner, app, tables, store, schema, takenAt: takenAt.toISOString() };
}

async function findStore(owner: pg.Client, named: string): Promise<Manifest["store"]> {
  const { rows } = await owner.query<Manifest["store"]>(
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
  source: ExportSource,
  signal: AbortSignal,
): Promise<Manifest> {
  const { owner, app, store, schema, takenAt } = snapshot;
  const sums: string[] = [];
  const listed = async (path: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    signal.throwIfAborted();
    const content = await add(path, bytes);
    sums.push(`${content.sha256}  ${path}\n`);
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
  await listed(readmePath, [Buffer.from(readme)]);
  const files = await allOf("files");
  const jobs = await listed(jobsPath, copyOut(owner, jobLinesSql(source.queues, store)));
  const mails = await allOf("mails");
  const tables: Manifest["tables"] = {};
  const paths = new Map(snapshot.tables.map((table) => [tablePath(table.name), table]));
  for (const path of [...paths.keys()].sort()) {
    const table = paths.get(path) as PortableTable;
    const content = await listed(path, copyOut(table.isOwners ? owner : app, linesSql(table, store)));
    tables[table.name] = { ...content, columns: table.columns.map(({ name }) => name) };
  }
  const { sha256: checksums } = await add(checksumsPath, [Buffer.from(sums.join(""))]);
  const manifest = makeManifest({
    ...{ product: source.product, takenAt, schema, store, tables, jobs, files, mails, leftOut, checksums },
  });
  await add(manifestPath, [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]);
  return manifest;
}
