import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { logLines } from "../metrics/counted.ts";
import { describeError } from "./describe-error.ts";

const { labels, values } = pino.levels;
const leastCounted = values.warn ?? 40;

/**
 * The log: a line of JSON for each event, with the ids of the request or job that it belongs to and of whose that is, and
 * nothing that people wrote (docs/self-hosting.md#what-it-logs).
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

/** For whom and in what a line is logged: ids alone, which name nobody to who has not the database as well. */
export type InHand = { requestId?: string; queue?: string; tenantId?: string; userId?: string };

/** The request or job that is being done, for the lines that are logged meanwhile. What is found out later is added to it. */
export const inHand = new AsyncLocalStorage<InHand>();
