import { join } from "node:path";
import type { Logger } from "pino";
import { stopServer } from "./launch-server.ts";
import type { PostgresProgram } from "./postgres-program.ts";
import { readServerLock } from "./server-lock.ts";

/** How often is looked whether somebody has told the server to stop. */
const everyMs = 2_000;

type Watched = { program: PostgresProgram; home: string; log: Pick<Logger, "warn"> };

/**
 * Stops a server at once that somebody else has told to stop by SIGTERM: it waits for all who are connected, as we are as long as we run, and lets
 * nobody in meanwhile. Once it is down it is started again as after a kill. Gives what ends this.
 */
export function finishStops({ program, home, log }: Watched): () => void {
  const cluster = join(home, "pg");
  let isOver = false;
  let isFinishing = false;
  async function look(): Promise<void> {
    if (isFinishing) return;
    isFinishing = true;
    try {
      if (!(await readServerLock(join(cluster, "postmaster.pid")))?.isStopping || isOver) return;
      log.warn("The database server was told to stop, and waits for all who use it: it is stopped at once");
      await stopServer(program, cluster);
    } catch (error) {
      log.warn({ err: error }, "The database server could not be stopped: trying again");
    } finally {
      isFinishing = false;
    }
  }
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
