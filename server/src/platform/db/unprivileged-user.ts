import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { codeOf, reasonOf } from "../error-code.ts";
import { StartFault } from "../start/start-notices.ts";

const run = promisify(execFile);

/** The system user that PostgreSQL runs as if we are root; it refuses to run as root. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

const CREATED_USER = "deskhand";

/**
 * Returns the system user to run PostgreSQL as; undefined if we are not root, when it runs as us. As root: the owner of
 * existing data, then `postgres`, `nobody`, or a new system user.
 */
export async function findUnprivilegedUser(dataOwner?: number): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (dataOwner) return describeUser(String(dataOwner));
  for (const name of ["postgres", "nobody", CREATED_USER]) {
    const user = await describeUser(name);
    if (user) return user;
  }
  return createUser();
}

/**
 * Returns the system user that a server started as root switches to: the owner of existing data, else `deskhand`,
 * created if missing, else `nobody`. Never `postgres`, whose databases are not ours.
 */
export async function findServerUser(owner?: { uid: number; gid: number }): Promise<SystemUser> {
  // The owner may have no name here, as in a container with mounted data.
  if (owner) return (await describeUser(String(owner.uid))) ?? { name: String(owner.uid), ...owner };
  const known = await describeUser(CREATED_USER);
  return known ?? (await createUser().catch(async (error) => orThrow(await describeUser("nobody"), error)));
}

function orThrow(user: SystemUser | undefined, error: unknown): SystemUser {
  if (user) return user;
  throw error;
}

/** Whether the user may enter the folder. Tries it, as access lists and mounts matter besides modes. */
export async function canEnter(user: SystemUser | undefined, folder: string): Promise<boolean> {
  if (!user) return true;
  try {
    await run("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { uid: user.uid, gid: user.gid, cwd: "/" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EPERM") {
      const message = `Running as root without the right to switch to the user ${user.name}, as which it has to run. Start Deskhand as an ordinary user, or set DATABASE_URL.`;
      throw new StartFault(message, { cause: error });
    }
    return false; // A failed "cd" is an answer, not an error.
  }
}

async function describeUser(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid, known] = await Promise.all(["-u", "-g", "-un"].map((flag) => run("id", [flag, name])));
    return { name: known?.stdout.trim() ?? name, uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return undefined; // "id" fails for a user that does not exist.
  }
}

async function createUser(): Promise<SystemUser> {
  const advice = "Start Deskhand as an ordinary user, or create a system user named deskhand.";
  try {
    await run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", CREATED_USER]);
    const user = await describeUser(CREATED_USER);
    if (user) return user;
    throw new Error("the user that was made is not found");
  } catch (cause) {
    const reason = `no other user could be made (${reasonOf(cause)})`;
    throw new StartFault(`PostgreSQL does not run as root, and ${reason}. ${advice}`, { cause });
  }
}
