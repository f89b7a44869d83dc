import { stat } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { canEnter, findServerUser, type SystemUser } from "../db/unprivileged-user.ts";
import { ignoreMissing } from "../error-code.ts";
import { StartFault } from "../start-fault.ts";
import { handOver } from "./hand-over.ts";

/** The program's own sources: what is loaded later is read from there. */
const sources = fileURLToPath(new URL("..", import.meta.url));

/** Whom root became, or why it stays root. */
export type Dropped = { user: string } | { stays: string };

/**
 * As root, becomes the user whom the data belongs to, else `deskhand`, for good: whoever gets into the process is not root then. The
 * data directory becomes theirs. Where that cannot be, says why and leaves all as it is. Null when we are not root.
 */
export async function dropPrivileges(dataDir: string): Promise<Dropped | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    const user = await findServerUser(await findOwner(dataDir));
    for (const folder of [sources, dirname(dataDir)]) {
      if (!(await canEnter(user, folder))) return { stays: `the user ${user.name} cannot enter ${folder}` };
    }
    await handOver(dataDir, user);
    // While it may still be written.
    flushCompileCache();
    become(user);
    return { user: user.name };
  } catch (error) {
    // No user can be made, or we may not become one, as in some containers: it runs all the same.
    if (error instanceof StartFault) return { stays: error.message };
    throw error;
  }
}

/** Who owns data that is there, the cluster's before the directory's; undefined where that is root. */
async function findOwner(dataDir: string): Promise<{ uid: number; gid: number } | undefined> {
  for (const path of [join(dataDir, "pg"), join(dataDir, "pg-home", "pg"), dataDir]) {
    const found = await stat(path).catch(ignoreMissing);
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  return undefined;
}

function become({ uid, gid }: SystemUser): void {
  // Groups first: afterwards nobody may change them any more.
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
