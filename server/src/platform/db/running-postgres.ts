import { constants } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { codeOf, ignoreMissing } from "../error-code.ts";
import { StartFault } from "../start-fault.ts";

/** Where a server of ours listens. */
export interface PostgresAddress {
  socketDir: string;
  port: number;
}

const PATIENCE_MS = 300_000;

/** Above the largest number a process can have. */
const NOBODYS_PID = "2147483647";

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
 * runs. Only a connection proves it: the file outlives a killed server, and `pg_ctl status` believes the file.
 */
export async function connectToRunning(
  cluster: string,
  password: string,
): Promise<{ address: PostgresAddress; client: pg.Client } | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const address = await readAddress(cluster);
    if (!address) return undefined;
    const client = new pg.Client({ connectionString: connectionUrl(address, "postgres", password, "postgres") });
    try {
      await client.connect();
      return { address, client };
    } catch (error) {
      const code = codeOf(error);
      if (code === "ENOENT" || code === "ECONNREFUSED") return undefined;
      if (code === "28P01") {
        throw new StartFault(
          `The database in ${cluster} refuses the password kept beside it in pg-superuser-password.`,
          { cause: error },
        );
      }
      // 57P03: starting, recovering or stopping. Others (a socket closed while stopping) settle in the same way.
      if (Date.now() > deadline) throw error;
    }
    await sleep(20);
  }
}

/**
 * Corrects a lock file (postmaster.pid, or that of the socket) whose process is dead though its number is taken: by a zombie that nobody reaps or by another
 * program, as in containers. Only the number is replaced: with the rest PostgreSQL sees whether orphans still hold its memory.
 */
export async function correctStaleLock(path: string): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => ""); // No file: nothing stale.
  const [pid, ...rest] = text.split("\n");
  if (!pid || (await mayBePostgres(pid))) return;
  // The folder belongs to a less trusted user than root: a link in it must not lead us to write elsewhere.
  const flag = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_TRUNC;
  await writeFile(path, [NOBODYS_PID, ...rest].join("\n"), { flag });
}

async function mayBePostgres(pid: string): Promise<boolean> {
  // Only Linux shows a process's name and state here (proc(5)); elsewhere PostgreSQL judges by itself.
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return true;
  const [, name, state] = /\((.*)\) (\S)/s.exec(stat) ?? [];
  return name === "postgres" && state !== "Z";
}

async function readAddress(cluster: string): Promise<PostgresAddress | undefined> {
  // Missing when no server has run, or it has stopped in order.
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(ignoreMissing);
  // Lines: pid, data directory, start time, port, socket directory, listen address, …
  const [, , , port, socketDir] = text?.split("\n") ?? [];
  return port && socketDir ? { port: Number(port), socketDir } : undefined;
}
