import { ORPCError } from "@orpc/client";
import { PASSING_STATUSES, UNEXPECTED, UNREACHABLE } from "./failure-words.ts";

/** Whether the server was not reached at all, or only says that it is not ready: worth another try. */
export function isPassing(error: unknown): boolean {
  // `fetch` rejects with a TypeError when the connection fails.
  if (error instanceof TypeError) return true;
  return error instanceof ORPCError && PASSING_STATUSES.includes(error.status);
}

/** Whether the session is missing or has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ORPCError && error.status === 401;
}

/** The sentence for a failed call: what is wrong with the input, else the catalogue's, else one that says what to do. */
export function failureText(error: unknown): string {
  const fault = firstFault(error);
  if (fault !== undefined) return fault;
  if (error instanceof ORPCError && error.defined) return error.message;
  if (isPassing(error)) return UNREACHABLE;
  return UNEXPECTED;
}

/** What is wrong with each field, by its path, when the server refused the input; else nothing. */
export function fieldFailures(error: unknown): Record<string, string[]> {
  if (!(error instanceof ORPCError) || error.code !== "input_invalid") return {};
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("fields" in data)) return {};
  return data.fields as Record<string, string[]>;
}

/** The first thing that is wrong with the input, when the server refused it. */
export function firstFault(error: unknown): string | undefined {
  return Object.values(fieldFailures(error))[0]?.[0];
}

/** Retries what was lost on the way, three times; for queries, and for mutations that are safe to repeat. */
export function retryPassing(failures: number, error: unknown): boolean {
  return failures < 3 && isPassing(error);
}

/** Waits 1, 2 and 4 seconds before the tries that `retryPassing` allows. */
export function retryDelay(failures: number): number {
  return 1000 * 2 ** failures;
}
