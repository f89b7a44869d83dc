import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { QuotingError } from "../error-code.ts";
import { logLines } from "../metrics/counted.ts";

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
        return { ...logContext.getStore() };
      },
    },
    destination,
  );
}

/** Ids of the owner and the request or job of a log line; they identify nobody without the database. */
export type LogContext = { requestId?: string; queue?: string; tenantId?: string; userId?: string; keyId?: string };

/** The current request or job, added to all its log lines. Ids found later are added to it. */
export const logContext = new AsyncLocalStorage<LogContext>();

/** An error as it is logged. */
type DescribedError = {
  type: string;
  message?: string;
  stack?: string[];
  cause?: DescribedError;
  errors?: DescribedError[];
  [detail: string]: unknown;
};

/** Fields of our errors, the system's and the database's that hold technical values. */
const details = [
  ...["code", "syscall", "address", "port", "kind", "status", "responseCode"],
  ...["severity", "schema", "table", "column", "constraint", "dataType", "routine"],
];
const isWord = (value: unknown) => typeof value === "number" || /^[\w.:-]{1,100}$/.test(String(value));
const deepest = 4;
const longestMessage = 300;

/**
 * Describes an error for the log: its kind, where it happened, and the technical part of its message. Omits addresses
 * and personal text, which messages contain in quotes, after a colon or as an outside answer.
 */
export function describeError(error: unknown, depth = 0, isQuoted = false): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const quotes = isQuoted || isQuoting(error);
  const { cause } = error;
  const nested = error instanceof AggregateError ? error.errors.slice(0, 5) : [];
  const goesOn = depth < deepest;
  return {
    type: nameOf(error),
    ...(quotes ? {} : { message: ownWords(error) }),
    ...Object.fromEntries(Object.entries(error).filter(([key, value]) => details.includes(key) && isWord(value))),
    stack: framesOf(error),
    ...(goesOn && cause !== undefined && { cause: describeError(cause, depth + 1, quotes) }),
    ...(goesOn && nested.length > 0 && { errors: nested.map((each) => describeError(each, depth + 1, quotes)) }),
  };
}

/** Removes from a program's message the values filled into it. */
export function withoutValues(sentence: string): string {
  return withoutQuoted(sentence.split(/: |[\r\n]/, 1)[0] ?? "");
}

function nameOf(error: Error): string {
  return error.name !== "Error" && /^\w{1,60}$/.test(error.name) ? error.name : error.constructor.name;
}

/** Whether a message quotes other text: a parser quotes its input, and a server's reply is its own text. */
function isQuoting(error: Error): boolean {
  return (
    error instanceof QuotingError || error instanceof SyntaxError || "responseCode" in error || "response" in error
  );
}

function ownWords(error: Error): string {
  // Messages like "connect ECONNREFUSED 127.0.0.1:5432" are entirely the system's.
  return "syscall" in error ? withoutQuoted(error.message) : withoutValues(error.message);
}

function withoutQuoted(text: string): string {
  return text
    .replace(/(["'`<«“‘]).*["'`>»”’]/s, "$1…$1")
    .replace(/(["`<«“]).*/s, (rest, quote: string) => (rest.startsWith(`${quote}…${quote}`) ? rest : `${quote}…`))
    .replace(/\S*@\S*/g, "…")
    .slice(0, longestMessage);
}

/** Returns the stack's lines with a source location, which no message contains. */
function framesOf({ stack = "", message }: Error): string[] {
  const withoutMessage = message === "" ? stack : stack.split(message).join("");
  return withoutMessage
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at \S.*:\d+:\d+\)?$/.test(line) && !line.includes("@"))
    .slice(0, 20);
}
