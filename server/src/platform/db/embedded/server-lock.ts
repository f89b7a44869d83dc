import { constants } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, ignoreMissing, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";

/** The address a server listens on. */
export interface PostgresAddress {
  socketDir: string;
  port: number;
}

/** The contents of postmaster.pid: the server's data directory and, once it listens, its address. */
export interface ServerLock {
  pid: string;
  dataDirectory: string;
  address: PostgresAddress | undefined;
  /** Whether the server was told to stop. */
  isStopping: boolean;
}

/** Greater than any process id. */
const UNUSED_PID = "2147483647";

/** PostgreSQL fills a lock file right after creating it. */
const FILLED_MS = 1_000;

/** Reads a data directory's lock file; undefined if no server ran or it was shut down properly. */
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
 * Corrects the lock file (postmaster.pid or the socket's) of a dead server. Its process id may belong to an unreaped
 * zombie, to another program, as in containers, or to the server of the directory ours was copied from. Replaces only
 * the id: from the rest PostgreSQL sees whether orphans still hold its memory. Removes a file without an id, left by a
 * full disk.
 */
export async function correctStaleLock(path: string, cluster: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const [pid = "", dataDirectory = "", ...rest] = text.split("\n");
  if (!/^-?\d+$/.test(pid)) return removeUnfilled(path, text);
  if (await mayBeServer(cluster, pid, dataDirectory)) return;
  // The folder belongs to a user less trusted than root: a link in it must not redirect our write.
  const flag = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_TRUNC;
  await writeFile(path, [UNUSED_PID, dataDirectory, ...rest].join("\n"), { flag });
}

async function removeUnfilled(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(ignoreMissing);
  if (!found) return;
  await sleep(Math.min(FILLED_MS, Math.max(0, FILLED_MS - (Date.now() - found.mtimeMs))));
  const later = await readFile(path, "utf8").catch(ignoreMissing);
  if (later === text) await rm(path, { force: true });
}

/** Whether the process may be the cluster's server; true if unknown, as PostgreSQL then checks itself. */
async function mayBeServer(cluster: string, pid: string, dataDirectory: string): Promise<boolean> {
  const found = await describeProcess(pid);
  if (!found) return true;
  return found.isPostgres && isSameFolder(found.folder ?? dataDirectory, cluster);
}

/**
 * Whether a server works on the cluster. Compares the working directory of its process if the system reveals that, as
 * folders can be moved; else the directory it claims.
 */
export async function worksOn(
  cluster: string,
  { pid, claimedFolder }: { pid: string; claimedFolder: string },
): Promise<boolean> {
  const found = await describeProcess(pid);
  // The id of a server in another container means nothing here.
  return isSameFolder((found?.isPostgres && found.folder) || claimedFolder, cluster);
}

/** Whether this server still holds the lock file and is alive. */
export async function isHeldBy(path: string, pid: string): Promise<boolean> {
  if ((await readServerLock(path))?.pid !== pid) return false;
  const found = await describeProcess(pid);
  return found ? found.isPostgres : isAlive(Number(pid));
}

/** Whether a process with this id exists, including zombies. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM"; // Another user's process.
  }
}

/** Reads what Linux reveals of a process (proc(5)); undefined elsewhere or if there is none. */
async function describeProcess(pid: string): Promise<{ isPostgres: boolean; folder: string | undefined } | undefined> {
  const stats = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stats === undefined) return undefined;
  const [, name, state] = /\((.*)\) (\S)/s.exec(stats) ?? [];
  const folder = `/proc/${pid}/cwd`;
  // Another user's folder may not be readable.
  const isReadable = (await stat(folder).catch(() => undefined)) !== undefined;
  return { isPostgres: name === "postgres" && state !== "Z", folder: isReadable ? folder : undefined };
}

/** Whether two paths lead to the same folder; false if one cannot be read. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}
