import { readFile, stat, truncate } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ignoreMissing, reasonOf } from "../error-code.ts";
import { readOrMakeSecret } from "../secret-file.ts";
import { StartFault } from "../start-fault.ts";
import { findClusterHome, findClusterOwner, makeBinariesReachable, prepareDataDir } from "./cluster-home.ts";
import { initCluster } from "./init-cluster.ts";
import { findPostgresBinaries, type PostgresProgram, preparePostgres } from "./postgres-program.ts";
import { writeSettings } from "./postgres-settings.ts";
import { makeOwner } from "./roles.ts";
import { connectionUrl, connectToRunning, correctStaleLock, type PostgresAddress } from "./running-postgres.ts";
import { findSocketDir, SOCKET_PORT } from "./socket-directory.ts";
import { findUnprivilegedUser, type SystemUser } from "./unprivileged-user.ts";

/** Each process that uses the server holds this advisory lock, shared, so that none stops it under another. */
const USERS_LOCK = 717_001;
const LARGEST_LOG = 10_000_000;

export interface EmbeddedPostgresOptions {
  /** Deskhand's data directory; the cluster is `pg` in it. */
  dataDir: string;
  /** Other PostgreSQL programs than the packaged ones. */
  binDir?: string;
  /** False trades safety for speed (fsync off); for tests only. */
  durable?: boolean;
  log?: (message: string) => void;
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

/**
 * Starts the packaged PostgreSQL on the data directory, making the cluster first where it is missing and recovering it
 * where it was killed. Listens on a Unix socket only. Throws StartFault where the operator can help.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const durable = options.durable ?? true;
  const log = options.log ?? (() => {});
  await prepareDataDir(dataDir);
  const user = await findUnprivilegedUser(await findClusterOwner(dataDir));
  const binaries = await makeBinariesReachable(await findPostgresBinaries(options.binDir), user);
  const home = await findClusterHome(dataDir, user, log);
  const program = preparePostgres(binaries, home, user);
  const superuserPassword = await readOrMakeSecret(join(home, "pg-superuser-password"));
  const ownerPassword = await readOrMakeSecret(join(home, "pg-owner-password"));
  await initCluster(home, program, { user, superuserPassword, durable });

  const cluster = join(home, "pg");
  const adopted = await connectToRunning(cluster, superuserPassword);
  if (adopted) log(`The database still runs in ${home}: using it as it is`);
  const launch = { program, home, user, durable, password: superuserPassword };
  const { client, address } = adopted ?? (await launchServer(launch));
  // A server that stops by itself shows in every pool; this idle connection only must not crash us for it.
  client.on("error", (error) => log(`The connection to the database server was lost: ${error.message}`));
  await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
  await makeOwner(client, ownerPassword);
  return {
    ...address,
    ownerUrl: connectionUrl(address, "deskhand_owner", ownerPassword, "deskhand"),
    superuserUrl: connectionUrl(address, "postgres", superuserPassword, "postgres"),
    adopted: adopted !== undefined,
    stop: () => stop(client, program, cluster, log),
  };
}

type Launch = {
  program: PostgresProgram;
  home: string;
  user: SystemUser | undefined;
  durable: boolean;
  password: string;
};

async function launchServer({ program, home, user, durable, password }: Launch) {
  const cluster = join(home, "pg");
  const logFile = join(cluster, "server.log");
  const logged = (await stat(logFile).catch(ignoreMissing))?.size ?? 0;
  if (logged > LARGEST_LOG) await truncate(logFile);
  const socketDir = await findSocketDir(home, user);
  await writeSettings(home, socketDir, SOCKET_PORT, durable);
  for (let attempt = 1; ; attempt++) {
    try {
      await correctStaleLock(join(cluster, "postmaster.pid"));
      await correctStaleLock(join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`));
      await program.run("pg_ctl", ["start", "-s", "-w", "-t", "300", "-D", "pg", "-l", "pg/server.log"]);
      const running = await connectToRunning(cluster, password);
      if (running) return running;
      throw new Error("it started and stopped again");
    } catch (error) {
      if (error instanceof StartFault) throw error;
      // Another process may have started it in the same moment; or orphans of a killed server have not all left yet.
      const running = await connectToRunning(cluster, password);
      if (running) return running;
      if (attempt === 5) throw new StartFault(await explain(logFile, logged, error), { cause: error });
      await sleep(200 * attempt);
    }
  }
}

async function stop(client: pg.Client, program: PostgresProgram, cluster: string, log: (message: string) => void) {
  const inUse = await isUsedByOthers(client);
  await client.end();
  if (inUse) return log("The database keeps running for another process that uses it");
  try {
    await program.run("pg_ctl", ["stop", "-s", "-w", "-t", "300", "-D", "pg", "-m", "fast"]);
  } catch (error) {
    // Stopped already, by a signal or another process, is as good; anything else is not.
    if (await stat(join(cluster, "postmaster.pid")).catch(() => undefined)) throw error;
  }
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

async function explain(logFile: string, from: number, error: unknown): Promise<string> {
  const written = await readFile(logFile).catch(() => undefined); // No log: pg_ctl's own words must do.
  const fatal = written
    ?.subarray(from)
    .toString()
    .match(/(?:FATAL|PANIC):.*/)?.[0];
  return `The database did not start: ${fatal ?? reasonOf(error)} (log: ${logFile})`;
}
