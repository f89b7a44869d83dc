import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerPlace } from "./running-server.ts";

/** Where screenshots and the servers' logs are left for whoever looks for the cause of a failure. */
const output = join(import.meta.dirname, "output");

/** Ports and an empty data directory for a server; `name` names its log. */
export async function newPlace(name: string): Promise<ServerPlace> {
  const [httpPort, smtpPort, sinkPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-journeys-"));
  // PostgreSQL does not run as root, and must reach its folder in there.
  await chmod(dataDir, 0o711);
  mkdirSync(output, { recursive: true });
  const logFile = join(output, `${name}.log`);
  await rm(logFile, { force: true });
  return { dataDir, logFile, httpPort, smtpPort, sinkPort };
}

const given = new Set<number>();

/**
 * A port below those that systems give to outgoing connections: it is still free when a server starts again. It is even,
 * and the one after it belongs to the server's demo shop.
 */
async function freePort(): Promise<number> {
  const port = 2 * randomInt(5_000, 16_000);
  if (given.has(port)) return freePort();
  given.add(port);
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return freePort();
    throw error;
  }
  probe.close();
  await once(probe, "close");
  return port;
}
