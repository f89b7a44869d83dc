import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { mentionsNoRoom, reasonOf } from "../../error-code.ts";
import { readOrMakeSecret } from "../../secrets/secret-file.ts";
import { StartFault } from "../../start/start-notices.ts";
import { isLostDatabase } from "../lost-database.ts";
import { makeOwner } from "../roles.ts";
import { findUnprivilegedUser } from "../unprivileged-user.ts";
import { findClusterHome, findClusterOwner, makeBinariesReachable, prepareDataDir } from "./cluster-home.ts";
import { initCluster } from "./init-cluster.ts";
import { type Launch, LaunchFault, launchServer, stopServer } from "./launch-server.ts";
import { findPostgresBinaries, type PostgresProgram, preparePostgres } from "./postgres-program.ts";
import { connectionUrl, connectToRunning, type Running } from "./running-postgres.ts";
import { type PostgresAddress, readServerLock } from "./server-lock.ts";
import { findSocketDir } from "./socket-directory.ts";

/** Shared advisory lock of each process that uses the server, so that none stops it under another. */
export const USERS_LOCK = 717_001;
/** Exclusive lock while the owner role is created, as first starts may coincide. */
const OWNER_LOCK = 717_002;

export interface EmbeddedPostgresOptions {
  /** Deskhand's data directory, which contains the cluster `pg`. */
  dataDir: string;
  /** Use these PostgreSQL programs instead of the packaged ones. */
  binDir?: string;
  /** False trades safety for speed (fsync off); for tests only. */
  durable?: boolean;
  log?: Pick<Logger, "info" | "warn">;
  /** Called if the server goes down later and cannot be restarted; without it, only queries fail. */
  onLost?: (fault: Error) => void;
  /**
   * Resolves when this process begins to shut down: from then on a server told to stop waits for our remaining work.
   */
  leaving?: Promise<unknown>;
}

export interface EmbeddedPostgres extends PostgresAddress {
  /** Owner of the database `deskhand`; runs migrations. */
  ownerUrl: string;
  /** Superuser, database `postgres`; bypasses row-level security, so never for requests. */
  superuserUrl: string;
  /** Whether a server that was still running (after a kill -9 of its process) was taken over. */
  adopted: boolean;
  /** Closes the connection and stops the server, unless another process uses it. */
  stop(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined };

/**
 * Starts the packaged PostgreSQL on the data directory and keeps it up until stopped. Creates the cluster if missing
 * and recovers it after a crash. Listens only on a Unix socket. Throws StartFault for problems the operator can solve,
 * and then leaves nothing running.
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
  const endWatch = watchForStop({ program, home, log });
  void options.leaving?.then(endWatch);
  const { client, address, isAdopted } = await openServer({
    ...launch,
    socketDir: () => findSocketDir(home, user),
    ownerPassword,
    log,
  }).catch((error) => {
    endWatch();
    throw error;
  });
  const open = () => reopen({ ...launch, socketDir: address.socketDir });
  const upkeep = keepUp(client, { open, log, onLost });
  return {
    ...address,
    ownerUrl: connectionUrl(address, "deskhand_owner", ownerPassword, "deskhand"),
    superuserUrl: connectionUrl(address, "postgres", password, "postgres"),
    adopted: isAdopted,
    async stop() {
      endWatch();
      const last = await upkeep.release();
      if (last && (await stopUnused(last, launch, log))) return;
      // The server may be up again after our connection was lost, in use or not.
      const reconnected = await connectToRunning(cluster, password);
      if (reconnected) await stopUnused(reconnected.client, launch, log);
    },
  };
}

type Opening = Omit<Launch, "socketDir"> & {
  socketDir: () => Promise<string>;
  ownerPassword: string;
  log: Pick<Logger, "info">;
};

/**
 * Connects to the server, starting it if necessary, registers as a user of it, and creates the owner of its database.
 */
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
      await registerUser(running.client);
      await running.client.query("select pg_advisory_lock($1)", [OWNER_LOCK]);
      await makeOwner(running.client, ownerPassword);
      await running.client.query("select pg_advisory_unlock($1)", [OWNER_LOCK]);
      return { ...running, isAdopted: adopted !== undefined };
    } catch (error) {
      // Its last user may have stopped it just now.
      if (tries < 5 && isLostDatabase(error)) continue;
      await stopUnused(running.client, launch, log);
      throw error;
    }
  }
}

function registerUser(client: pg.Client): Promise<unknown> {
  return client.query("select pg_advisory_lock_shared($1)", [USERS_LOCK]);
}

/** Reconnects to the server, starting it if it is down, and registers as a user again. */
async function reopen(launch: Launch): Promise<pg.Client> {
  const { client } = (await connectToRunning(join(launch.home, "pg"), launch.password)) ?? (await launchServer(launch));
  await registerUser(client);
  return client;
}

type Stopped = Pick<Launch, "program" | "home">;

/**
 * Stops the server unless others use it. A process that comes meanwhile waits for the lock and starts it again. Returns
 * false if the server could not be asked.
 */
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

/** How often to check whether the server was told to stop. */
const everyMs = 2_000;

type Watched = { program: PostgresProgram; home: string; log: Pick<Logger, "warn"> };

/**
 * Hurries a server that was told to stop by SIGTERM: it would refuse new connections and wait for the existing ones,
 * including ours. Once down, it is restarted as after a kill. Returns a function that ends this.
 */
function watchForStop({ program, home, log }: Watched): () => void {
  const cluster = join(home, "pg");
  let isEnded = false;
  let isStopping = false;
  async function check(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    try {
      if (!(await readServerLock(join(cluster, "postmaster.pid")))?.isStopping || isEnded) return;
      log.warn("The database server was told to stop, and waits for all who use it: it is stopped at once");
      await stopServer(program, cluster);
    } catch (error) {
      log.warn({ err: error }, "The database server could not be stopped: trying again");
    } finally {
      isStopping = false;
    }
  }
  const timer = setInterval(() => void check(), everyMs).unref();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}

type KeepUpOptions = {
  /** Connects, starting the server if it is down. */
  open: () => Promise<pg.Client>;
  log: Pick<Logger, "info" | "warn">;
  /** Called once, when the server is down and cannot be restarted. */
  onLost: (fault: StartFault) => void;
  /** Pauses before each try, in ms; the last one repeats. */
  waitsMs?: readonly number[];
};

const defaultWaitsMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Failed tries in a row before giving up. A full disk is retried for ever: somebody may make room. */
const mostTries = 10;
/** A server that ran for less has crashed again, so the pauses go on growing. */
const steadyMs = 60_000;

/**
 * Keeps a server up by watching a connection. If it ends, the server crashed, was killed, or recovered from a crash of
 * one of its processes: reconnects, and starts it if it is down. `release` stops this and returns the connection, or
 * null if there is none.
 */
export function keepUp(
  first: pg.Client,
  { open, log, onLost, waitsMs = defaultWaitsMs }: KeepUpOptions,
): { release(): Promise<pg.Client | null> } {
  const release = new AbortController();
  let client: pg.Client | null = null;
  let reviving: Promise<void> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  let tries = 0;

  function watch(next: pg.Client): void {
    client = next;
    next.once("end", () => {
      client = null;
      if (!release.signal.aborted) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    const lostAt = performance.now();
    if (lostAt - startedAt > steadyMs) tries = 0;
    log.warn("The connection to the database server ended: connecting again, and starting it where it is down");
    let lastLogged = "";
    for (let failures = 0; ; ) {
      try {
        await sleep(waitsMs[Math.min(tries++, waitsMs.length - 1)], undefined, { signal: release.signal });
        watch(await open());
        startedAt = performance.now();
        return log.info(`The database server is there again after ${((startedAt - lostAt) / 1000).toFixed(1)} s`);
      } catch (error) {
        // Released meanwhile.
        if (release.signal.aborted) return;
        const reason = reasonOf(error);
        failures += 1;
        if (!mayRecover(error, failures)) return onLost(lostFault(reason, error));
        // Successive errors differ only in process ids.
        const withoutIds = reason.replace(/\d+/g, "");
        if (withoutIds !== lastLogged) log.warn({ reason }, "The database server cannot be used yet: trying again");
        lastLogged = withoutIds;
      }
    }
  }

  watch(first);
  return {
    async release() {
      release.abort();
      await reviving;
      return client;
    },
  };
}

function mayRecover(error: unknown, failures: number): boolean {
  if (error instanceof StartFault && !(error instanceof LaunchFault)) return false;
  return failures < mostTries || mentionsNoRoom(error);
}

function lostFault(reason: string, cause: unknown): StartFault {
  return new StartFault(`The database went down and could not be started again. ${reason}`, { cause });
}
