import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Logger } from "pino";
import { codeOf, ignoreMissing, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { writeDurably } from "../../storage/write-durably.ts";
import { canEnter, type SystemUser } from "../unprivileged-user.ts";
import type { PostgresBinaries } from "./postgres-program.ts";

/** Where root keeps what PostgreSQL's user must reach when the checkout is closed to that user. */
const REACHABLE = "/var/lib/deskhand";

/** Creates the data directory and checks that it is writable. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    // 0711 lets PostgreSQL's user pass through; each file inside is closed itself.
    await makeFolders(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    await writeFile(probe, "");
    await rm(probe);
  } catch (cause) {
    throw new StartFault(
      `Cannot write to the data directory ${dataDir} (${reasonOf(cause)}). Choose another with DESKHAND_DATA.`,
      { cause },
    );
  }
}

/**
 * Creates a folder and its parents. Node's own `recursive` loops for ever on file systems that deny an existing parent,
 * like /proc.
 */
async function makeFolders(path: string, mode: number): Promise<void> {
  if (await stat(path).catch(ignoreMissing)) return;
  await makeFolders(dirname(path), mode);
  try {
    await mkdir(path, mode);
  } catch (error) {
    // Another starting process may have been faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Returns the user id of the cluster's owner, or undefined if there is no cluster. */
export async function findClusterOwner(dataDir: string): Promise<number | undefined> {
  for (const home of [dataDir, join(dataDir, homeLink)]) {
    const found = await stat(join(home, "pg")).catch(ignoreMissing);
    if (found) return found.uid;
  }
  return undefined;
}

/** Returns the target of `pg-home`, or `pg-home` itself where a copy made it a folder; undefined if there is none. */
export async function findLinkedHome(dataDir: string): Promise<string | undefined> {
  const link = join(dataDir, homeLink);
  const found = await lstat(link).catch(ignoreMissing);
  return found?.isSymbolicLink() ? resolve(dataDir, await readlink(link)) : found && link;
}

/**
 * Returns the folder of the cluster: the data directory or, where PostgreSQL's user cannot enter that (a checkout under
 * root's closed home), a folder under /var/lib/deskhand that `pg-home` in the data directory points to.
 */
export async function findClusterHome(
  dataDir: string,
  user: SystemUser | undefined,
  log: Pick<Logger, "info">,
): Promise<string> {
  const link = join(dataDir, homeLink);
  const linked = await findLinkedHome(dataDir);
  if (linked) {
    await refuseUnusable(linked, link, user);
    await claimHome(linked, dataDir);
    return linked;
  }
  if (await canEnter(user, dataDir)) return dataDir;
  const closed = await findClosedFolder(dataDir, user);
  if (await stat(join(dataDir, "pg")).catch(ignoreMissing)) {
    throw new StartFault(
      `PostgreSQL runs as the user ${user?.name}, who cannot enter ${closed} and so cannot reach its data in ${dataDir}. Run "chmod o+x ${closed}".`,
    );
  }
  const home = await makeReachable(closed, user, async () => {
    await mkdir(REACHABLE, { recursive: true, mode: 0o755 });
    const created = await mkdtemp(join(REACHABLE, "data-"));
    await chmod(created, 0o711);
    await claimHome(created, dataDir);
    try {
      await symlink(created, link);
      return created;
    } catch (error) {
      await rm(created, { recursive: true });
      // Another start was faster; use its folder.
      const existing = codeOf(error) === "EEXIST" && (await findLinkedHome(dataDir));
      if (existing) return existing;
      throw error;
    }
  });
  log.info(`PostgreSQL's user ${user?.name} cannot enter ${closed}: the database is kept in ${home} (see ${link})`);
  return home;
}

async function refuseUnusable(home: string, link: string, user: SystemUser | undefined): Promise<void> {
  if (!(await stat(home).catch(ignoreMissing))) {
    throw new StartFault(
      `The database folder ${home}, to which ${link} points, is missing. Put it back, or remove the link to start empty.`,
    );
  }
  if (!(await canEnter(user, home))) {
    const closed = await findClosedFolder(home, user);
    throw new StartFault(
      `PostgreSQL runs as the user ${user?.name}, who cannot enter ${closed} and so cannot reach its data in ${home}. Run "chmod o+x ${closed}".`,
    );
  }
}

/** Returns programs that the user can reach: the given ones, or a copy under /var/lib/deskhand. */
export async function makeBinariesReachable(
  binaries: PostgresBinaries,
  user: SystemUser | undefined,
): Promise<PostgresBinaries> {
  if (await canEnter(user, binaries.binDir)) return binaries;
  const closed = await findClosedFolder(binaries.binDir, user);
  const copy = join(REACHABLE, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  const reachable = { ...binaries, binDir: join(copy, "bin") };
  if (await stat(reachable.binDir).catch(ignoreMissing)) return reachable;
  return makeReachable(closed, user, async () => {
    await mkdir(REACHABLE, { recursive: true, mode: 0o755 });
    const unfinished = await mkdtemp(`${copy}.new-`);
    await cp(dirname(binaries.binDir), unfinished, { recursive: true, verbatimSymlinks: true });
    await chmod(unfinished, 0o755);
    // Another start may have been faster: its copy is as good as ours.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
    return reachable;
  });
}

async function makeReachable<T>(closed: string, user: SystemUser | undefined, make: () => Promise<T>): Promise<T> {
  try {
    const created = await make();
    if (await canEnter(user, REACHABLE)) return created;
    throw new Error(`${user?.name} cannot enter it`);
  } catch (cause) {
    throw new StartFault(
      `PostgreSQL runs as the user ${user?.name}, who cannot enter ${closed}, and ${REACHABLE} cannot be used instead (${reasonOf(cause)}). Move Deskhand to a folder that user can enter, or start it as an ordinary user.`,
      { cause },
    );
  }
}

async function findClosedFolder(folder: string, user: SystemUser | undefined): Promise<string> {
  const parent = dirname(folder);
  return parent === folder || (await canEnter(user, parent)) ? folder : findClosedFolder(parent, user);
}

/** Link in a data directory to the database's folder elsewhere. */
const homeLink = "pg-home";

/** File in a folder elsewhere that names its data directory. */
const ownerFile = "belongs-to";

/**
 * Records a database folder's data directory. Throws if it belongs to another data directory whose link was copied; one
 * that is gone or links elsewhere was moved here.
 */
async function claimHome(home: string, dataDir: string): Promise<void> {
  const claimant = await realpath(dataDir);
  const owner = await readFile(join(home, ownerFile), "utf8").catch(ignoreMissing);
  if (owner === claimant) return;
  if (owner && (await mayPointTo(join(owner, homeLink), home))) {
    throw new StartFault(
      `The database in ${home} belongs to ${owner}, of which ${dataDir} is a copy that leads there, too. ` +
        `Copy an installation by npm run backup and npm run restore; where ${dataDir} took its place, remove ${join(home, ownerFile)} and start again.`,
    );
  }
  await writeDurably(join(home, ownerFile), claimant);
}

async function mayPointTo(link: string, home: string): Promise<boolean> {
  try {
    const [found, own] = await Promise.all([stat(link), stat(home)]);
    return found.dev === own.dev && found.ino === own.ino;
  } catch (error) {
    // Without permission to look, assume that it is there.
    return !["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
  }
}
