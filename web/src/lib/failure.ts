import type { ErrorCode, ErrorData } from "@deskhand/contract/errors";
import { isDefinedError, ORPCError } from "@orpc/client";
import { PASSING_STATUSES, UNEXPECTED, UNREACHABLE } from "./failure-words.ts";

/**
 * Why a call failed: a catalogue error, which `isDefinedError` recognizes by its code, or one that is not the server's.
 */
export type CallError = Error | { [C in ErrorCode]: ORPCError<C, ErrorData<C>> }[ErrorCode];

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallError;
  }
}

/** Whether the server was not reached or not ready, so that a retry makes sense. */
export function isPassing(error: unknown): boolean {
  // `fetch` rejects with a TypeError when the connection fails.
  if (error instanceof TypeError) return true;
  // A request that took too long would do so again and delay others.
  return error instanceof ORPCError && PASSING_STATUSES.includes(error.status) && error.code !== "took_too_long";
}

/** Whether the same call may soon succeed: the server was away or overloaded. */
export function mayComeAgain(error: unknown): boolean {
  return isPassing(error) || secondsToWait(error) !== null;
}

/** Returns how many seconds a rate limit asks to wait; null for other failures. */
export function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ORPCError) || error.code !== "too_many_requests") return null;
  const { seconds } = { seconds: 1, ...error.data };
  return typeof seconds === "number" ? seconds : 1;
}

/** Whether the session is missing, has ended, or lacks a second factor, so that the sign-in is needed. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ORPCError && (error.status === 401 || error.code === "two_factor_required");
}

/** Whether nothing of that kind exists: the id is malformed or unknown. */
export function isMissing(error: CallError | null, code: `${string}_not_found` & ErrorCode): boolean {
  return isDefinedError(error) && (error.code === code || error.code === "input_invalid");
}

/** Returns the sentence for a failed call: what is wrong with the input, else the catalogue's, else a general one. */
export function failureText(error: CallError): string {
  if (isDefinedError(error)) return firstFault(error) ?? error.message;
  return isPassing(error) ? UNREACHABLE : UNEXPECTED;
}

/** The same with a full stop, to be followed by another sentence. */
export function failureSentence(error: CallError): string {
  return failureText(error).replace(/\.?$/, ".");
}

/** Returns the errors of each field by path if the server refused the input, else none. */
export function fieldFailures(error: CallError | null): Record<string, string[]> {
  return isDefinedError(error) && error.code === "input_invalid" ? error.data.fields : {};
}

/** Returns the first error in the input, if the server refused it. */
export function firstFault(error: CallError): string | undefined {
  return Object.values(fieldFailures(error))[0]?.[0];
}

/**
 * Converts a response outside the typed client into the error that client would throw; a proxy's has only its status.
 */
export function refusalOf(status: number, response: unknown): CallError {
  if (typeof response === "object" && response !== null && "code" in response && "message" in response) {
    const data = "data" in response ? response.data : undefined;
    return new ORPCError(String(response.code), { defined: true, status, message: String(response.message), data });
  }
  return new ORPCError("UNEXPECTED", { status: status >= 400 ? status : 500 });
}
