import { Buffer } from "node:buffer";
import { chown, lstat, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartFault } from "../../start/start-notices.ts";
import { canEnter, type SystemUser } from "../unprivileged-user.ts";

/** File in a short folder that names the database's folder it belongs to. A copy of the database has the record too. */
const ownerFile = "belongs-to";

/** Longest socket path: sun_path in unix(7) has 108 bytes (104 on macOS) with its final zero. */
const LONGEST_PATH = process.platform === "linux" ? 107 : 103;

/** The port is only part of the socket's name (".s.PGSQL.5432"); nothing listens on the network. */
export const SOCKET_PORT = 5432;

/**
 * Chooses the folder for PostgreSQL's socket: the cluster itself or, if that path is too long, a short private
 * temporary folder, which `pg-socket-folder` beside the cluster records for the next start.
 */
export async function findSocketDir(home: string, user: SystemUser | undefined): Promise<string> {
  const inCluster = join(home, "pg");
  if (fits(inCluster)) return inCluster;
  const record = join(home, "pg-socket-folder");
  const recorded = await readFile(record, "utf8").catch(() => ""); // No record yet.
  if (recorded && (await isPrivateTo(recorded, user)) && (await belongsTo(recorded, home))) return recorded;
  const folder = await makeShortFolder(home, user);
  await writeFile(record, folder);
  return folder;
}

async function makeShortFolder(home: string, user: SystemUser | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    if (!fits(join(parent, "deskhand-XXXXXX")) || !(await canEnter(user, parent))) continue;
    const folder = await mkdtemp(join(parent, "deskhand-"));
    await writeFile(join(folder, ownerFile), await realpath(home));
    if (user) await chown(folder, user.uid, user.gid);
    return folder;
  }
  throw new StartFault(
    `The path of the data directory is too long for a Unix socket (${home}), and so is that of the folder for temporary files. Choose a shorter one with DESKHAND_DATA.`,
  );
}

/** Whether a recorded folder is still private: somebody else could have created one of that name. */
async function isPrivateTo(folder: string, user: SystemUser | undefined): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined); // It was cleaned away.
  const owner = user ? user.uid : process.getuid?.();
  return found?.isDirectory() === true && found.uid === owner && (found.mode & 0o077) === 0;
}

async function belongsTo(folder: string, home: string): Promise<boolean> {
  const owner = await readFile(join(folder, ownerFile), "utf8").catch(() => undefined); // No mark: it belongs to nobody.
  return owner === (await realpath(home));
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_PATH;
}
