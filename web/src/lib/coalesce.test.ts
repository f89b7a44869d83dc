import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("does the first of each at once and the rest of a burst together", () => {
  const runs: string[] = [];
  const ask = coalesce<string>((item) => runs.push(item), 500);
  for (const item of ["a", "b", "b", "a", "b"]) ask(item);
  expect(runs).toEqual(["a", "b"]);
  vi.advanceTimersByTime(500);
  expect(runs).toEqual(["a", "b", "a", "b"]);
  vi.advanceTimersByTime(5000);
  expect(runs).toHaveLength(4);
});

test("is quick again after a pause", () => {
  const runs: string[] = [];
  const ask = coalesce<string>((item) => runs.push(item), 500);
  ask("a");
  vi.advanceTimersByTime(500);
  ask("a");
  expect(runs).toEqual(["a", "a"]);
});
