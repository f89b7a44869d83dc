import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { ignoreMissing } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { syncFolder } from "../../storage/write-durably.ts";
import { findUnprivilegedUser } from "../unprivileged-user.ts";
import { findClusterHome, findClusterOwner, findLinkedHome, makeBinariesReachable } from "./cluster-home.ts";
import { USERS_LOCK } from "./embedded-postgres.ts";
import { launchServer, stopServer } from "./launch-server.ts";
import { findPostgresBinaries, preparePostgres } from "./postgres-program.ts";
import { connectionUrl, connectToRunning } from "./running-postgres.ts";
import { isHeldBy, readServerLock } from "./server-lock.ts";
import { findSocketDir } from "./socket-directory.ts";

/** Folders beside an older cluster for its successor: while it is created, and once it is complete. */
const next = "pg-next";
const ready = "pg-ready";

const passwordFiles = ["pg-superuser-password", "pg-owner-password"];

/** A cluster of an earlier major version of PostgreSQL. */
export type OlderCluster = {
  home: string;
  /** Its major version and that of our programs, such as 17 and 18. */
  major: number;
  ourMajor: number;
};

/** A running server of the earlier version that no other process uses until it is stopped. */
export type HeldServer = { ownerUrl: string; stop(): Promise<void> };

/** Finds the data directory's cluster if an earlier PostgreSQL created it. Completes an interrupted swap first. */
export async function findOlderCluster(dataDir: string): Promise<OlderCluster | null> {
  const home = (await findLinkedHome(dataDir)) ?? dataDir;
  const version = await versionOf(join(home, "pg"));
  if (version === undefined) {
    if ((await versionOf(join(home, ready, "pg"))) !== undefined) await moveIntoPlace(home);
    return null;
  }
  const { major: ourMajor } = await findPostgresBinaries();
  return version < ourMajor ? { home, major: version, ourMajor } : null;
}

/** Returns the folder that keeps the older cluster after the swap. */
export function keptFolder({ home, major }: OlderCluster): string {
  return join(home, `pg-${major}`);
}

/** Creates an empty folder for the next cluster: a data directory with the older one's passwords. */
export async function makeNext({ home }: OlderCluster): Promise<string> {
  const folder = join(home, next);
  await removeNext(home);
  await mkdir(folder);
  // PostgreSQL's user must pass through, whatever the umask.
  await chmod(folder, 0o711);
  for (const name of passwordFiles) await copyFile(join(home, name), join(folder, name));
  return folder;
}

/** Removes the remains of an unfinished move, and kills its server. */
export async function removeNext(home: string): Promise<void> {
  const { pid } = (await readServerLock(join(home, next, "pg", "postmaster.pid"))) ?? {};
  if (pid !== undefined && (await isHeldBy(join(home, next, "pg", "postmaster.pid"), pid)))
    process.kill(Number(pid), "SIGKILL");
  for (const name of [next, ready]) await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 });
}

/**
 * Moves the older cluster aside and the complete next one into its place; the next start completes an interrupted swap.
 */
export async function replaceOlderCluster(cluster: OlderCluster): Promise<void> {
  const { home, ourMajor } = cluster;
  const version = await versionOf(join(home, ready, "pg"));
  if (version !== ourMajor) throw new Error(`${join(home, ready, "pg")} is not of PostgreSQL ${ourMajor}`);
  await rename(join(home, "pg"), keptFolder(cluster));
  await moveIntoPlace(home);
}

/** Marks the next cluster as complete. */
export async function markReady({ home }: OlderCluster): Promise<void> {
  await rename(join(home, next), join(home, ready));
  await syncFolder(home);
}

async function moveIntoPlace(home: string): Promise<void> {
  await rename(join(home, ready, "pg"), join(home, "pg"));
  await syncFolder(home);
  await rm(join(home, ready), { recursive: true, force: true });
}

async function versionOf(folder: string): Promise<number | undefined> {
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch(ignoreMissing);
  return version === undefined ? undefined : Number(version);
}

/**
 * Starts an older cluster's server with the programs of its version, for us alone. Throws StartFault if they are
 * missing or others use the server.
 */
export async function holdOlderServer(
  cluster: OlderCluster,
  dataDir: string,
  log: Pick<Logger, "info">,
): Promise<HeldServer> {
  if (existsSync(keptFolder(cluster)))
    throw new StartFault(
      `${keptFolder(cluster)} is where the database is kept when it has moved to another version, and there is one already: move it away.`,
    );
  const user = await findUnprivilegedUser(await findClusterOwner(dataDir));
  // Refuses a copy that links to its original's database.
  const home = await findClusterHome(dataDir, user, log);
  const binaries = await findPostgresBinaries(findPrograms(cluster, dataDir));
  const program = preparePostgres(await makeBinariesReachable(binaries, user), home, user);
  const [password, ownerPassword] = await Promise.all(passwordFiles.map((name) => readFile(join(home, name), "utf8")));
  const folder = join(home, "pg");
  const { client, address } =
    (await connectToRunning(folder, password ?? "")) ??
    (await launchServer({
      program,
      home,
      durable: true,
      password: password ?? "",
      socketDir: await findSocketDir(home, user),
    }));
  const { rows } = await client.query<{ isAlone: boolean }>('select pg_try_advisory_lock($1) as "isAlone"', [
    USERS_LOCK,
  ]);
  if (!rows[0]?.isAlone) {
    await client.end();
    throw new StartFault(
      `The database in ${folder} is of PostgreSQL ${cluster.major}, and another process uses it: stop that first, so that it can move to PostgreSQL ${cluster.ourMajor}.`,
    );
  }
  const { pid } = (await readServerLock(join(folder, "postmaster.pid"))) ?? {};
  if ((await versionOf(folder)) !== cluster.major) {
    // Another start has just moved it.
    await client.end();
    if (pid !== undefined) process.kill(Number(pid), "SIGINT");
    throw new StartFault(`The database in ${folder} has just been moved by another process: start again.`);
  }
  return {
    ownerUrl: connectionUrl(address, "deskhand_owner", ownerPassword ?? "", "deskhand"),
    async stop() {
      await stopServer(program, folder);
      await client.end();
    },
  };
}

/** Finds the programs of a version: provided by hand, or installed on the system. */
function findPrograms({ home, major, ourMajor }: OlderCluster, dataDir: string): string {
  const provided = join(dataDir, `postgresql-${major}`, "bin");
  const installed = [
    "/usr/lib/postgresql/",
    "/usr/pgsql-",
    "/opt/homebrew/opt/postgresql@",
    "/usr/local/opt/postgresql@",
  ];
  const binDir = [provided, ...installed.map((path) => `${path}${major}/bin`)].find((path) =>
    existsSync(join(path, "postgres")),
  );
  if (binDir) return binDir;
  throw new StartFault(
    `The database in ${join(home, "pg")} was made by PostgreSQL ${major}. It moves to PostgreSQL ${ourMajor} by itself where the programs of version ${major} are: ` +
      `install them (Debian's postgresql-${major}), or put them into ${provided}. Nothing was changed.`,
  );
}
