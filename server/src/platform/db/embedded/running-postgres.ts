import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { isSameFolder, type PostgresAddress, readServerLock, worksOn } from "./server-lock.ts";

/** A responding server, with the superuser's connection to it. */
export type Running = { address: PostgresAddress; client: pg.Client };

const PATIENCE_MS = 300_000;

/** Connection errors that mean no server of ours runs there. */
const NOT_RUNNING = ["ENOENT", "ENOTDIR", "ECONNREFUSED", "EACCES"];

/** Returns a connection URL that the pg package, libpq and WHATWG parsers all understand. */
export function connectionUrl(address: PostgresAddress, user: string, password: string, database: string): string {
  const url = new URL(`postgres://localhost:${address.port}/${database}`);
  url.username = user;
  url.password = password;
  url.searchParams.set("host", address.socketDir);
  url.searchParams.set("sslmode", "disable"); // The caller's PGSSLMODE is meant for other servers.
  return url.href;
}

/**
 * Connects as superuser to the server named by `postmaster.pid`, waiting while it starts or recovers; undefined if none
 * runs. Only a connection proves that one runs: the file survives a killed server, and `pg_ctl status` trusts the file.
 * Throws if a copied file points to the original's server, which must not be used.
 */
export async function connectToRunning(cluster: string, password: string): Promise<Running | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const { address, dataDirectory } = (await readServerLock(join(cluster, "postmaster.pid"))) ?? {};
    if (!address || !dataDirectory) return undefined;
    const client = new pg.Client({ connectionString: connectionUrl(address, "postgres", password, "postgres") });
    // A lost connection also fails the running statement, which reports it.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const served = await readServedFolder(client);
      if (!(await worksOn(cluster, served))) throw copyFault(cluster, served.claimedFolder);
      return { address, client };
    } catch (error) {
      // Ends it even if it was never established; the error is handled below.
      await client.end().catch(() => undefined);
      if (error instanceof StartFault) throw error;
      const code = codeOf(error) ?? "";
      if (NOT_RUNNING.includes(code)) return undefined;
      if (code.startsWith("28")) throw await refusalFault(cluster, dataDirectory, error);
      // 57P03: starting, recovering or stopping. Others, such as a socket closed while stopping, also pass.
      if (Date.now() > deadline) throw error;
    }
    await sleep(20);
  }
}

async function readServedFolder(client: pg.Client): Promise<{ pid: string; claimedFolder: string }> {
  const { rows } = await client.query<{ pid: string; claimedFolder: string }>(
    `select pg_backend_pid()::text as pid, current_setting('data_directory') as "claimedFolder"`,
  );
  return rows[0] ?? { pid: "", claimedFolder: "" };
}

function copyFault(cluster: string, original: string): StartFault {
  return new StartFault(
    `The database in ${cluster} is a copy of ${original}, made while that ran, which it does now: files of different moments cannot be trusted. ` +
      `Copy it by npm run backup and npm run restore, or while Deskhand is stopped; if all files are of one moment (a snapshot), remove ${join(cluster, "postmaster.pid")} and start again.`,
  );
}

/** Explains why a server rejects us: it may be the original's server, whose password the copy has changed. */
async function refusalFault(cluster: string, dataDirectory: string, cause: unknown): Promise<StartFault> {
  if (!(await isSameFolder(dataDirectory, cluster))) return copyFault(cluster, dataDirectory);
  const fault =
    codeOf(cause) === "28P01"
      ? "refuses the password kept beside it in pg-superuser-password: put that file back as it was."
      : `lets nobody in by its pg_hba.conf: ${reasonOf(cause)}`;
  return new StartFault(`The database in ${cluster} ${fault}`, { cause });
}
