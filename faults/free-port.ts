import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that the machine gives out by itself; each of the two test processes draws from its own half. */
const half = 383;
const first = 32_001 + half * (Number(process.env.VITEST_POOL_ID ?? 1) % 2);
const drawn = new Set<number>();

/** A free port where neither this machine nor any other test looks for one: it is still free when its process starts again. */
export async function freePort(): Promise<number> {
  const port = randomInt(first, first + half);
  if (drawn.has(port)) return freePort();
  drawn.add(port);
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    // Somebody has it.
    return freePort();
  }
  await probe[Symbol.asyncDispose]();
  return port;
}
