import { join, resolve } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { readOrMakeSecret } from "../../secret-file.ts";
import { makeOwner } from "../roles.ts";
import { findUnprivilegedUser } from "../unprivileged-user.ts";
import { findClusterHome, findClusterOwner, makeBinariesReachable, prepareDataDir } from "./cluster-home.ts";
import { initCluster } from "./init-cluster.ts";
import { keepUp } from "./keep-up.ts";
import { type Launch, launchServer, stopServer } from "./launch-server.ts";
import { findPostgresBinaries, preparePostgres } from "./postgres-program.ts";
import { connectionUrl, connectToRunning } from "./running-postgres.ts";
import type { PostgresAddress } from "./server-lock.ts";
import { findSocketDir } from "./socket-directory.ts";

/** Each process that uses the server holds this advisory lock, shared, so that none stops it under another. */
const USERS_LOCK = 717_001;
/** Held alone while the owner is made: first starts may come together. */
const OWNER_LOCK = 717_002;

export interface EmbeddedPostgresOptions {
  /** Deskhand's data directory; the cluster is `pg` in it. */
  dataDir: string;
  /** Other PostgreSQL programs than the packaged ones. */
  binDir?: string;
  /** False trades safety for speed (fsync off); for tests only. */
  durable?: boolean;
  log?: Pick<Logger, "info" | "warn">;
  /** Is called when the server went down later, and does not start any more; by itself that shows in every query. */
  onLost?: (fault: Error) => void;
}

export interface EmbeddedPostgres extends PostgresAddress {
  /** Owner of the database `deskhand`, who runs migrations. */
  ownerUrl: string;
  /** Superuser, database `postgres`; bypasses row-level security, so never for requests. */
  superuserUrl: string;
  /** Whether a server that still ran (after a kill -9 of its process) was taken over. */
  adopted: boolean;
  /** Lets requests end their queries, then stops the server, unless another process uses it too. */
  stop(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined };

/**
 * Starts the packaged PostgreSQL on the data directory, making the cluster first where it is missing and recovering it
 * where it was killed, and keeps it up until it is stopped. Listens on a Unix socket only. Throws StartFault where the operator
 * can help; nothing is left running then.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { durable = true, log = silent, onLost = () => undefined } = options;
  await prepareDataDir(dataDir);
  const user = await findUnprivilegedUser(await findClusterOwner(dataDir));
  const binaries = await makeBinariesReachable(await findPostgresBinaries(options.binDir), user);
  const home = await findClusterHome(dataDir, user, log);
  const program = preparePostgres(binaries, home, user);
  const password = await readOrMakeSecret(join(home, "pg-superuser-password"));
  const ownerPassword = await readOrMakeSecret(join(home, "pg-owner-password"));
  await initCluster(home, program, { user, superuserPassword: password, durable });

  const cluster = join(home, "pg");
  const adopted = await connectToRunning(cluster, password);
  if (adopted) log.info(`The database still runs in ${home}: using it as it is`);
  const launch = { program, home, durable, password };
  const { client, address } =
    adopted ?? (await launchServer({ ...launch, socketDir: await findSocketDir(home, user) }));
  try {
    await beUser(client);
    await client.query("select pg_advisory_lock($1)", [OWNER_LOCK]);
    await makeOwner(client, ownerPassword);
    await client.query("select pg_advisory_unlock($1)", [OWNER_LOCK]);
  } catch (error) {
    await stopUnused(client, launch, log);
    throw error;
  }
  const open = () => reopen({ ...launch, socketDir: address.socketDir });
  const kept = keepUp(client, { open, log, onLost });
  return {
    ...address,
    ownerUrl: connectionUrl(address, "deskhand_owner", ownerPassword, "deskhand"),
    superuserUrl: connectionUrl(address, "postgres", password, "postgres"),
    adopted: adopted !== undefined,
    async stop() {
      // One that went away from us may be there again for others.
      const last = (await kept.release()) ?? (await connectToRunning(cluster, password))?.client;
      if (last) await stopUnused(last, launch, log);
    },
  };
}

function beUser(client: pg.Client): Promise<unknown> {
  return client.query("select pg_advisory_lock_shared($1)", [USERS_LOCK]);
}

/** Connects to the server again, started where it is down, and is one of its users as before. */
async function reopen(launch: Launch): Promise<pg.Client> {
  const { client } = (await connectToRunning(join(launch.home, "pg"), launch.password)) ?? (await launchServer(launch));
  await beUser(client);
  return client;
}

type Stopped = Pick<Launch, "program" | "home">;

/** Stops the server unless others use it. */
async function stopUnused(client: pg.Client, { program, home }: Stopped, log: Pick<Logger, "info">): Promise<void> {
  const inUse = await isUsedByOthers(client);
  await client.end();
  if (inUse) return log.info("The database keeps running for another process that uses it");
  await stopServer(program, join(home, "pg"));
}

async function isUsedByOthers(client: pg.Client): Promise<boolean> {
  try {
    const { rowCount } = await client.query(
      "select from pg_locks where locktype = 'advisory' and objid = $1 and granted and pid <> pg_backend_pid()",
      [USERS_LOCK],
    );
    return rowCount !== 0;
  } catch {
    return false; // The connection is gone, so the server most likely is: stopping it then changes nothing.
  }
}
