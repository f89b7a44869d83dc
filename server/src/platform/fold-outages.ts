import type { LogFn, Logger } from "pino";
import { isLostDatabaseAt } from "./db/lost-database.ts";

/** So long after the last failure it is over: whoever listens or works tries again every second or two. */
const usualQuietMs = 10_000;

type Outage = { since: number; latest: number; folded: number; over: NodeJS.Timeout };

/**
 * For pino's `logMethod`: while the database is not reachable every request, job and connection fails, and only the first says so. When
 * it is over, one line says how long it was and how many lines are missing. `databaseUrl` is null for the embedded database.
 */
export function foldOutages(databaseUrl: string | null, quietMs = usualQuietMs) {
  let outage: Outage | null = null;

  function end(log: Logger): void {
    const { since, latest, folded } = outage ?? { since: 0, latest: 0, folded: 0 };
    outage = null;
    if (folded === 0) return;
    const seconds = Math.round((latest - since) / 100) / 10;
    log.warn(
      { seconds, folded },
      "The database was not reachable for a while; further failures of it are not in the log",
    );
  }

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [about] = args as unknown[];
    const isOfOutage = about instanceof Object && "err" in about && isLostDatabaseAt(databaseUrl, about.err);
    if (isOfOutage && outage) {
      outage.folded += 1;
      outage.latest = performance.now();
      outage.over.refresh();
      return;
    }
    if (isOfOutage) {
      const since = performance.now();
      outage = { since, latest: since, folded: 0, over: setTimeout(() => end(this), quietMs).unref() };
    }
    method.apply(this, args);
  };
}
