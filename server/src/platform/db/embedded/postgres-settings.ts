import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../../error-code.ts";
import { findLinkedHome } from "./cluster-home.ts";

const fileName = "pg-settings.conf";

/** Settings for a machine with two cores and little memory that also runs Deskhand. */
const SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  // Many small requests: compiling a query or running it on several cores costs more than it saves.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  random_page_cost: "1.1",
  synchronous_commit: "on",
  wal_compression: "on",
  max_wal_size: "1GB",
  // Queues and counters replace rows quickly, so vacuum early and often.
  autovacuum_naptime: "15s",
  autovacuum_vacuum_scale_factor: "0.05",
  autovacuum_analyze_scale_factor: "0.05",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_checkpoints: "off",
  // Error details contain values of rows, which are personal data.
  log_error_verbosity: "terse",
};

/** For tests only, whose data may be lost and whose many desks share one server. */
const TEST_SETTINGS: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "400",
};

/**
 * Writes the settings for a start beside the cluster. Inside it, the less trusted user could redirect our write by a
 * link.
 */
export async function writeSettings(home: string, socketDir: string, port: number, durable: boolean): Promise<void> {
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : TEST_SETTINGS),
    port: String(port),
    // The setting is a list; double quotes protect a comma in a path.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  const path = join(home, fileName);
  // Usually they are unchanged; rewriting on a full disk would lose them.
  if ((await readFile(path, "utf8").catch(ignoreMissing)) === lines.join("")) return;
  await writeFile(path, lines.join(""));
  await chmod(path, 0o644); // PostgreSQL's user must read it, whatever our umask.
}

/** Remembers the settings of the last start; returns a function that restores them if they have changed. */
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
