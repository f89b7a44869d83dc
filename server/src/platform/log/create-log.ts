import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { logLines } from "../metrics/counted.ts";
import { describeError } from "./describe-error.ts";
import { inHand } from "./in-hand.ts";

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
