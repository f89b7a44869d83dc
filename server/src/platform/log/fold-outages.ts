import type { LogFn, Logger } from "pino";
import { isLostDatabaseAt } from "../db/lost-database.ts";
import { saysNoRoom } from "../error-code.ts";
import { inHand } from "./create-log.ts";

/** So long after the last failure it is over: whoever listens or works tries again every second or two. */
const usualQuietMs = 10_000;

/** What everybody fails by at once, how that is told when it begins, and how when it is over. */
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
  /** Those that failed by it, and of which it has not been told yet how they were answered. */
  requests: Set<string>;
  over: NodeJS.Timeout;
};

/**
 * For pino's `logMethod`: while the database is not reachable or the disk is full every request, job and connection fails, and only the
 * first says so. When it is over, one line says how long it was and how many lines are missing, those included that tell of a request
 * that failed by it how it was answered. Who asks nobody but the database names the `outage`; others are known by the address that failed them,
 * `databaseUrl`, which is null for the embedded database.
 */
export function foldOutages(databaseUrl: string | null, quietMs = usualQuietMs) {
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

  function goOn(outage: Outage): void {
    outage.folded += 1;
    outage.latest = performance.now();
    outage.over.refresh();
  }

  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [about, words] = args as [unknown, unknown?];
    const kind = kindOf(about, databaseUrl);
    const outage = kind && outages.get(kind);
    const requestId = requestOf(about);
    const answered = isAnswer(about) && [...outages.values()].find(({ requests }) => requests.delete(requestId ?? ""));
    if (answered) answered.folded += 1;
    else if (!kind) method.apply(this, args);
    else {
      if (outage) goOn(outage);
      else method.apply(this, [{ ...Object(about), first: words }, kinds[kind].begins]);
      const { requests } = outage ?? begin(kind, this);
      if (requestId) requests.add(requestId);
    }
  };
}

function kindOf(about: unknown, databaseUrl: string | null): Kind | null {
  if (!(about instanceof Object && "err" in about && about.err instanceof Object)) return null;
  const { err } = about;
  if (saysNoRoom(err)) return "disk";
  const isNamed = "outage" in about && about.outage === "database";
  return isNamed || isLostDatabaseAt(databaseUrl, err) ? "database" : null;
}

/** The request that a line is about, or in which it is written. */
function requestOf(about: unknown): string | undefined {
  const { requestId }: { requestId?: unknown } = { ...inHand.getStore(), ...Object(about) };
  return typeof requestId === "string" ? requestId : undefined;
}

/** Whether it is told how a request was answered. */
function isAnswer(about: unknown): boolean {
  return about instanceof Object && "route" in about && "status" in about;
}
