import { mkdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort, type ServerPlace, startServer } from "./running-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    place: ServerPlace;
  }
}

/** Where screenshots and the server's log are left for whoever looks for the cause of a failure. */
const output = join(import.meta.dirname, "output");

/** Starts one server for all journeys; each signs up a store of its own. Returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [httpPort, smtpPort, sinkPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-journeys-"));
  // PostgreSQL does not run as root, and must reach its folder in there.
  await chmod(dataDir, 0o711);
  mkdirSync(output, { recursive: true });
  await rm(join(output, "server.log"), { force: true });
  const place = { dataDir, logFile: join(output, "server.log"), httpPort, smtpPort, sinkPort };
  project.provide("place", place);
  const server = await startServer(place);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
