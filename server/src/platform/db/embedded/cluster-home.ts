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

/** Where root keeps what PostgreSQL's own user must be able to reach when the checkout is closed to it. */
const REACHABLE = "/var/lib/deskhand";

/** Makes the data directory and proves that it can be written to. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    // 0711 lets PostgreSQL's user pass through; what lies inside is closed file by file.
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
 * Makes a folder and those above it. Node's own `recursive` tries for ever where a file system says that the folder
 * above does not exist though it does, as /proc does.
 */
async function makeFolders(path: string, mode: number): Promise<void> {
  if (await stat(path).catch(ignoreMissing)) return;
  await makeFolders(dirname(path), mode);
  try {
    await mkdir(path, mode);
  } catch (error) {
    // Another process that starts may have been faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Who owns the cluster in the data directory: a user id, or undefined when there is none yet. */
export async function findClusterOwner(dataDir: string): Promise<number | undefined> {
  for (const home of [dataDir, join(dataDir, homeLink)]) {
    const found = await stat(join(home, "pg")).catch(ignoreMissing);
    if (found) return found.uid;
  }
  return undefined;
}

/** Where `pg-home` leads, which a copy that follows links has as a folder of its own; undefined where there is none. */
export async function findLinkedHome(dataDir: string): Promise<string | undefined> {
  const link = join(dataDir, homeLink);
  const found = await lstat(link).catch(ignoreMissing);
  return found?.isSymbolicLink() ? resolve(dataDir, await readlink(link)) : found && link;
}

/**
 * The folder that holds the cluster: the data directory, or, where PostgreSQL's user cannot enter that (a checkout
 * under root's closed home), a folder under /var/lib/deskhand to which `pg-home` in the data directory then points.
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
    const made = await mkdtemp(join(REACHABLE, "data-"));
    await chmod(made, 0o711);
    await claimHome(made, dataDir);
    try {
      await symlink(made, link);
      return made;
    } catch (error) {
      await rm(made, { recursive: true });
      // Another start was faster: its folder is everybody's.
      const theirs = codeOf(error) === "EEXIST" && (await findLinkedHome(dataDir));
      if (theirs) return theirs;
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

/** Gives programs that the user can reach: those found, or a copy of them under /var/lib/deskhand. */
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
    const made = await make();
    if (await canEnter(user, REACHABLE)) return made;
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

/** In a data directory: leads to the folder of the database where that lies elsewhere. */
const homeLink = "pg-home";

/** In a folder that lies elsewhere: the data directory that it belongs to. */
const mark = "belongs-to";

/**
 * Says in the folder of a database whose it is. Throws where that is another data directory, from which the link to it was copied; one
 * that is gone, or leads elsewhere by now, was moved to here.
 */
async function claimHome(home: string, dataDir: string): Promise<void> {
  const claimant = await realpath(dataDir);
  const owner = await readFile(join(home, mark), "utf8").catch(ignoreMissing);
  if (owner === claimant) return;
  if (owner && (await mayLeadTo(join(owner, homeLink), home))) {
    throw new StartFault(
      `The database in ${home} belongs to ${owner}, of which ${dataDir} is a copy that leads there, too. ` +
        `Copy an installation by npm run backup and npm run restore; where ${dataDir} took its place, remove ${join(home, mark)} and start again.`,
    );
  }
  await writeDurably(join(home, mark), claimant);
}

async function mayLeadTo(link: string, home: string): Promise<boolean> {
  try {
    const [found, own] = await Promise.all([stat(link), stat(home)]);
    return found.dev === own.dev && found.ino === own.ino;
  } catch (error) {
    // Where we may not look, it may still be there.
    return !["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
  }
}
