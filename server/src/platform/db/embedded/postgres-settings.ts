import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../../error-code.ts";
import { findLinkedHome } from "./cluster-home.ts";

const fileName = "pg-settings.conf";

/** For a machine with two cores and little memory that also runs Deskhand itself. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  // Small requests, many at a time: compiling a query or spreading it over cores costs more than it gives.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  random_page_cost: "1.1",
  synchronous_commit: "on",
  wal_compression: "on",
  max_wal_size: "1GB",
  // Queues and counters turn their rows over quickly: clean up early and often.
  autovacuum_naptime: "15s",
  autovacuum_vacuum_scale_factor: "0.05",
  autovacuum_analyze_scale_factor: "0.05",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_checkpoints: "off",
  // Details name the values of rows, which are people's.
  log_error_verbosity: "terse",
};

/** Only for tests, whose data may be lost, and of which many desks use one server. */
const FORGETFUL: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "400",
};

/** Writes the settings of one start beside the cluster: inside, its less trusted user could lead our pen elsewhere. */
export async function writeSettings(home: string, socketDir: string, port: number, durable: boolean): Promise<void> {
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : FORGETFUL),
    port: String(port),
    // The setting is a list; double quotes keep a comma in a path from splitting it.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  const path = join(home, fileName);
  // Mostly they stand there already; a full disk would leave none of them.
  if ((await readFile(path, "utf8").catch(ignoreMissing)) === lines.join("")) return;
  await writeFile(path, lines.join(""));
  await chmod(path, 0o644); // PostgreSQL's user reads it, whatever our umask.
}

/** Remembers the settings of the start before; gives what puts them back, where there were any and they are others by then. */
export async function rememberSettings(dataDir: string): Promise<() => Promise<void>> {
  const path = join((await findLinkedHome(dataDir)) ?? dataDir, fileName);
  const before = await readFile(path, "utf8").catch(ignoreMissing);
  if (before === undefined) return async () => {};
  const { mode } = await stat(path);
  return async () => {
    if ((await readFile(path, "utf8").catch(ignoreMissing)) === before) return;
    await writeFile(path, before);
    await chmod(path, mode);
  };
}
