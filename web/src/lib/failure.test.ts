import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import {
  failureSentence,
  failureText,
  fieldFailures,
  isPassing,
  isSignedOut,
  refusalOf,
  secondsToWait,
} from "./failure.ts";
import { UNEXPECTED, UNREACHABLE } from "./failure-words.ts";
import { retryDelay, retryPassing } from "./retries.ts";

const refused = new ORPCError("ticket_archived", {
  defined: true,
  status: 409,
  data: undefined,
  message: "This ticket is archived",
});
const down = new ORPCError("BAD_GATEWAY", { status: 502, message: "<html>nginx" });

test("uses a catalogue error's own sentence, and ours for anything else", () => {
  expect(failureText(refused)).toBe("This ticket is archived");
  expect(failureText(down)).toBe(UNREACHABLE);
  expect(failureText(new TypeError("Failed to fetch"))).toBe(UNREACHABLE);
  expect(failureText(new ORPCError("INTERNAL_SERVER_ERROR", { message: "select * from" }))).toBe(UNEXPECTED);
  expect(failureText(new Error("what"))).toBe(UNEXPECTED);
});

test("describes refused input by what is wrong with it", () => {
  const data = { fields: { note: ["Note is too long (maximum 10,000 characters)"] } };
  const invalid = { defined: true, status: 422, message: "Some fields are not valid" };
  expect(failureText(new ORPCError("input_invalid", { ...invalid, data }))).toBe(data.fields.note[0]);
  expect(failureText(new ORPCError("input_invalid", { ...invalid, data: { fields: {} } }))).toBe(invalid.message);
});

test("retries only what may pass, and not forever", () => {
  expect(isPassing(refused)).toBe(false);
  expect(retryPassing(2, down)).toBe(true);
  expect(retryPassing(3, down)).toBe(false);
  expect(retryPassing(0, refused)).toBe(false);
});

test("retries after a rate limit when the server says, and never after a timeout", () => {
  const late = new ORPCError("took_too_long", { defined: true, status: 503, message: "This took too long" });
  expect([isPassing(late), retryPassing(0, late), failureText(late)]).toEqual([false, false, "This took too long"]);
  const busy = (data: unknown) =>
    new ORPCError("too_many_requests", { defined: true, status: 429, data, message: "Wait" });
  expect([secondsToWait(busy({ seconds: 7 })), secondsToWait(busy(null)), secondsToWait(down)]).toEqual([7, 1, null]);
  expect([retryPassing(2, busy({ seconds: 7 })), retryPassing(3, busy({ seconds: 7 }))]).toEqual([true, false]);
  const waited = retryDelay(0, busy({ seconds: 7 }));
  expect([waited >= 7_000, waited <= 10_500, retryDelay(2, down)]).toEqual([true, true, 4_000]);
  expect(failureText(busy({ seconds: 7 }))).toBe("Wait");
});

test("ends a sentence before another with one full stop", () => {
  expect(failureSentence(refused)).toBe("This ticket is archived.");
  expect(failureSentence(down)).toBe(UNREACHABLE);
});

test("turns a route's response into a catalogue error, and a proxy's page into its status", () => {
  expect(failureText(refusalOf(413, { code: "avatar_too_large", message: "Too large" }))).toBe("Too large");
  expect(failureText(refusalOf(500, null))).toBe(UNEXPECTED);
  expect(failureText(refusalOf(502, { message: "<html>" }))).toBe(UNREACHABLE);
});

test("recognizes a missing session by its status", () => {
  expect(isSignedOut(new ORPCError("not_signed_in", { defined: true, status: 401 }))).toBe(true);
  expect(isSignedOut(refused)).toBe(false);
});

test("returns field errors by path, and none for other failures", () => {
  const data = { fields: { content: ["Note cannot be empty"] } };
  expect(fieldFailures(new ORPCError("input_invalid", { defined: true, status: 422, data }))).toEqual(data.fields);
  expect(fieldFailures(new ORPCError("input_invalid", { status: 422, data }))).toEqual({});
  expect(fieldFailures(refused)).toEqual({});
});
