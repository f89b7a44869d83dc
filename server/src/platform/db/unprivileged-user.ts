import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { codeOf, reasonOf } from "../error-code.ts";
import { StartFault } from "../start/start-notices.ts";

const run = promisify(execFile);

/** The system user PostgreSQL runs as when we are root; it refuses to run as root itself. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

const CREATED_USER = "deskhand";

/**
 * The system user that PostgreSQL must run as: undefined when we are not root (it then runs as us).
 * As root: the owner of data that exists already, then `postgres`, `nobody`, or a system user made for it.
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
 * The system user that the whole server becomes when it was started as root: whoever owns data that exists already, else
 * `deskhand`, which is made where it is missing, else `nobody`. Not `postgres`, whose own databases are no affair of ours.
 */
export async function findServerUser(owner?: { uid: number; gid: number }): Promise<SystemUser> {
  // Also one that has no name here, as in a container whose data somebody mounted.
  if (owner) return (await describeUser(String(owner.uid))) ?? { name: String(owner.uid), ...owner };
  const known = await describeUser(CREATED_USER);
  return known ?? (await createUser().catch(async (error) => givenOr(await describeUser("nobody"), error)));
}

function givenOr(user: SystemUser | undefined, error: unknown): SystemUser {
  if (user) return user;
  throw error;
}

/** Whether the user may enter the folder, by trying it: modes alone do not say, because of access lists and mounts. */
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
    return false; // "cd" said no: that is the result, not a failure.
  }
}

async function describeUser(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid, known] = await Promise.all(["-u", "-g", "-un"].map((asked) => run("id", [asked, name])));
    return { name: known?.stdout.trim() ?? name, uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  } catch {
    return undefined; // "id" fails for a user that does not exist, which is what we ask.
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
