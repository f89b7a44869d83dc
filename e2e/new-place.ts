import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerPlace } from "./running-server.ts";

/** Screenshots and server logs are kept here, for finding the cause of a failure. */
const output = join(import.meta.dirname, "output");

/** Chooses ports and an empty data directory for a server, and names its log `name`. */
export async function newPlace(name: string): Promise<ServerPlace> {
  const [httpPort, smtpPort, sinkPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-journeys-"));
  // PostgreSQL does not run as root, and has to reach its folder inside.
  await chmod(dataDir, 0o711);
  mkdirSync(output, { recursive: true });
  const logFile = join(output, `${name}.log`);
  await rm(logFile, { force: true });
  return { dataDir, logFile, httpPort, smtpPort, sinkPort };
}

const given = new Set<number>();

/**
 * Finds an even port below those that systems give to outgoing connections, so that it is still free when a server restarts; the
 * port after it is for the server's demo shop.
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
