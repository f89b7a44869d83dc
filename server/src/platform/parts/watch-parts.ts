import pLimit from "p-limit";
import { newId } from "../db/ids.ts";
import { ofDatabase } from "../db/lost-database.ts";
import type { Db } from "../db/tenant.ts";
import type { Services } from "../services.ts";
import { forgetProcess, noteChecked, type ServerPart } from "./parts.ts";

/** A failed part is rechecked soon, so that its recovery shows. */
const recheckMs = 10_000;

/** A part that matters only within this process: whether its live screens receive events. */
type OwnPart = "listener";

/** A part that this process runs; `check` throws if it does not work. */
type WatchedPart = { part: ServerPart | OwnPart; everyMs: number; check: () => Promise<void> };

/** A part's state in this process: the last result, and whether a check hangs. */
export type OwnPartSeen = { part: WatchedPart["part"]; works: boolean; isStuck: boolean };

/** Every check should end long before this. */
const stuckMs = 5 * 60_000;

export type PartWatch = {
  /** Adds a part and checks it at once. */
  add(watched: WatchedPart): void;
  /** Returns the state of this process's parts. */
  seen(): OwnPartSeen[];
  /** Stops and removes the parts from the database. */
  stop(): Promise<void>;
};

/**
 * Checks this process's parts periodically and records the results in the database for all processes
 * (docs/product.md#system-status).
 */
export function watchParts({ db, log }: { db: Pick<Db, "withoutTenant"> } & Pick<Services, "log">): PartWatch {
  const processId = newId();
  const timers = new Set<NodeJS.Timeout>();
  const records = new Set<Promise<void>>();
  // All parts are checked at a start: together they would open a connection each.
  const inTurn = pLimit(1);
  const states = new Map<WatchedPart["part"], { works: boolean; checkingSince: number | null }>();
  let isStopped = false;

  async function record(part: ServerPart, works: boolean): Promise<void> {
    try {
      await db.withoutTenant((tx) => noteChecked(tx, part, processId, works));
    } catch (error) {
      // The database is away, as its readers will notice; the next check is recorded again.
      log.warn({ ...ofDatabase(error), part }, "Whether a part of the server works could not be noted");
    }
  }

  async function runCheck(watched: WatchedPart): Promise<void> {
    const { part, check, everyMs } = watched;
    const before = states.get(part)?.works;
    states.set(part, { works: before ?? false, checkingSince: Date.now() });
    const works = await passes(check, (error) => {
      if (before !== false) log.warn({ err: error, part }, "A part of the server does not work");
    });
    states.set(part, { works, checkingSince: null });
    if (works && before === false) log.info({ part }, "A part of the server works again");
    if (isStopped) return;
    if (part !== "listener") {
      const recording = inTurn(() => record(part, works));
      records.add(recording);
      await recording;
      records.delete(recording);
    }
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void runCheck(watched);
      },
      works ? everyMs : Math.min(everyMs, recheckMs),
    ).unref();
    if (isStopped) clearTimeout(timer);
    else timers.add(timer);
  }

  return {
    add: (watched) => void runCheck(watched),
    seen: () =>
      [...states].map(([part, { works, checkingSince }]) => {
        const isStuck = checkingSince !== null && Date.now() - checkingSince > stuckMs;
        return { part, works, isStuck };
      }),
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(records);
      try {
        await db.withoutTenant((tx) => forgetProcess(tx, processId));
      } catch (error) {
        // Without the database the parts count as missing after a while.
        log.warn(ofDatabase(error), "That this process ends could not be noted");
      }
    },
  };
}

async function passes(check: () => Promise<void>, onFault: (error: unknown) => void): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    // A failed check is the finding.
    onFault(error);
    return false;
  }
}
