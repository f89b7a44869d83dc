import type { LogFn, Logger } from "pino";
import { isLostDatabaseAt } from "./db/lost-database.ts";
import { isNoRoom } from "./error-code.ts";

/** So long after the last failure it is over: whoever listens or works tries again every second or two. */
const usualQuietMs = 10_000;

/** What everybody fails by at once, and how it is spoken of when it is over. */
const kinds = {
  database: "The database was not reachable for a while; further failures of it are not in the log",
  disk: "The disk was full for a while; further failures of it are not in the log",
} as const;
type Kind = keyof typeof kinds;

type Outage = { since: number; latest: number; folded: number; over: NodeJS.Timeout };

/**
 * For pino's `logMethod`: while the database is not reachable or the disk is full every request, job and connection fails, and only the first says so.
 * When it is over, one line says how long it was and how many lines are missing. `databaseUrl` is null for the embedded database.
 */
export function foldOutages(databaseUrl: string | null, quietMs = usualQuietMs) {
  const outages = new Map<Kind, Outage>();

  function begin(kind: Kind, log: Logger): void {
    const since = performance.now();
    const over = setTimeout(() => end(kind, log), quietMs).unref();
    outages.set(kind, { since, latest: since, folded: 0, over });
  }

  function end(kind: Kind, log: Logger): void {
    const { since, latest, folded } = outages.get(kind) ?? { since: 0, latest: 0, folded: 0 };
    outages.delete(kind);
    const seconds = Math.round((latest - since) / 100) / 10;
    if (folded > 0) log.warn({ seconds, folded }, kinds[kind]);
  }

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [about] = args as unknown[];
    const kind = about instanceof Object && "err" in about ? kindOf(about.err, databaseUrl) : null;
    const outage = kind && outages.get(kind);
    if (outage) {
      outage.folded += 1;
      outage.latest = performance.now();
      outage.over.refresh();
      return;
    }
    if (kind) begin(kind, this);
    method.apply(this, args);
  };
}

function kindOf(error: unknown, databaseUrl: string | null): Kind | null {
  if (!(error instanceof Object)) return null;
  // The job queue hands errors on as plain objects.
  if (isNoRoom(error) || /No space left on device/i.test("message" in error ? String(error.message) : ""))
    return "disk";
  return isLostDatabaseAt(databaseUrl, error) ? "database" : null;
}
