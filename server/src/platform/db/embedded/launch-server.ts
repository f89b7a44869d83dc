import { readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ignoreMissing, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import type { PostgresProgram } from "./postgres-program.ts";
import { writeSettings } from "./postgres-settings.ts";
import { connectToRunning, type Running } from "./running-postgres.ts";
import { correctStaleLock, isHeldBy, readServerLock } from "./server-lock.ts";
import { SOCKET_PORT } from "./socket-directory.ts";

const LARGEST_LOG = 10_000_000;
const STOP_MS = 300_000;

/** How a server is started on the cluster that a folder holds. */
export type Launch = {
  program: PostgresProgram;
  home: string;
  socketDir: string;
  durable: boolean;
  /** The superuser's. */
  password: string;
};

/** A server that does not start, for a reason that may pass: as a full disk. */
export class LaunchFault extends StartFault {}

/** Starts the server, or finds the one that another process has started in the same moment. What does not serve us does not stay. */
export async function launchServer({ program, home, socketDir, durable, password }: Launch): Promise<Running> {
  const cluster = join(home, "pg");
  const logFile = join(cluster, "server.log");
  const logged = await boundLog(logFile);
  await writeSettings(home, socketDir, SOCKET_PORT, durable);
  for (let attempt = 1; ; attempt++) {
    try {
      const locks = [join(cluster, "postmaster.pid"), join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`)];
      await Promise.all(locks.map((path) => correctStaleLock(path, cluster)));
      await program.run("pg_ctl", ["start", "-s", "-w", "-t", "300", "-D", "pg", "-l", "pg/server.log"]);
    } catch (error) {
      // Another process may have started it in the same moment; or orphans of a killed server have not all left yet.
      const running = await connectToRunning(cluster, password);
      if (running) return running;
      if (attempt === 5) throw new LaunchFault(await explain(logFile, logged, error), { cause: error });
      await sleep(200 * attempt);
      continue;
    }
    const running = await connectOrStop(cluster, password, program);
    if (running) return running;
    if (attempt === 5) throw new LaunchFault(await explain(logFile, logged, "it started and stopped again"));
  }
}

/** Empties a log that has grown large; gives its length. */
async function boundLog(logFile: string): Promise<number> {
  const length = (await stat(logFile).catch(ignoreMissing))?.size ?? 0;
  if (length <= LARGEST_LOG) return length;
  await truncate(logFile);
  return 0;
}

/** Connects to the server that we have just started; one that we cannot use is stopped again. */
async function connectOrStop(cluster: string, password: string, program: PostgresProgram) {
  try {
    return await connectToRunning(cluster, password);
  } catch (error) {
    await stopServer(program, cluster);
    throw error;
  }
}

/** Stops the server of the cluster: who is connected is cut off. Waits for this one, as another may be started as soon as it is gone. */
export async function stopServer(program: PostgresProgram, cluster: string): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const { pid } = (await readServerLock(path)) ?? {};
  if (pid === undefined) return;
  try {
    await program.run("pg_ctl", ["stop", "-s", "-W", "-D", "pg", "-m", "fast"]);
  } catch (error) {
    // Stopped already, by a signal or another process, is as good; anything else is not.
    if (await isHeldBy(path, pid)) throw error;
  }
  const deadline = Date.now() + STOP_MS;
  while (await isHeldBy(path, pid)) {
    if (Date.now() > deadline) throw new Error(`The database server ${pid} did not stop`);
    await sleep(20);
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
