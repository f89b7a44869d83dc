import type { ErrorCode, ErrorData } from "@deskhand/contract/errors";
import { isDefinedError, ORPCError } from "@orpc/client";
import { PASSING_STATUSES, UNEXPECTED, UNREACHABLE } from "./failure-words.ts";

/** Why a call failed: an error of the catalogue, which `isDefinedError` recognises by its code, or one that is not the server's. */
export type CallError = Error | { [C in ErrorCode]: ORPCError<C, ErrorData<C>> }[ErrorCode];

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: CallError;
  }
}

/** Whether the server was not reached at all, or only says that it is not ready: worth another try. */
export function isPassing(error: unknown): boolean {
  // `fetch` rejects with a TypeError when the connection fails.
  if (error instanceof TypeError) return true;
  // What took too long would so again, and keep others waiting.
  return error instanceof ORPCError && PASSING_STATUSES.includes(error.status) && error.code !== "took_too_long";
}

/** Whether the same call may work in a moment: the server was not there, or was asked too much at once. */
export function mayComeAgain(error: unknown): boolean {
  return isPassing(error) || secondsToWait(error) !== null;
}

/** How many seconds the server asks to wait, of whom too much was asked at once; null for every other failure. */
export function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ORPCError) || error.code !== "too_many_requests") return null;
  const { seconds } = { seconds: 1, ...error.data };
  return typeof seconds === "number" ? seconds : 1;
}

/** Whether the session is missing or has ended, or lacks a second factor: the sign-in leads on. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ORPCError && (error.status === 401 || error.code === "two_factor_required");
}

/** Whether there is nothing of that kind here: its id is none that the server would take, or none that it knows. */
export function isMissing(error: CallError | null, code: `${string}_not_found` & ErrorCode): boolean {
  return isDefinedError(error) && (error.code === code || error.code === "input_invalid");
}

/** The sentence for a failed call: what is wrong with the input, else the catalogue's, else one that says what to do. */
export function failureText(error: CallError): string {
  if (isDefinedError(error)) return firstFault(error) ?? error.message;
  return isPassing(error) ? UNREACHABLE : UNEXPECTED;
}

/** The same with a full stop, for what is said after it. */
export function failureSentence(error: CallError): string {
  return failureText(error).replace(/\.?$/, ".");
}

/** What is wrong with each field, by its path, when the server refused the input; else nothing. */
export function fieldFailures(error: CallError | null): Record<string, string[]> {
  return isDefinedError(error) && error.code === "input_invalid" ? error.data.fields : {};
}

/** The first thing that is wrong with the input, when the server refused it. */
export function firstFault(error: CallError): string | undefined {
  return Object.values(fieldFailures(error))[0]?.[0];
}

/** The response of a route beside the typed client, as that client would reject with it; a proxy's says only its status. */
export function refusalOf(status: number, response: unknown): CallError {
  if (typeof response === "object" && response !== null && "code" in response && "message" in response) {
    const data = "data" in response ? response.data : undefined;
    return new ORPCError(String(response.code), { defined: true, status, message: String(response.message), data });
  }
  return new ORPCError("UNEXPECTED", { status: status >= 400 ? status : 500 });
}
