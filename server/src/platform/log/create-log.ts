import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { logLines } from "../metrics/counted.ts";
import { describeError } from "./describe-error.ts";

const { labels, values } = pino.levels;
const leastCounted = values.warn ?? 40;

/**
 * Creates the log: a line of JSON for each event with the ids of its request or job and its owner, and no personal text
 * (docs/self-hosting.md#what-it-logs).
 */
export function createLog(
  options: Pick<LoggerOptions, "level" | "hooks"> = {},
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      name: "deskhand",
      ...options,
      serializers: { err: (error: unknown) => describeError(error) },
      mixin: (_fields, level) => {
        if (level >= leastCounted) logLines.inc({ level: labels[level] ?? "other" });
        return { ...inHand.getStore() };
      },
    },
    destination,
  );
}

/** Ids of the owner and the request or job of a log line; they identify nobody without the database. */
export type InHand = { requestId?: string; queue?: string; tenantId?: string; userId?: string };

/** The current request or job, added to all its log lines. Ids found later are added to it. */
export const inHand = new AsyncLocalStorage<InHand>();
