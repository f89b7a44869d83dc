import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** A free port where neither this machine nor any other test looks for one: it is still free when its process starts again. */
export async function freePort(): Promise<number> {
  const port = randomInt(32_001, 32_767);
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
