import { Buffer } from "node:buffer";
import { chown, lstat, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartFault } from "../../start/start-notices.ts";
import { canEnter, type SystemUser } from "../unprivileged-user.ts";

/** In a short folder: the folder of the database whose socket is there. A copy of that has the record, too. */
const mark = "belongs-to";

/** Longest socket path the system takes: sun_path in unix(7) is 108 bytes (104 on macOS) with its final zero. */
const LONGEST_PATH = process.platform === "linux" ? 107 : 103;

/** The port only names the socket (".s.PGSQL.5432"); nothing listens on the network. */
export const SOCKET_PORT = 5432;

/**
 * Chooses the folder for PostgreSQL's socket: the cluster itself, or, where that path is too long for a socket, a short
 * private folder for temporary files, which `pg-socket-folder` beside the cluster records for the next start.
 */
export async function findSocketDir(home: string, user: SystemUser | undefined): Promise<string> {
  const inCluster = join(home, "pg");
  if (fits(inCluster)) return inCluster;
  const record = join(home, "pg-socket-folder");
  const recorded = await readFile(record, "utf8").catch(() => ""); // No record yet: a new folder is made.
  if (recorded && (await isPrivateTo(recorded, user)) && (await isOf(recorded, home))) return recorded;
  const made = await makeShortFolder(home, user);
  await writeFile(record, made);
  return made;
}

async function makeShortFolder(home: string, user: SystemUser | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    if (!fits(join(parent, "deskhand-XXXXXX")) || !(await canEnter(user, parent))) continue;
    const made = await mkdtemp(join(parent, "deskhand-"));
    await writeFile(join(made, mark), await realpath(home));
    if (user) await chown(made, user.uid, user.gid);
    return made;
  }
  throw new StartFault(
    `The path of the data directory is too long for a Unix socket (${home}), and so is that of the folder for temporary files. Choose a shorter one with DESKHAND_DATA.`,
  );
}

/** Somebody else could have put a folder of that name there since the record was made. */
async function isPrivateTo(folder: string, user: SystemUser | undefined): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined); // Cleaned away: a new one is made.
  const owner = user ? user.uid : process.getuid?.();
  return found?.isDirectory() === true && found.uid === owner && (found.mode & 0o077) === 0;
}

async function isOf(folder: string, home: string): Promise<boolean> {
  const owner = await readFile(join(folder, mark), "utf8").catch(() => undefined); // No mark: it is nobody's.
  return owner === (await realpath(home));
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_PATH;
}
