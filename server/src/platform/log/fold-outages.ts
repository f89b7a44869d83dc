import type { LogFn, Logger } from "pino";
import { isLostDatabaseAt } from "../db/lost-database.ts";
import { mentionsNoRoom } from "../error-code.ts";
import { logContext } from "./create-log.ts";

/** An outage is over this long after the last failure: listeners and workers retry every second or two. */
const defaultQuietMs = 10_000;

/** Causes that make everything fail, with the messages for their begin and end. */
const kinds = {
  database: {
    begins: "The database does not answer; what fails by that is not in the log until it is over",
    ends: "Nothing fails by the database any more",
  },
  disk: {
    begins: "There is no room on the disk; what fails by that is not in the log until it is over",
    ends: "Nothing fails by a full disk any more",
  },
} as const;
type Kind = keyof typeof kinds;

type Outage = {
  since: number;
  latest: number;
  folded: number;
  /** Failed requests whose response has not been logged yet. */
  requests: Set<string>;
  over: NodeJS.Timeout;
};

/**
 * Returns pino's `logMethod`. While the database is unreachable or the disk is full, every request, job and connection
 * fails, but only the first error is logged. Afterwards one line tells the duration and the number of omitted lines,
 * which include the responses of failed requests. Code that uses only the database sets `outage`; other errors are
 * recognised by the address in them, `databaseUrl`, which is null for the embedded database.
 */
export function foldOutages(databaseUrl: string | null, quietMs = defaultQuietMs) {
  const outages = new Map<Kind, Outage>();

  function begin(kind: Kind, log: Logger): Outage {
    const since = performance.now();
    const over = setTimeout(() => end(kind, log), quietMs).unref();
    const outage = { since, latest: since, folded: 0, requests: new Set<string>(), over };
    outages.set(kind, outage);
    return outage;
  }

  function end(kind: Kind, log: Logger): void {
    const { since, latest, folded } = outages.get(kind) ?? { since: 0, latest: 0, folded: 0 };
    outages.delete(kind);
    const seconds = Math.round((latest - since) / 100) / 10;
    log.warn({ seconds, folded }, kinds[kind].ends);
  }

  function extend(outage: Outage): void {
    outage.folded += 1;
    outage.latest = performance.now();
    outage.over.refresh();
  }

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [about, words] = args as [unknown, unknown?];
    const kind = kindOf(about, databaseUrl);
    const outage = kind && outages.get(kind);
    const requestId = requestOf(about);
    const outageOfResponse =
      isResponse(about) && [...outages.values()].find(({ requests }) => requests.delete(requestId ?? ""));
    if (outageOfResponse) outageOfResponse.folded += 1;
    else if (!kind) method.apply(this, args);
    else {
      if (outage) extend(outage);
      else method.apply(this, [{ ...Object(about), first: words }, kinds[kind].begins]);
      const { requests } = outage ?? begin(kind, this);
      if (requestId) requests.add(requestId);
    }
  };
}

function kindOf(about: unknown, databaseUrl: string | null): Kind | null {
  if (!(about instanceof Object && "err" in about && about.err instanceof Object)) return null;
  const { err } = about;
  if (mentionsNoRoom(err)) return "disk";
  const isNamed = "outage" in about && about.outage === "database";
  return isNamed || isLostDatabaseAt(databaseUrl, err) ? "database" : null;
}

/** Returns the request a line is about or was logged in. */
function requestOf(about: unknown): string | undefined {
  const { requestId }: { requestId?: unknown } = { ...logContext.getStore(), ...Object(about) };
  return typeof requestId === "string" ? requestId : undefined;
}

/** Whether a line reports a request's response. */
function isResponse(about: unknown): boolean {
  return about instanceof Object && "route" in about && "status" in about;
}
