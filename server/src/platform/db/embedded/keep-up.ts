import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { reasonOf, saysNoRoom } from "../../error-code.ts";
import { StartFault } from "../../start/start-notices.ts";
import { LaunchFault } from "./launch-server.ts";

type KeptUp = {
  /** Connects, and starts the server first where it is down. */
  open: () => Promise<pg.Client>;
  log: Pick<Logger, "info" | "warn">;
  /** Is called once, when the server is down and does not start any more. */
  onLost: (fault: StartFault) => void;
  /** How long to wait before each try, in ms; the last one again and again. */
  waitsMs?: readonly number[];
};

const usualWaitsMs = [0, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** In a row, none of which started it. A full disk is waited for without end: somebody makes room, and all goes on. */
const mostTries = 10;
/** A server that ran for less fell over again: it is left a while. */
const steadyMs = 60_000;

/**
 * Keeps a server up by the connection that it is used with. When that ends, the server was killed or fell over, or recovered from a crash of
 * one of its processes: it is connected to again, started where it is down. `release` ends that and gives the connection, or null where there is none.
 */
export function keepUp(
  first: pg.Client,
  { open, log, onLost, waitsMs = usualWaitsMs }: KeptUp,
): { release(): Promise<pg.Client | null> } {
  const released = new AbortController();
  let client: pg.Client | null = null;
  let reviving: Promise<void> = Promise.resolve();
  let upSince = Number.NEGATIVE_INFINITY;
  let tries = 0;

  function hold(next: pg.Client): void {
    client = next;
    next.once("end", () => {
      client = null;
      if (!released.signal.aborted) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    const goneAt = performance.now();
    if (goneAt - upSince > steadyMs) tries = 0;
    log.warn("The connection to the database server ended: connecting again, and starting it where it is down");
    let said = "";
    for (let failures = 0; ; ) {
      try {
        await sleep(waitsMs[Math.min(tries++, waitsMs.length - 1)], undefined, { signal: released.signal });
        hold(await open());
        upSince = performance.now();
        return log.info(`The database server is there again after ${((upSince - goneAt) / 1000).toFixed(1)} s`);
      } catch (error) {
        // Nobody needs it any more.
        if (released.signal.aborted) return;
        const reason = reasonOf(error);
        failures += 1;
        if (!mayPass(error, failures)) return onLost(lostFault(reason, error));
        // Of one try and the next only numbers of processes differ.
        const kernel = reason.replace(/\d+/g, "");
        if (kernel !== said) log.warn({ reason }, "The database server cannot be used yet: trying again");
        said = kernel;
      }
    }
  }

  hold(first);
  return {
    async release() {
      released.abort();
      await reviving;
      return client;
    },
  };
}

function mayPass(error: unknown, failures: number): boolean {
  if (error instanceof StartFault && !(error instanceof LaunchFault)) return false;
  return failures < mostTries || saysNoRoom(error);
}

function lostFault(reason: string, cause: unknown): StartFault {
  return new StartFault(`The database went down and could not be started again. ${reason}`, { cause });
}
