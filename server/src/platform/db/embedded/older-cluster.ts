import { existsSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { ignoreMissing } from "../../error-code.ts";
import { StartFault } from "../../start-fault.ts";
import { findUnprivilegedUser } from "../unprivileged-user.ts";
import { findClusterHome, findClusterOwner, findLinkedHome, makeBinariesReachable } from "./cluster-home.ts";
import { USERS_LOCK } from "./embedded-postgres.ts";
import { launchServer, stopServer } from "./launch-server.ts";
import { findPostgresBinaries, preparePostgres } from "./postgres-program.ts";
import { connectionUrl, connectToRunning } from "./running-postgres.ts";
import { findSocketDir } from "./socket-directory.ts";

/** The data directory of the cluster that is to take the place of an older one, in the older one's home. */
export const nextHome = "pg-next";

/** A cluster that an earlier major version of PostgreSQL has made. */
export type OlderCluster = {
  home: string;
  /** Its version and that of the programs that we come with, such as 17 and 18. */
  major: number;
  ourMajor: number;
};

/** A server of the earlier version that works on it, and that no other process uses until it is stopped. */
export type HeldServer = { ownerUrl: string; stop(): Promise<void> };

/** Finds the data directory's cluster where an earlier PostgreSQL made it. One whose place was being taken when that was interrupted has lost it. */
export async function findOlderCluster(dataDir: string): Promise<OlderCluster | null> {
  const home = (await findLinkedHome(dataDir)) ?? dataDir;
  const made = await versionOf(home);
  if (made === undefined) {
    if ((await versionOf(join(home, nextHome))) !== undefined) await takeItsPlace(home);
    return null;
  }
  const { major: ourMajor } = await findPostgresBinaries();
  return made < ourMajor ? { home, major: made, ourMajor } : null;
}

/** Where an older cluster is kept once another has taken its place. */
export function keptFolder({ home, major }: OlderCluster): string {
  return join(home, `pg-${major}`);
}

/** Puts the older cluster aside and the next one into its place; whatever interrupts this, the next start ends it. */
export async function replaceOlderCluster(cluster: OlderCluster): Promise<void> {
  await rename(join(cluster.home, "pg"), keptFolder(cluster));
  await takeItsPlace(cluster.home);
}

async function takeItsPlace(home: string): Promise<void> {
  await rename(join(home, nextHome, "pg"), join(home, "pg"));
  await rm(join(home, nextHome), { recursive: true, force: true });
}

async function versionOf(home: string): Promise<number | undefined> {
  const version = await readFile(join(home, "pg", "PG_VERSION"), "utf8").catch(ignoreMissing);
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
  const [password, ownerPassword] = await Promise.all(
    ["pg-superuser-password", "pg-owner-password"].map((name) => readFile(join(home, name), "utf8")),
  );
  const folder = join(home, "pg");
  const { client, address } =
    (await connectToRunning(folder, password ?? "")) ??
    (await launchServer({
      ...{ program, home, durable: true, password: password ?? "" },
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
