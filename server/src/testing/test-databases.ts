import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/db/embedded/embedded-postgres.ts";
import { prepareDatabase } from "../platform/db/prepare-database.ts";
import { queues } from "../worker.ts";

/** The secret from which the passwords of the test databases' roles derive. */
export const testSecret = "a secret for tests, known to everyone";

/** What a test needs to copy the migrated database; plain text, because it travels to worker processes. */
export interface TestDatabases {
  /** The URL of a role that may create databases. */
  adminUrl: string;
  /** The owner's URL of the migrated database that serves as template. */
  templateUrl: string;
}

export interface TestServer {
  /** Returns the owner's URL of a database that is ready to be served, which the first call prepares. */
  migrated(): Promise<string>;
  databases(): Promise<TestDatabases>;
  stop(): Promise<void>;
}

export interface TestDatabase {
  ownerUrl: string;
  drop(): Promise<void>;
}

export interface TestServerOptions {
  /** PostgreSQL programs to use instead of the packaged ones. */
  binDir?: string | undefined;
  /** The URL of a running server to use instead, for an ordinary role with CREATEDB and CREATEROLE. */
  externalUrl?: string | undefined;
}

/** Starts a database server for one test run, fast and not durable, in a folder of its own that is removed with it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = options.externalUrl ? useExternal(options.externalUrl) : await startInTemporaryFolder(options.binDir);
  let template: Promise<TestDatabase> | undefined;
  const migrated = async () => {
    template ??= makeTemplate(server);
    return (await template).ownerUrl;
  };
  return {
    migrated,
    databases: async () => ({ adminUrl: server.adminUrl, templateUrl: await migrated() }),
    stop: async () => {
      if (options.externalUrl) await (await template)?.drop();
      await server.stop();
    },
  };
}

/** Copies the migrated database for one test file; about 20 ms. */
export async function copyTestDatabase({ adminUrl, templateUrl }: TestDatabases): Promise<TestDatabase> {
  const template = pg.escapeIdentifier(databaseName(templateUrl));
  return createDatabase({ adminUrl, ownerUrl: templateUrl }, `template ${template} strategy file_copy`);
}

/** Makes an empty database. */
export async function emptyTestDatabase({ adminUrl, templateUrl }: TestDatabases): Promise<TestDatabase> {
  return createDatabase({ adminUrl, ownerUrl: templateUrl }, "");
}

interface Server {
  adminUrl: string;
  ownerUrl: string;
  stop(): Promise<void>;
}

function useExternal(url: string): Server {
  return { adminUrl: url, ownerUrl: url, stop: async () => {} };
}

async function startInTemporaryFolder(binDir: string | undefined): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-tests-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
  let server: EmbeddedPostgres;
  try {
    server = await startEmbeddedPostgres({ dataDir, durable: false, ...(binDir ? { binDir } : {}) });
    await signInCheaply(server);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return {
    adminUrl: server.superuserUrl,
    ownerUrl: server.ownerUrl,
    stop: async () => {
      const home = await findHome(dataDir);
      await server.stop();
      await rm(home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
      await rm(server.socketDir, { recursive: true, force: true }); // It lies elsewhere if the path is too long.
    },
  };
}

/** Makes sign-in cheap: a test run opens thousands of connections, each of which costs both sides 4,096 rounds of hashing otherwise. */
async function signInCheaply({ superuserUrl, ownerUrl }: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_settings where name = 'scram_iterations'");
    if (rowCount === 0) return; // Before PostgreSQL 16.
    await client.query("alter system set scram_iterations = 1");
    await client.query("select pg_reload_conf()");
    await client.query("set scram_iterations = 1");
    for (const { username, password } of [new URL(superuserUrl), new URL(ownerUrl)])
      await client.query(
        `alter role ${pg.escapeIdentifier(username)} password ${pg.escapeLiteral(decodeURIComponent(password))}`,
      );
  } finally {
    await client.end();
  }
}

/** Returns the cluster's folder, which lies elsewhere if PostgreSQL's user cannot enter the folder for temporary files. */
async function findHome(dataDir: string): Promise<string> {
  return realpath(join(dataDir, "pg-home")).catch(() => dataDir); // Without a link it lies here.
}

async function makeTemplate(server: Server): Promise<TestDatabase> {
  const template = await createDatabase(server, "");
  // Failed jobs run again after a second instead of half a minute.
  await prepareDatabase(
    template.ownerUrl,
    testSecret,
    queues.map((queue) => ({ ...queue, retryDelay: 1 })),
  );
  // Marks the queues as just swept: each desk would otherwise look five times in each queue for day-old jobs.
  await execute(template.ownerUrl, "update pgboss.queue set maintain_on = now()");
  return template;
}

async function createDatabase(
  { adminUrl, ownerUrl }: Pick<Server, "adminUrl" | "ownerUrl">,
  from: string,
): Promise<TestDatabase> {
  const name = `deskhand_test_${randomBytes(6).toString("hex")}`;
  const url = new URL(ownerUrl);
  await adminAt(adminUrl).query(`create database ${name} owner ${pg.escapeIdentifier(url.username)} ${from}`);
  url.pathname = `/${name}`;
  return { ownerUrl: url.href, drop: () => dropDatabase(adminUrl, name) };
}

/** Waits first: an ended pool may still be closing its connections, and cutting one off would end the test process. */
async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = adminAt(adminUrl);
  for (let tries = 0; tries < 3_000 && (await isInUse(admin, name)); tries += 1) await sleep(10);
  await admin.query(`drop database ${name} with (force)`);
}

async function isInUse(admin: pg.Pool, name: string): Promise<boolean> {
  return (await admin.query("select from pg_stat_activity where datname = $1", [name])).rowCount !== 0;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const admins = new Map<string, pg.Pool>();

/** Returns the connection that makes and drops databases: opening one costs the server as much as making a database. */
function adminAt(url: string): pg.Pool {
  const existing = admins.get(url);
  if (existing) return existing;
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // Its server ends with the test run, or with the test that started it.
  pool.on("error", () => undefined);
  admins.set(url, pool);
  return pool;
}

function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
