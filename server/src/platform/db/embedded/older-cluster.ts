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

/** Beside an older cluster: where the one that is to take its place is made, and where it is once it is whole. */
const next = "pg-next";
const ready = "pg-ready";

const passwordFiles = ["pg-superuser-password", "pg-owner-password"];

/** A cluster that an earlier major version of PostgreSQL has made. */
export type OlderCluster = {
  home: string;
  /** Its version and that of the programs that we come with, such as 17 and 18. */
  major: number;
  ourMajor: number;
};

/** A server of the earlier version that works on it, and that no other process uses until it is stopped. */
export type HeldServer = { ownerUrl: string; stop(): Promise<void> };

/** Finds the data directory's cluster where an earlier PostgreSQL made it. What was interrupted while one took its place is ended first. */
export async function findOlderCluster(dataDir: string): Promise<OlderCluster | null> {
  const home = (await findLinkedHome(dataDir)) ?? dataDir;
  const made = await versionOf(join(home, "pg"));
  if (made === undefined) {
    if ((await versionOf(join(home, ready, "pg"))) !== undefined) await takeItsPlace(home);
    return null;
  }
  const { major: ourMajor } = await findPostgresBinaries();
  return made < ourMajor ? { home, major: made, ourMajor } : null;
}

/** Where an older cluster is kept once another has taken its place. */
export function keptFolder({ home, major }: OlderCluster): string {
  return join(home, `pg-${major}`);
}

/** Makes the folder for the next cluster anew: a data directory whose passwords are the older one's. */
export async function makeNext({ home }: OlderCluster): Promise<string> {
  const folder = join(home, next);
  await forgetNext(home);
  await mkdir(folder);
  // Whatever the umask is: PostgreSQL's user must pass through.
  await chmod(folder, 0o711);
  for (const name of passwordFiles) await copyFile(join(home, name), join(folder, name));
  return folder;
}

/** Removes what a move has left that did not come to its end, with the server that was killed in it. */
export async function forgetNext(home: string): Promise<void> {
  const { pid } = (await readServerLock(join(home, next, "pg", "postmaster.pid"))) ?? {};
  if (pid !== undefined && (await isHeldBy(join(home, next, "pg", "postmaster.pid"), pid)))
    process.kill(Number(pid), "SIGKILL");
  for (const name of [next, ready]) await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 });
}

/** Puts the older cluster aside and the next one, which is whole, into its place; whatever interrupts this, the next start ends it. */
export async function replaceOlderCluster(cluster: OlderCluster): Promise<void> {
  const { home, ourMajor } = cluster;
  const made = await versionOf(join(home, ready, "pg"));
  if (made !== ourMajor) throw new Error(`${join(home, ready, "pg")} is not of PostgreSQL ${ourMajor}`);
  await rename(join(home, "pg"), keptFolder(cluster));
  await takeItsPlace(home);
}

/** Says that the next cluster is whole. */
export async function markReady({ home }: OlderCluster): Promise<void> {
  await rename(join(home, next), join(home, ready));
  await syncFolder(home);
}

async function takeItsPlace(home: string): Promise<void> {
  await rename(join(home, ready, "pg"), join(home, "pg"));
  await syncFolder(home);
  await rm(join(home, ready), { recursive: true, force: true });
}

async function versionOf(folder: string): Promise<number | undefined> {
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch(ignoreMissing);
  return version === undefined ? undefined : Number(version);
}

/** Starts an older cluster's server by the programs of its version, for us alone. Throws StartFault where they are missing, or others use it. */
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
  // A copy that leads to its original's database is refused.
  const home = await findClusterHome(dataDir, user, log);
  const found = await findPostgresBinaries(findPrograms(cluster, dataDir));
  const program = preparePostgres(await makeBinariesReachable(found, user), home, user);
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
    // Another start was done with it in the moment before.
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

/** Where the programs of a version are: brought by hand, or where systems install them. */
function findPrograms({ home, major, ourMajor }: OlderCluster, dataDir: string): string {
  const brought = join(dataDir, `postgresql-${major}`, "bin");
  const installed = [
    "/usr/lib/postgresql/",
    "/usr/pgsql-",
    "/opt/homebrew/opt/postgresql@",
    "/usr/local/opt/postgresql@",
  ];
  const found = [brought, ...installed.map((path) => `${path}${major}/bin`)].find((path) =>
    existsSync(join(path, "postgres")),
  );
  if (found) return found;
  throw new StartFault(
    `The database in ${join(home, "pg")} was made by PostgreSQL ${major}. It moves to PostgreSQL ${ourMajor} by itself where the programs of version ${major} are: ` +
      `install them (Debian's postgresql-${major}), or put them into ${brought}. Nothing was changed.`,
  );
}
