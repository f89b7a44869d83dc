import { chmod, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ignoreMissing, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { findLinkedHome } from "./cluster-home.ts";
import type { PostgresProgram } from "./postgres-program.ts";
import { connectToRunning, type Running } from "./running-postgres.ts";
import { correctStaleLock, isHeldBy, readServerLock } from "./server-lock.ts";
import { SOCKET_PORT } from "./socket-directory.ts";

const LARGEST_LOG = 10_000_000;
const STOP_MS = 300_000;

/** What starting a server on a folder's cluster needs. */
export type Launch = {
  program: PostgresProgram;
  home: string;
  socketDir: string;
  durable: boolean;
  /** The superuser's password. */
  password: string;
};

/** A failed start whose cause may pass, such as a full disk. */
export class LaunchFault extends StartFault {}

/**
 * Starts the server, or connects to one that another process has just started. A server we cannot use is stopped again.
 */
export async function launchServer({ program, home, socketDir, durable, password }: Launch): Promise<Running> {
  const cluster = join(home, "pg");
  const logFile = join(cluster, "server.log");
  const logLength = await limitLog(logFile);
  await writeSettings(home, socketDir, SOCKET_PORT, durable);
  for (let attempt = 1; ; attempt++) {
    try {
      const locks = [join(cluster, "postmaster.pid"), join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`)];
      await Promise.all(locks.map((path) => correctStaleLock(path, cluster)));
      await program.run("pg_ctl", ["start", "-s", "-w", "-t", "300", "-D", "pg", "-l", "pg/server.log"]);
    } catch (error) {
      // Another process may have just started it, or orphans of a killed server are still exiting.
      const running = await connectToRunning(cluster, password);
      if (running) return running;
      if (attempt === 5) throw new LaunchFault(await explain(logFile, logLength, error), { cause: error });
      await sleep(200 * attempt);
      continue;
    }
    const running = await connectOrStop(cluster, password, program);
    if (running) return running;
    if (attempt === 5) throw new LaunchFault(await explain(logFile, logLength, "it started and stopped again"));
  }
}

/** Truncates a large log; returns its length. */
async function limitLog(logFile: string): Promise<number> {
  const length = (await stat(logFile).catch(ignoreMissing))?.size ?? 0;
  if (length <= LARGEST_LOG) return length;
  await truncate(logFile);
  return 0;
}

/** Connects to the server we just started; stops it if we cannot use it. */
async function connectOrStop(cluster: string, password: string, program: PostgresProgram) {
  try {
    return await connectToRunning(cluster, password);
  } catch (error) {
    await stopServer(program, cluster);
    throw error;
  }
}

/**
 * Stops the cluster's server and disconnects its clients. Waits for this very process, as another may start right after
 * it.
 */
export async function stopServer(program: PostgresProgram, cluster: string): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const { pid } = (await readServerLock(path)) ?? {};
  if (pid === undefined) return;
  try {
    await program.run("pg_ctl", ["stop", "-s", "-W", "-D", "pg", "-m", "fast"]);
  } catch (error) {
    // A server that a signal or another process has stopped is fine.
    if (await isHeldBy(path, pid)) throw error;
  }
  const deadline = Date.now() + STOP_MS;
  while (await isHeldBy(path, pid)) {
    if (Date.now() > deadline) throw new Error(`The database server ${pid} did not stop`);
    await sleep(20);
  }
}

async function explain(logFile: string, from: number, error: unknown): Promise<string> {
  const log = await readFile(logFile).catch(() => undefined); // Without a log, use pg_ctl's message.
  const fatal = log
    ?.subarray(from)
    .toString()
    .match(/(?:FATAL|PANIC):.*/)?.[0];
  return `The database did not start: ${fatal ?? reasonOf(error)} (log: ${logFile})`;
}

const fileName = "pg-settings.conf";

/** Settings for a machine with two cores and little memory that also runs Deskhand. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  // Many small requests: compiling a query or running it on several cores costs more than it saves.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  random_page_cost: "1.1",
  synchronous_commit: "on",
  wal_compression: "on",
  max_wal_size: "1GB",
  // Queues and counters replace rows quickly, so vacuum early and often.
  autovacuum_naptime: "15s",
  autovacuum_vacuum_scale_factor: "0.05",
  autovacuum_analyze_scale_factor: "0.05",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_checkpoints: "off",
  // Error details contain values of rows, which are personal data.
  log_error_verbosity: "terse",
};

/** For tests only, whose data may be lost and whose many desks share one server. */
const TEST_SETTINGS: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "400",
};

/**
 * Writes the settings for a start beside the cluster. Inside it, the less trusted user could redirect our write by a
 * link.
 */
async function writeSettings(home: string, socketDir: string, port: number, durable: boolean): Promise<void> {
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : TEST_SETTINGS),
    port: String(port),
    // The setting is a list; double quotes protect a comma in a path.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  const path = join(home, fileName);
  // Usually they are unchanged; rewriting on a full disk would lose them.
  if ((await readFile(path, "utf8").catch(ignoreMissing)) === lines.join("")) return;
  await writeFile(path, lines.join(""));
  await chmod(path, 0o644); // PostgreSQL's user must read it, whatever our umask.
}

/** Remembers the settings of the last start; returns a function that restores them if they have changed. */
export async function rememberSettings(dataDir: string): Promise<() => Promise<void>> {
  const path = join((await findLinkedHome(dataDir)) ?? dataDir, fileName);
  const before = await readFile(path, "utf8").catch(ignoreMissing);
  if (before === undefined) return async () => {};
  const { mode } = await stat(path);
  return async () => {
    if ((await readFile(path, "utf8").catch(ignoreMissing)) === before) return;
    await writeFile(path, before);
    await chmod(path, mode);
  };
}
