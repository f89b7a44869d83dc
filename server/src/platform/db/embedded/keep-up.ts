import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { mentionsNoRoom, reasonOf } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { LaunchFault } from "./launch-server.ts";

type KeepUpOptions = {
  /** Connects, starting the server if it is down. */
  open: () => Promise<pg.Client>;
  log: Pick<Logger, "info" | "warn">;
  /** Called once, when the server is down and cannot be restarted. */
  onLost: (fault: StartFault) => void;
  /** Pauses before each try, in ms; the last one repeats. */
  waitsMs?: readonly number[];
};

const defaultWaitsMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Failed tries in a row before giving up. A full disk is retried for ever: somebody may make room. */
const mostTries = 10;
/** A server that ran for less has crashed again, so the pauses go on growing. */
const steadyMs = 60_000;

/**
 * Keeps a server up by watching a connection. If it ends, the server crashed, was killed, or recovered from a crash of
 * one of its processes: reconnects, and starts it if it is down. `release` stops this and returns the connection, or
 * null if there is none.
 */
export function keepUp(
  first: pg.Client,
  { open, log, onLost, waitsMs = defaultWaitsMs }: KeepUpOptions,
): { release(): Promise<pg.Client | null> } {
  const release = new AbortController();
  let client: pg.Client | null = null;
  let reviving: Promise<void> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  let tries = 0;

  function watch(next: pg.Client): void {
    client = next;
    next.once("end", () => {
      client = null;
      if (!release.signal.aborted) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    const lostAt = performance.now();
    if (lostAt - startedAt > steadyMs) tries = 0;
    log.warn("The connection to the database server ended: connecting again, and starting it where it is down");
    let lastLogged = "";
    for (let failures = 0; ; ) {
      try {
        await sleep(waitsMs[Math.min(tries++, waitsMs.length - 1)], undefined, { signal: release.signal });
        watch(await open());
        startedAt = performance.now();
        return log.info(`The database server is there again after ${((startedAt - lostAt) / 1000).toFixed(1)} s`);
      } catch (error) {
        // Released meanwhile.
        if (release.signal.aborted) return;
        const reason = reasonOf(error);
        failures += 1;
        if (!mayRecover(error, failures)) return onLost(lostFault(reason, error));
        // Successive errors differ only in process ids.
        const withoutIds = reason.replace(/\d+/g, "");
        if (withoutIds !== lastLogged) log.warn({ reason }, "The database server cannot be used yet: trying again");
        lastLogged = withoutIds;
      }
    }
  }

  watch(first);
  return {
    async release() {
      release.abort();
      await reviving;
      return client;
    },
  };
}

function mayRecover(error: unknown, failures: number): boolean {
  if (error instanceof StartFault && !(error instanceof LaunchFault)) return false;
  return failures < mostTries || mentionsNoRoom(error);
}

function lostFault(reason: string, cause: unknown): StartFault {
  return new StartFault(`The database went down and could not be started again. ${reason}`, { cause });
}
