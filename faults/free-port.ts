import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** The ports below those that the machine assigns itself; each of the two test processes uses its own half. */
const half = 383;
const first = 32_001 + half * (Number(process.env.VITEST_POOL_ID ?? 1) % 2);
const drawn = new Set<number>();

/** Finds a free port that neither this machine nor another test will take, even while its process restarts. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, first + half);
  if (drawn.has(port)) return freePort();
  drawn.add(port);
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    // The port is taken.
    return freePort();
  }
  await probe[Symbol.asyncDispose]();
  return port;
}
