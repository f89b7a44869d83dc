import { join, resolve } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { readOrMakeSecret } from "../../secrets/secret-file.ts";
import { isLostDatabase } from "../lost-database.ts";
import { makeOwner } from "../roles.ts";
import { findUnprivilegedUser } from "../unprivileged-user.ts";
import { findClusterHome, findClusterOwner, makeBinariesReachable, prepareDataDir } from "./cluster-home.ts";
import { initCluster } from "./init-cluster.ts";
import { keepUp } from "./keep-up.ts";
import { type Launch, launchServer, stopServer } from "./launch-server.ts";
import { findPostgresBinaries, type PostgresProgram, preparePostgres } from "./postgres-program.ts";
import { connectionUrl, connectToRunning, type Running } from "./running-postgres.ts";
import { type PostgresAddress, readServerLock } from "./server-lock.ts";
import { findSocketDir } from "./socket-directory.ts";

/** Each process that uses the server holds this advisory lock, shared, so that none stops it under another. */
export const USERS_LOCK = 717_001;
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
  /** Comes when the process is about to leave the server: whoever tells that to stop waits for what is still done, as we do. */
  leaving?: Promise<unknown>;
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
  const launch = { program, home, durable, password };
  const endFinishing = finishStops({ program, home, log });
  void options.leaving?.then(endFinishing);
  const { client, address, isAdopted } = await openServer({
    ...launch,
    socketDir: () => findSocketDir(home, user),
    ownerPassword,
    log,
  }).catch((error) => {
    endFinishing();
    throw error;
  });
  const open = () => reopen({ ...launch, socketDir: address.socketDir });
  const kept = keepUp(client, { open, log, onLost });
  return {
    ...address,
    ownerUrl: connectionUrl(address, "deskhand_owner", ownerPassword, "deskhand"),
    superuserUrl: connectionUrl(address, "postgres", password, "postgres"),
    adopted: isAdopted,
    async stop() {
      endFinishing();
      const last = await kept.release();
      if (last && (await stopUnused(last, launch, log))) return;
      // One that went away from us may be there again, for others or for nobody.
      const again = await connectToRunning(cluster, password);
      if (again) await stopUnused(again.client, launch, log);
    },
  };
}

type Opening = Omit<Launch, "socketDir"> & {
  socketDir: () => Promise<string>;
  ownerPassword: string;
  log: Pick<Logger, "info">;
};

/** Connects to the server, started first where none runs, as one of its users, and makes the owner of its database. */
async function openServer({
  socketDir,
  ownerPassword,
  log,
  ...launch
}: Opening): Promise<Running & { isAdopted: boolean }> {
  for (let tries = 1; ; tries += 1) {
    const adopted = await connectToRunning(join(launch.home, "pg"), launch.password);
    if (adopted) log.info(`The database still runs in ${launch.home}: using it as it is`);
    const running = adopted ?? (await launchServer({ ...launch, socketDir: await socketDir() }));
    try {
      await beUser(running.client);
      await running.client.query("select pg_advisory_lock($1)", [OWNER_LOCK]);
      await makeOwner(running.client, ownerPassword);
      await running.client.query("select pg_advisory_unlock($1)", [OWNER_LOCK]);
      return { ...running, isAdopted: adopted !== undefined };
    } catch (error) {
      // Its last user may have stopped it in the moment in which we came.
      if (tries < 5 && isLostDatabase(error)) continue;
      await stopUnused(running.client, launch, log);
      throw error;
    }
  }
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

/** Stops the server unless others use it; whoever comes meanwhile waits to be a user, and starts it again. False where nobody could be asked. */
async function stopUnused(client: pg.Client, { program, home }: Stopped, log: Pick<Logger, "info">): Promise<boolean> {
  try {
    const { rows } = await client.query<{ isAlone: boolean }>('select pg_try_advisory_lock($1) as "isAlone"', [
      USERS_LOCK,
    ]);
    if (rows[0]?.isAlone) await stopServer(program, join(home, "pg"));
    else log.info("The database keeps running for another process that uses it");
    return true;
  } catch (error) {
    if (isLostDatabase(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** How often is looked whether somebody has told the server to stop. */
const everyMs = 2_000;

type Watched = { program: PostgresProgram; home: string; log: Pick<Logger, "warn"> };

/**
 * Stops a server at once that somebody else has told to stop by SIGTERM: it waits for all who are connected, as we are as long as we run, and lets
 * nobody in meanwhile. Once it is down it is started again as after a kill. Gives what ends this.
 */
function finishStops({ program, home, log }: Watched): () => void {
  const cluster = join(home, "pg");
  let isOver = false;
  let isFinishing = false;
  async function look(): Promise<void> {
    if (isFinishing) return;
    isFinishing = true;
    try {
      if (!(await readServerLock(join(cluster, "postmaster.pid")))?.isStopping || isOver) return;
      log.warn("The database server was told to stop, and waits for all who use it: it is stopped at once");
      await stopServer(program, cluster);
    } catch (error) {
      log.warn({ err: error }, "The database server could not be stopped: trying again");
    } finally {
      isFinishing = false;
    }
  }
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
