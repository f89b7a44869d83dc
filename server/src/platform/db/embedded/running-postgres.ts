import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { isSameFolder, type PostgresAddress, readServerLock, worksOn } from "./server-lock.ts";

/** A server that answers, and the superuser's connection to it. */
export type Running = { address: PostgresAddress; client: pg.Client };

const PATIENCE_MS = 300_000;

/** Nobody listens there any more, or it is not for us: no server of ours. */
const NOBODY = ["ENOENT", "ENOTDIR", "ECONNREFUSED", "EACCES"];

/** Makes the address into a connection URL that the pg package, libpq and WHATWG parsers all understand. */
export function connectionUrl(address: PostgresAddress, user: string, password: string, database: string): string {
  const url = new URL(`postgres://localhost:${address.port}/${database}`);
  url.username = user;
  url.password = password;
  url.searchParams.set("host", address.socketDir);
  url.searchParams.set("sslmode", "disable"); // A PGSSLMODE of the caller is meant for other servers.
  return url.href;
}

/**
 * Connects as superuser to the server that `postmaster.pid` names, waiting while it starts or recovers; undefined when none
 * runs. Only a connection proves it: the file outlives a killed server, and `pg_ctl status` believes the file. A copied file
 * leads to the server of the original, which must not be used: that is a fault.
 */
export async function connectToRunning(cluster: string, password: string): Promise<Running | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const { address, dataDirectory } = (await readServerLock(join(cluster, "postmaster.pid"))) ?? {};
    if (!address || !dataDirectory) return undefined;
    const client = new pg.Client({ connectionString: connectionUrl(address, "postgres", password, "postgres") });
    // A connection that is lost fails the statement that uses it, which reports it.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const served = await readServedFolder(client);
      if (!(await worksOn(cluster, served))) throw copyFault(cluster, served.says);
      return { address, client };
    } catch (error) {
      // One that never came about is ended as well; why it was wanted is said below.
      await client.end().catch(() => undefined);
      if (error instanceof StartFault) throw error;
      const code = codeOf(error) ?? "";
      if (NOBODY.includes(code)) return undefined;
      if (code.startsWith("28")) throw await refusalFault(cluster, dataDirectory, error);
      // 57P03: starting, recovering or stopping. Others (a socket closed while stopping) settle in the same way.
      if (Date.now() > deadline) throw error;
    }
    await sleep(20);
  }
}

async function readServedFolder(client: pg.Client): Promise<{ pid: string; says: string }> {
  const { rows } = await client.query<{ pid: string; says: string }>(
    "select pg_backend_pid()::text as pid, current_setting('data_directory') as says",
  );
  return rows[0] ?? { pid: "", says: "" };
}

function copyFault(cluster: string, original: string): StartFault {
  return new StartFault(
    `The database in ${cluster} is a copy of ${original}, made while that ran, which it does now: files of different moments cannot be trusted. ` +
      `Copy it by npm run backup and npm run restore, or while Deskhand is stopped; if all files are of one moment (a snapshot), remove ${join(cluster, "postmaster.pid")} and start again.`,
  );
}

/** Why a server does not let us in: it may be another one's, whose password the copy has changed since. */
async function refusalFault(cluster: string, dataDirectory: string, cause: unknown): Promise<StartFault> {
  if (!(await isSameFolder(dataDirectory, cluster))) return copyFault(cluster, dataDirectory);
  const fault =
    codeOf(cause) === "28P01"
      ? "refuses the password kept beside it in pg-superuser-password: put that file back as it was."
      : `lets nobody in by its pg_hba.conf: ${reasonOf(cause)}`;
  return new StartFault(`The database in ${cluster} ${fault}`, { cause });
}
