import { QuotingError } from "../error-code.ts";

/** What of an error goes into the log. */
export type DescribedError = {
  type: string;
  message?: string;
  stack?: string[];
  cause?: DescribedError;
  errors?: DescribedError[];
  [detail: string]: unknown;
};

/** What our errors, the system's and the database's say in words of a program's. */
const details = [
  ...["code", "syscall", "address", "port", "kind", "status", "responseCode"],
  ...["severity", "schema", "table", "column", "constraint", "dataType", "routine"],
];
const isWord = (value: unknown) => typeof value === "number" || /^[\w.:-]{1,100}$/.test(String(value));
const deepest = 4;
const longestMessage = 300;

/**
 * An error as it may be logged: what kind it is, where it happened, and what of its message is a program's own. Nothing that
 * people wrote, and no address, is in it: such text comes into messages in quotes, after a colon, or as what somebody outside said.
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
    ...(goesOn && nested.length > 0 && { errors: nested.map((one) => describeError(one, depth + 1, quotes)) }),
  };
}

/** A sentence of a program's without what it was filled in with. */
export function withoutFillings(sentence: string): string {
  return withoutQuoted(sentence.split(/: |[\r\n]/, 1)[0] ?? "");
}

function nameOf(error: Error): string {
  return error.name !== "Error" && /^\w{1,60}$/.test(error.name) ? error.name : error.constructor.name;
}

/** Whether a message is somebody else's: a parser's, which names what it could not read, or an answer's from outside. */
function isQuoting(error: Error): boolean {
  return (
    error instanceof QuotingError || error instanceof SyntaxError || "responseCode" in error || "response" in error
  );
}

function ownWords(error: Error): string {
  // "connect ECONNREFUSED 127.0.0.1:5432" is the system's, to its end.
  return "syscall" in error ? withoutQuoted(error.message) : withoutFillings(error.message);
}

function withoutQuoted(text: string): string {
  return text
    .replace(/(["'`<«“‘]).*["'`>»”’]/s, "$1…$1")
    .replace(/(["`<«“]).*/s, (rest, quote: string) => (rest.startsWith(`${quote}…${quote}`) ? rest : `${quote}…`))
    .replace(/\S*@\S*/g, "…")
    .slice(0, longestMessage);
}

/** Where it happened: lines of the stack that name a place of a program, which no message holds. */
function framesOf({ stack = "", message }: Error): string[] {
  const withoutMessage = message === "" ? stack : stack.split(message).join("");
  return withoutMessage
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at \S.*:\d+:\d+\)?$/.test(line) && !line.includes("@"))
    .slice(0, 20);
}
