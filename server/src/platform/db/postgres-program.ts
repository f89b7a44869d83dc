import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import type { SystemUser } from "./unprivileged-user.ts";

/** PostgreSQL's programs, ready to run as the right user in the folder that holds the cluster. */
export interface PostgresProgram {
  /** Runs initdb or pg_ctl to its end; rejects with what it said. */
  run(name: "initdb" | "pg_ctl", args: string[]): Promise<void>;
  major: number;
}

/** Prepares PostgreSQL's programs; paths in their arguments are relative to `home`. */
export function preparePostgres(
  binaries: PostgresBinaries,
  home: string,
  user: SystemUser | undefined,
): PostgresProgram {
  const options = {
    cwd: home,
    // A neutral environment: PGDATA, PGPORT and the like of the caller must not reach the server.
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
  return {
    major: binaries.major,
    run: async (name, args) => {
      const running = promisify(execFile)(join(binaries.binDir, name), args, options);
      running.child.stdin?.end();
      await running;
    },
  };
}
