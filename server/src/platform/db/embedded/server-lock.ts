import { constants } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, ignoreMissing, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";

/** Where a server of ours listens. */
export interface PostgresAddress {
  socketDir: string;
  port: number;
}

/** What postmaster.pid says: which data directory its server works on, and where that listens, once it does. */
export interface ServerLock {
  pid: string;
  dataDirectory: string;
  address: PostgresAddress | undefined;
  /** Whether it has been told to stop. */
  isStopping: boolean;
}

/** Above the largest number a process can have. */
const NOBODYS_PID = "2147483647";

/** PostgreSQL fills a lock file in the moment in which it makes it. */
const FILLED_MS = 1_000;

/** Reads the lock file of a data directory; undefined when no server has run, or it has stopped in order. */
export async function readServerLock(path: string): Promise<ServerLock | undefined> {
  const text = await readFile(path, "utf8")
    .catch(ignoreMissing)
    .catch((cause) => {
      throw new StartFault(
        `Cannot read ${path} (${reasonOf(cause)}), which says whether the database runs: give it to the user whom the folder belongs to, or remove it where no database runs there.`,
        { cause },
      );
    });
  if (text === undefined) return undefined;
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
  const [pid = "", dataDirectory = "", , port, socketDir, , , status = ""] = text.split("\n");
  const address = port && socketDir ? { port: Number(port), socketDir } : undefined;
  return { pid, dataDirectory, address, isStopping: status.trim() === "stopping" };
}

/**
 * Corrects a lock file (postmaster.pid, or that of the socket) of a server that is gone: its process is a zombie that nobody reaps, another program that has its number
 * by now, as in containers, or the server of a data directory that ours is a copy of. Only the number is replaced: with the rest PostgreSQL sees
 * whether orphans still hold its memory. One without a number, as a full disk leaves it, is removed.
 */
export async function correctStaleLock(path: string, cluster: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => undefined); // No file: nothing stale.
  if (text === undefined) return;
  const [pid = "", dataDirectory = "", ...rest] = text.split("\n");
  if (!/^-?\d+$/.test(pid)) return removeUnfilled(path, text);
  if (await mayServe(cluster, pid, dataDirectory)) return;
  // The folder belongs to a less trusted user than root: a link in it must not lead us to write elsewhere.
  const flag = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_TRUNC;
  await writeFile(path, [NOBODYS_PID, dataDirectory, ...rest].join("\n"), { flag });
}

async function removeUnfilled(path: string, text: string): Promise<void> {
  const made = await stat(path).catch(ignoreMissing);
  if (!made) return;
  await sleep(Math.min(FILLED_MS, Math.max(0, FILLED_MS - (Date.now() - made.mtimeMs))));
  const later = await readFile(path, "utf8").catch(ignoreMissing);
  if (later === text) await rm(path, { force: true });
}

/** Whether the process with this number may be the server of the cluster; where nobody can tell, PostgreSQL judges by itself. */
async function mayServe(cluster: string, pid: string, dataDirectory: string): Promise<boolean> {
  const found = await describeProcess(pid);
  if (!found) return true;
  return found.isPostgres && isSameFolder(found.folder ?? dataDirectory, cluster);
}

/**
 * Whether a server works on the cluster: by the folder that its process is in where the system tells that, as folders can be
 * moved under it, else by what it says.
 */
export async function worksOn(cluster: string, { pid, says }: { pid: string; says: string }): Promise<boolean> {
  const found = await describeProcess(pid);
  // Of a server in another container its number says nothing here.
  return isSameFolder((found?.isPostgres && found.folder) || says, cluster);
}

/** Whether the server with this number still holds the lock file, and lives. */
export async function isHeldBy(path: string, pid: string): Promise<boolean> {
  if ((await readServerLock(path))?.pid !== pid) return false;
  const found = await describeProcess(pid);
  return found ? found.isPostgres : isAlive(Number(pid));
}

/** Whether there is a process with this number, a zombie included. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // Somebody else's.
  }
}

/** What Linux tells of a process (proc(5)); undefined elsewhere, and where there is none. */
async function describeProcess(pid: string): Promise<{ isPostgres: boolean; folder: string | undefined } | undefined> {
  const about = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (about === undefined) return undefined;
  const [, name, state] = /\((.*)\) (\S)/s.exec(about) ?? [];
  const folder = `/proc/${pid}/cwd`;
  // That of somebody else's process may not be looked at.
  const isTold = (await stat(folder).catch(() => undefined)) !== undefined;
  return { isPostgres: name === "postgres" && state !== "Z", folder: isTold ? folder : undefined };
}

/** Whether two paths lead to one folder; not where one leads nowhere, or to where we may not look. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}
